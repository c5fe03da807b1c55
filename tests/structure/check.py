# SPDX-License-Identifier: Apache-2.0
"""The structure of the sources: who may include whom, file lengths, licences. Usage: check.py ROOT; exits 1 on a breach.

It reads text, not a compiler's output: so it also sees the rooms that this build leaves out, and runs in a second.
"""
import os
import re
import sys

MAX_LINES = 500
SOURCES = (".cpp", ".h", ".cu", ".cuh", ".proto", ".py")
TOPS = ("app", "engine", "ui", "tests", "packaging")

BASE, PRECISION, RUN = "engine/base", "engine/precision", "engine/run"
BACKENDS = {"engine/reference", "engine/cpu", "engine/cuda", "engine/mpi"}
UP_TO_RUN = {BASE, PRECISION, RUN}
UP_TO_BACKEND = {BASE, PRECISION, "engine/backend"}
WINDOW_ENGINE = UP_TO_RUN | {"engine/inspect", "engine/recording", "engine/wire", "engine/store", "engine/report", "engine/lesson"}

# What a room may include beside itself. A room that is not here may not exist: name it here, below those that use it.
ALLOWED = {
    BASE: set(),
    PRECISION: {BASE},
    RUN: {BASE, PRECISION},
    "engine/recording": UP_TO_RUN | {"engine/store"},
    "engine/inspect": {BASE, PRECISION},
    "engine/wire": UP_TO_RUN,
    "engine/store": UP_TO_RUN,
    "engine/report": UP_TO_RUN | {"engine/store"},
    "engine/lesson": UP_TO_RUN | {"engine/report"},
    "engine/mpi": {BASE},
    "engine/data": {BASE, RUN},
    "engine/backend": {BASE, PRECISION},
    "engine/reference": UP_TO_BACKEND,
    "engine/cpu": UP_TO_BACKEND,
    "engine/cuda": UP_TO_BACKEND,
    "engine/nn": UP_TO_BACKEND | {RUN},
    "engine/train": UP_TO_BACKEND | {RUN, "engine/wire", "engine/store", "engine/data", "engine/nn"},
    "engine/diagnose": UP_TO_BACKEND | {RUN, "engine/data", "engine/nn", "engine/train", "engine/report"},
    "app/worker": UP_TO_BACKEND | {RUN, "engine/inspect", "engine/recording", "engine/wire", "engine/store", "engine/report", "engine/lesson", "engine/data",
                                   "engine/nn", "engine/train", "engine/diagnose"},
    "ui/words": UP_TO_RUN,
    "ui/client": WINDOW_ENGINE | {"ui/words"},
    "ui/models": WINDOW_ENGINE | {"ui/words", "ui/client"},
    "ui/charts": WINDOW_ENGINE,
    "ui/pages": WINDOW_ENGINE | {"ui/words", "ui/client", "ui/models", "ui/charts"},
    "ui/lessons": WINDOW_ENGINE | {"ui/words", "ui/models", "ui/charts"},
    "ui/classroom": WINDOW_ENGINE | {"ui/words", "ui/models", "ui/charts"},
    "ui/widgets": WINDOW_ENGINE | {"ui/charts"},
    "ui/setup": WINDOW_ENGINE | {"engine/data",  # whether a folder has the files of a data set
                                 "engine/nn",  # whether a network's operations fit together
                                 "ui/words", "ui/client", "ui/models", "ui/charts", "ui/widgets", "ui/classroom"},
    "ui/runs": WINDOW_ENGINE | {"ui/words", "ui/client", "ui/models", "ui/charts", "ui/widgets", "ui/setup"},
    "ui/reports": WINDOW_ENGINE | {"ui/words"},
    "ui/shell": WINDOW_ENGINE | {"ui/words", "ui/client", "ui/models", "ui/charts", "ui/widgets", "ui/pages", "ui/lessons",
                               "ui/classroom", "ui/setup", "ui/runs", "ui/reports"},
    "app/desktop": WINDOW_ENGINE | {"ui/words", "ui/client", "ui/models", "ui/charts", "ui/widgets", "ui/pages", "ui/lessons",
                                    "ui/classroom", "ui/setup", "ui/runs", "ui/reports", "ui/shell"},
}
CATALOGUE = "app/worker/catalogue.cpp"  # the only file that names the backends

VENDOR = {  # third-party headers that belong to one kind of hardware or one library of kernels, and the rooms they may enter
    re.compile(r"oneapi/|dnnl|hwy/|omp\.h$|\w*intrin\.h$|arm_neon\.h$"): {"engine/cpu"},
    re.compile(r"mpi\.h$"): {"engine/mpi"},
    re.compile(r"cuda|cublas|cudnn|cutensor|nvml|nvtx|nccl|cub/|thrust/"): {"engine/cuda"},
}
QT = re.compile(r"Q[A-Z]\w*(\.h)?$|Qt\w+(/|$)|q[a-z0-9]+\.h$")
QT_ROOMS = re.compile(r"ui/|app/desktop/|tests/ui/|tests/bench/window_")
CHARTS = re.compile(r"(QtCharts(/|$)|QChart|QLegend|Q\w+Series$|Q\w+Axis$|Q\w+ModelMapper$|QPolarChart|QBarSet|QBoxSet|"
                    r"QCandlestickSet|QPieSlice)")
GENERATED = {"engine/run/run.pb.h", "engine/run/network.pb.h", "engine/base/version.h", "engine/report/tensorboard.pb.h", "engine/report/onnx.pb.h", "engine/report/decision.pb.h",
             "engine/diagnose/notes.pb.h", "engine/train/checkpoint.pb.h", "engine/train/outbox.pb.h", "engine/lesson/lesson.pb.h"}

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"([^"]*)"|<([^>]*)>)', re.MULTILINE)
COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|' + r"'(?:\\.|[^'\\\n])'", re.DOTALL)
# What a person reads of an error: its message and remedy, or the texts that a room's own helper takes for them.
ERROR = re.compile(r"\b(?:(Error)(?:\s+\w+)?|refuse|damaged|failed|system_error)\s*[({]|\breturn\s*({)(?=\s*ErrorCode::)")
STRING = re.compile(r'R"\(.*?\)"|"(?:\\.|[^"\\\n])*"', re.DOTALL)
WORDS = re.compile(r"(?<![\w:{%])[a-z]{2,}(?![\w.(])")
SENTENCE = re.compile(r"[a-z]{2,} (?:[a-z]{2,}|\{)")
EXIT = re.compile(r"(?:\bstd::|(?<![\w.>:])(?:::)?)(_exit|_Exit|exit|quick_exit)\s*\(")


def room_of(path):
    """The first two folders: 'engine/base', 'ui/pages'; of a file under tests/, 'tests'."""
    parts = path.split("/")
    return "tests" if parts[0] == "tests" else "/".join(parts[:2])


def page_of(path):
    """Which page a file of ui/pages belongs to: its folder, or the part of its name before the first '_'."""
    inner = path.split("/")[2:]
    return inner[0] if len(inner) > 1 else inner[0].split(".")[0].split("_")[0]


def without_comments(text):
    return COMMENT_OR_STRING.sub(lambda m: m.group(0) if m.group(0).startswith('"') else " ", text)


def arguments(code, opening):
    """The arguments of the call whose bracket stands at `opening`, as texts; none where it is never closed."""
    depth, at, start, found = 0, opening, opening + 1, []
    while at < len(code):
        string = STRING.match(code, at)
        if string:
            at = string.end()
            continue
        if code[at] in "([{":
            depth += 1
        elif code[at] in ")]}":
            depth -= 1
        if depth == 0 or depth == 1 and code[at] == ",":
            found.append(code[start:at])
            start = at + 1
            if depth == 0:
                return found
        at += 1
    return []


def unsaid(code):
    """What is said of an error in plain English: literals with words outside say("…"), which no window can translate."""
    said = [m.end() - 1 for m in re.finditer(r"\bsay\(", code)]
    for opening in reversed(said):
        inside = ",".join(arguments(code, opening))
        code = code[:opening + 1] + re.sub(r"[^\n]", " ", inside) + code[opening + 1 + len(inside):]
    for call in ERROR.finditer(code):
        opening = call.end() - 1 if code[call.end() - 1] in "({" else call.start(2)
        texts = arguments(code, opening)
        if call.group(1) or call.group(2):
            if not re.match(r"\s*(?:ErrorCode::|[\w.]+code\(\))", texts[0] if texts else ""):
                continue
            texts = [texts[i] for i in (1, 3) if i < len(texts)]
            wrong = WORDS
        else:  # the helper's place has no sentence, or begins with the file's name
            wrong = SENTENCE
        for text in texts:
            for literal in STRING.findall(text):
                alone = " " in literal or literal == text.strip()  # else a name that is handed on
                if alone and wrong.search(literal) and not literal.startswith('"{}, '):
                    yield literal


def licence_of(path):
    return "GPL-3.0-or-later" if path.startswith(("ui/", "app/desktop/")) else "Apache-2.0"


def check_include(path, name, quoted, root, pages):
    """Yields what is wrong with one include of `path`."""
    room = room_of(path)
    if quoted and "/" in name and name.split("/")[0] in TOPS:
        target = room_of(name)
        if not os.path.exists(os.path.join(root, name)) and name not in GENERATED:
            yield f'includes "{name}", which does not exist (includes are relative to the root of the repository)'
        if target in BACKENDS and target != room and path != CATALOGUE and room != "tests":
            yield f'names the backend {target}; only {CATALOGUE} does'
        elif room != "tests" and target != room and path != CATALOGUE and target not in ALLOWED.get(room, set()):
            yield f'includes "{name}": {room} may not see {target}'
        elif path == CATALOGUE and target not in ALLOWED[room] | BACKENDS | {room}:
            yield f'includes "{name}": {room} may not see {target}'
        if room == target == "ui/pages" and page_of(path) != page_of(name) and page_of(name) in pages:
            yield f'includes "{name}": pages never include each other'
        return
    if quoted and name != os.path.splitext(os.path.basename(path))[0] + ".moc":
        yield f'includes "{name}": includes in quotes are relative to the root, those of libraries stand in <>'
    for vendor, rooms in VENDOR.items():
        if vendor.match(name) and room not in rooms and room != "tests":
            yield f"includes <{name}>: that header belongs in {' or '.join(sorted(rooms))}"
    if QT.match(name) and not QT_ROOMS.match(path):
        yield f"includes <{name}>: Qt belongs in ui and app/desktop"
    if CHARTS.match(name) and room != "ui/charts":
        yield f"includes <{name}>: QtCharts belongs in ui/charts"


def check_file(path, root, pages):
    """Yields what is wrong with the file `path` (relative to `root`)."""
    with open(os.path.join(root, path), encoding="utf-8") as file:
        text = file.read()
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        yield f"has {len(lines)} lines; {MAX_LINES} is the most"
    head = lines[1:2] if lines and lines[0].startswith("#!") else lines[:1]
    if not head or not re.fullmatch(rf"(//|#) SPDX-License-Identifier: {licence_of(path)}", head[0]):
        yield f'does not begin with "SPDX-License-Identifier: {licence_of(path)}"'
    if not path.endswith((".cpp", ".h", ".cu", ".cuh")):
        return
    room = room_of(path)
    if room != "tests" and room not in ALLOWED:
        yield f"stands in {room}, which is no room of the design"
    code = without_comments(text)
    for match in INCLUDE.finditer(code):
        yield from check_include(path, match.group(1) or match.group(2) or "", match.group(1) is not None, root, pages)
    if room.startswith("engine/"):
        for literal in unsaid(code):
            yield f"tells of an error in English only, {literal}: write say(\"…\"), so that a window can translate it"
    if re.fullmatch(r"app/\w+/main\.cpp", path):
        return
    for match in EXIT.finditer(re.sub(r'"(?:\\.|[^"\\\n])*"', '""', code)):
        if not (room == "tests" and match.group(1) in ("_exit", "_Exit")):  # how a test plays a crash, or ends a fork
            yield f"calls {match.group(1)}(): only main ends the program"


def sources(root):
    """Every source file, relative to `root`, and every script (a file that begins with #!) of packaging and .ci."""
    for top in TOPS + (".ci",):
        for folder, folders, files in os.walk(os.path.join(root, top)):
            folders[:] = sorted(f for f in folders if f != "__pycache__")
            for name in sorted(files):
                path = os.path.join(folder, name)
                if name.endswith(SOURCES):
                    yield os.path.relpath(path, root)
                elif top in ("packaging", ".ci") and "." not in name:
                    with open(path, "rb") as file:
                        if file.read(2) == b"#!":
                            yield os.path.relpath(path, root)


# Not compiled by eights: Highway includes a file of its own again, and nvcc compiles the other.
ALONE = ("engine/cpu/", "engine/cuda/", "engine/mpi/")
OWN_NAME = re.compile(r"(?:struct|class|enum class|enum) (\w+)|(?!using |namespace |return |template)[\w:<>,&*\[\] ]*?[ *&](\w+)(?:\(|\{| =|\[|;)")


PLAIN_ENUM = re.compile(r"^enum (\w+)[^{};]*\{([^}]*)\};", re.MULTILINE)


def spread_enum(found):
    """An enum that is no class gives its values to everybody: each stands here as a name of the file."""
    values = re.findall(r"^\s*(\w+)", re.sub(r"//[^\n]*", "", found.group(2)).replace(",", "\n"), re.MULTILINE)
    return "\n".join(f"enum {name}" for name in [found.group(1), *values])


def own_names(code):
    """The names that a file defines for itself, in namespaces without a name."""
    names, inside = set(), False
    for line in re.sub(r'R"(\w*)\(.*?\)\1"', '""', PLAIN_ENUM.sub(spread_enum, code), flags=re.DOTALL).splitlines():
        if line.startswith("namespace {"):
            inside = True
        elif line.startswith("}  // namespace"):
            inside = False
        elif inside and line[:1].isalpha():
            found = OWN_NAME.match(line)
            if found:
                names.add(found.group(1) or found.group(2))
            if line.startswith("const"):  # several at once
                names.update(re.findall(r", (\w+) = ", line))
    return names


def twice(root, files):
    """Names that two files of a room give to something of their own: compiled as one unit, they would be one name."""
    first = {}
    for path in files:
        if not path.startswith(("engine/", "ui/", "app/")) or not path.endswith(".cpp") or path.startswith(ALONE):
            continue
        with open(os.path.join(root, path), encoding="utf-8", errors="replace") as file:
            for name in sorted(own_names(file.read())):
                other = first.setdefault((os.path.dirname(path), name), path)
                if other != path:
                    yield f"{path}: {name} is a name of {other} as well, and packaging/run compiles them as one"


def breaches(root):
    """Every breach of the rules under `root`, as 'path: what is wrong', and how many files were read."""
    files = list(sources(root))
    pages = {page_of(f) for f in files if f.startswith("ui/pages/") and f.endswith(("_page.h", "/page.h"))}
    found = [f"{path}: {wrong}" for path in files for wrong in check_file(path, root, pages)]
    return found + list(twice(root, files)), len(files)


def main():
    if len(sys.argv) != 2 or not os.path.isdir(os.path.join(sys.argv[1], "engine")):
        print("usage: check.py ROOT, where ROOT is the folder that contains engine/", file=sys.stderr)
        return 2
    found, count = breaches(sys.argv[1])
    for breach in found:
        print(breach)
    print(f"{count} files, {len(found)} breaches of the structure")
    return 1 if found or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
