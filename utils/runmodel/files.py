# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Files that replace others whole or not at all."""
import os
import shutil
import tempfile

from .tools import RunError, shown


def set_aside(path, before):
    """As a second name where the file system has that: a reader always finds one of the files."""
    try:
        os.link(path, before, follow_symlinks=False)
    except OSError:
        os.replace(path, before)


def copied(source, path, file):
    """SOURCE's bytes in FILE, a new one beside PATH."""
    try:
        shutil.copyfile(source, file)
    except OSError as error:
        raise RunError("output", f"cannot write {shown(path)}: {error.strerror}")
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(file, (0o777 if path.endswith(".so") else 0o666) & ~mask)


def place(made, wanted):
    """All files or none: they are written beside their names first, and what was there returns where one is refused."""
    waiting, placed = [], []
    for path in wanted:
        if os.path.isdir(path):
            raise RunError("output", f"cannot write {shown(path)}: it is a directory")
        if not os.path.isdir(os.path.dirname(path) or "."):
            raise RunError("output", f"cannot write {shown(path)}: there is no such folder")
    try:
        for source, path in zip(made, wanted):
            try:
                with tempfile.NamedTemporaryFile(dir=os.path.dirname(path) or ".", delete=False) as file:
                    waiting.append((file.name, path))
            except OSError as error:
                raise RunError("output", f"cannot write {shown(path)}: {error.strerror}")
            copied(source, path, file.name)
        for temporary, path in waiting:
            before = temporary + ".old" if os.path.lexists(path) else None
            placed.append((path, before))
            if before:
                set_aside(path, before)
            os.replace(temporary, path)
    except BaseException:
        for path, before in placed:
            if before and os.path.lexists(before):
                os.replace(before, path)
            elif not before and os.path.exists(path):
                os.remove(path)
        raise
    finally:
        for _, before in placed:
            if before and os.path.exists(before):
                os.remove(before)
        for temporary, _ in waiting:
            if os.path.exists(temporary):
                os.remove(temporary)
