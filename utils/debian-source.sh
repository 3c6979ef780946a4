# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Source packages of Debian, to be sourced after say.sh. apt gets a configuration of our own, derived from the machine's: the
# machine's own stays as it is.

has_sum() { [ -f "$2" ] && echo "$1  $2" | sha256sum --check --status; }

# source_lists FOLDER: brings the lists of source packages. FOLDER/log has apt's own words.
source_lists() {
  apt_folder=$1
  mkdir -p "$apt_folder/sources" "$apt_folder/lists/partial" "$apt_folder/cache/archives/partial"
  local list
  for list in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -f "$list" ] && sed -nE 's/^deb[[:space:]]/deb-src /p' "$list" >"$apt_folder/sources/$(basename "$list" .list).list"
  done
  for list in /etc/apt/sources.list.d/*.sources; do
    [ -f "$list" ] && sed -E 's/^Types:.*/Types: deb-src/' "$list" >"$apt_folder/sources/$(basename "$list")"
  done
  apt_options=(-o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt_folder/sources"
               -o Dir::State::Lists="$apt_folder/lists" -o Dir::Cache="$apt_folder/cache" -o Dir::Cache::pkgcache=
               -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User= -o Acquire::Retries=3)
  say "reading the package lists (source packages)"
  # An archive of the machine's own without source packages is no reason to stop: the next step decides.
  apt-get "${apt_options[@]}" update >"$apt_folder/log" 2>&1 || true
}

# source_versions PACKAGE SHA256: the versions, newest first, of the source package that have a file with this sum.
source_versions() {
  apt-cache "${apt_options[@]}" showsrc "$1" 2>>"$apt_folder/log" |
    awk -v RS= -v sum="$2" 'index($0, sum) && match($0, /\nVersion: [^\n]*/) { print substr($0, RSTART + 10, RLENGTH - 10) }' |
    sort -ruV
}

# source_fetch DOWNLOADS PACKAGE VERSION [OPTION]...: leaves its files there; apt checks them by the signed lists.
source_fetch() {
  local downloads=$1 package=$2 version=$3
  shift 3
  (cd "$downloads" && apt-get "${apt_options[@]}" "$@" --download-only source "$package=$version") >>"$apt_folder/log" 2>&1 ||
    die "fetching source package $package $version failed" "$(tail -n 1 "$apt_folder/log")" "apt's own words: $apt_folder/log"
}

# source_tarball DOWNLOADS PACKAGE FILE SHA256 MEGABYTES DISK VARIABLE: prints the path of the package's tarball. VARIABLE names one that is
# there already, if it is set; else it is fetched to DOWNLOADS, where DISK megabytes must be free.
source_tarball() {
  local downloads=$1 package=$2 tarball=$3 sha256=$4 megabytes=$5 disk=$6 variable=$7
  local file=${!variable:-} version
  if [ -n "$file" ]; then
    has_sum "$sha256" "$file" || die "$file is not $tarball (sha256 $sha256)"
  else
    file=$downloads/$tarball
    if ! has_sum "$sha256" "$file"; then
      rm -f "$file"
      mkdir -p "$downloads"
      need_disk "$downloads" "$disk"
      source_lists "$downloads/apt" >&2
      version=$(source_versions "$package" "$sha256" | head -n 1)
      [ -n "$version" ] || die "apt finds no source package $package with the tarball $tarball" \
        "is there a network, and does /etc/apt name a Debian 12 archive? apt's own words: $downloads/apt/log" \
        "on a machine without network: $variable=/where/it/is/$tarball"
      say "fetching $tarball ($megabytes MB), source package $package $version" >&2
      source_fetch "$downloads" "$package" "$version" --tar-only
      has_sum "$sha256" "$file" || die "$file has the wrong sha256 (want $sha256)"
    fi
  fi
  realpath "$file"
}
