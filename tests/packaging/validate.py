#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validate.py desktop_file|appstream|mime_types FOLDER: holds the files that a desktop reads against its own tools.

Each tool is first given a damaged copy: one that says yes to everything would prove nothing. Exit 77: the tool is not
installed, so nothing was tested.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

SKIPPED = 77
DESKTOP = "mantissa.desktop"
METAINFO = "io.github.mantissa.Mantissa.metainfo.xml"
MIME = "mantissa.xml"


def said_by(command):
    """What a command complains about; empty where it is content."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).strip()
    return said or f"exit code {done.returncode}" if done.returncode else ""


def held_against(tool, arguments, file, damage):
    """Runs `tool` on a copy of `file` that `damage` spoils, which it must refuse, then on the file."""
    if shutil.which(tool) is None:
        print(f"SKIPPED: there is no {tool} (packaging/packages says what installs it)")
        sys.exit(SKIPPED)
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder) / file.name
        text = file.read_text(encoding="utf-8")
        spoiled = text.replace(*damage)
        assert spoiled != text, f"{file.name} has no {damage[0]!r} any more: spoil something else"
        copy.write_text(spoiled, encoding="utf-8")
        if not said_by([tool, *arguments, str(copy)]):
            return f"{tool} is content with a damaged {file.name}"
    return said_by([tool, *arguments, str(file)])


def unknown_types(folder):
    """Types that the desktop file opens and the MIME file does not define; and it must be well-formed."""
    space = "{http://www.freedesktop.org/standards/shared-mime-info}"
    types = xml.parse(folder / MIME).getroot().findall(f"{space}mime-type")
    known = {entry.get("type") for entry in types}
    lines = (folder / DESKTOP).read_text(encoding="utf-8").splitlines()
    opened = {name for line in lines if line.startswith("MimeType=")
              for name in line.removeprefix("MimeType=").split(";") if name}
    problems = [f"{DESKTOP} opens {name}, which {MIME} does not define" for name in sorted(opened - known)]
    problems += [f"{entry.get('type')} has no file name" for entry in types if entry.find(f"{space}glob") is None]
    return "\n".join(problems if known else [f"{MIME} defines no type"])


def main():
    what, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    if what == "desktop_file":
        problem = held_against("desktop-file-validate", [], folder / DESKTOP, ("Type=Application", "Type=Nonsense"))
    elif what == "appstream":
        problem = held_against("appstreamcli", ["validate", "--no-net"], folder / METAINFO, ("<name>Mantissa</name>", ""))
    else:
        problem = unknown_types(folder)
    print(problem or "all is well")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
