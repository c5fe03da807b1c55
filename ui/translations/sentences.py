# SPDX-License-Identifier: GPL-3.0-or-later
"""What the engine and the presets say, as a C++ file that lupdate reads: sentences.py SOURCE OUTPUT.

The engine's sentences are the literals in say("...") and words("..."); they stand there and nowhere else. The window looks
them up in the context "Engine", the presets' in the context "Presets".
"""
import json
import pathlib
import re
import sys

CALL = re.compile(r"\b(?:say|words_?)\(\s*")
LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"\s*')
LETTERS = re.compile(r"[A-Za-z]{2}")
# These say sentences of the engine's kind, too.
ELSEWHERE = ("ui/reports/report_brief.cpp", "app/worker/catalogue.cpp", "app/worker/resume_ranks.cpp")


def sentences(source):
    """The sentences of one file, as they are written between the quotation marks."""
    for call in CALL.finditer(source):
        at, text = call.end(), ""
        while part := LITERAL.match(source, at):
            text, at = text + part.group(1), part.end()
        if LETTERS.search(text):
            yield text


def quoted(text):
    return json.dumps(text, ensure_ascii=False)[1:-1]


def main(root, output):
    files = sorted(p for p in (root / "engine").rglob("*") if p.suffix in (".cpp", ".h", ".cu"))
    said = {text for path in [*files, *(root / name for name in ELSEWHERE)] for text in sentences(path.read_text("utf-8"))}
    lines = [f'    QT_TRANSLATE_NOOP("Engine", "{text}"),' for text in sorted(said)]
    for path in sorted((root / "resources/presets").glob("*.json")):
        preset = json.loads(path.read_text("utf-8"))
        lines += [f'    QT_TRANSLATE_NOOP("Presets", "{quoted(preset[key])}"),' for key in ("title", "description")]
    output.write_text("static const char* const sentences[] = {\n" + "\n".join(lines) + "\n};\n", "utf-8")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
