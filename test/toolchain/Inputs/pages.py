# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens pages in Chromium: pages.py PAGE... Each must load without an error, and must not be wider than the window: of a phone, and of a
desk. Prints a line for each fault. Status 1 if there is one."""
import json
import os
import re
import subprocess
import sys
import tempfile

WIDTHS = 360, 1280
# It is put ahead of the page's own scripts, and tells the page around it what it found. (A window of Chromium's own has at least 500 pixels.)
WATCH = """<script>
const found = [];
addEventListener("error", e => found.push(e.message || "a file is missing: " + (e.target.src || e.target.href)), true);
console.error = (...words) => found.push(words.join(" "));
addEventListener("load", () => setTimeout(() => {
  for (const d of document.querySelectorAll("details")) d.open = true;
  const wide = [...document.querySelectorAll("body *")].filter(e => {
    for (let p = e; p; p = p.parentElement) if (getComputedStyle(p).overflowX !== "visible") return false;
    return e.getBoundingClientRect().right > innerWidth;
  });
  parent.postMessage(JSON.stringify({errors: found, inner: innerWidth, page: document.documentElement.scrollWidth,
    first: wide.length ? wide[0].outerHTML.slice(0, 80) : ""}), "*");
}, 100));
</script>"""


AROUND = """<title></title><body style="margin: 0"><iframe src="page.html" style="border: 0; width: %dpx; height: 800px"></iframe>
<script>onmessage = e => document.title = "found:" + e.data;</script>"""


def shown(page, width, folder):
    """What WATCH found."""
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"<head[^>]*>", lambda head: head.group(0) + WATCH, file.read(), count=1)
    path = os.path.join(folder, "page.html")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    around = os.path.join(folder, "around.html")
    with open(around, "w", encoding="utf-8") as file:
        file.write(AROUND % width)
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/user", "--window-size=1400,900",
               "--virtual-time-budget=3000", "--dump-dom", "file://" + around]
    text = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=120, check=True).stdout
    found = re.search(r"<title>found:(.*?)</title>", text)
    if not found:
        return {"errors": ["the page was not shown"], "inner": width, "page": 0}
    return json.loads(found.group(1).replace("&amp;", "&").replace("&lt;", "<").replace("&gt;", ">"))


def main(pages):
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for page in pages:
            for width in WIDTHS:
                result = shown(page, width, folder)
                name = os.path.basename(page)
                told = [f"{name} at {width}: {error}" for error in result["errors"]]
                if result["inner"] != width:
                    told.append(f"{name} at {width}: the window is {result['inner']} wide")
                if result["page"] > width:
                    told.append(f"{name} at {width}: the page is {result['page']} wide: {result['first']}")
                print("\n".join(told or [f"{name} at {width}: good"]))
                faults += len(told)
    return 1 if faults else 0


sys.exit(main(sys.argv[1:]))
