# SPDX-License-Identifier: Apache-2.0
"""Breaks each rule of check.py once, in a small tree of its own, and expects exactly that complaint."""
import os
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import check  # noqa: E402

APACHE = "// SPDX-License-Identifier: Apache-2.0\n"
GPL = "// SPDX-License-Identifier: GPL-3.0-or-later\n"

# A tree in which everything is right; each test adds one file to it.
RIGHT = {
    "engine/base/error.h": APACHE + '#include <string>\n#include "engine/base/version.h"\n',
    "engine/precision/policy.h": APACHE + '#include "engine/base/error.h"\n',
    "engine/run/names.h": APACHE + '#include "engine/run/run.pb.h"\n',
    "engine/backend/device.h": APACHE + '#include "engine/precision/policy.h"\n',
    "engine/cpu/cpu_device.h": APACHE + '#include <hwy/highway.h>\n#include <oneapi/dnnl/dnnl.hpp>\n'
                               '#include "engine/backend/device.h"\n',
    "engine/reference/reference_device.h": APACHE + '#include "engine/backend/device.h"\n',
    "engine/train/trainer.h": APACHE + '#include "engine/backend/device.h"\n#include "engine/run/names.h"\n',
    "app/worker/catalogue.cpp": APACHE + '#include "engine/cpu/cpu_device.h"\n#include "engine/reference/reference_device.h"\n',
    "app/worker/main.cpp": APACHE + '#include <CLI/CLI.hpp>\nint main() { std::exit(1); }\n',
    "app/desktop/main.cpp": GPL + '#include <QApplication>\n#include "ui/pages/live_page.h"\n',
    "ui/client/engine_client.h": GPL + '#include <QObject>\n#include "engine/run/names.h"\n',
    "ui/models/run_list.h": GPL + '#include "ui/client/engine_client.h"\n',
    "ui/charts/line_chart.h": GPL + "#include <QChartView>\n#include <QtCharts/QLineSeries>\n",
    "ui/pages/chips.h": GPL + "// exit(1) in a comment, and a program.exit(1) that is a method's, are nobody's exit\n",
    "ui/pages/live_lines.h": GPL + '#include "ui/charts/line_chart.h"\nconst char* text = "exit(1)";\n',
    "ui/pages/live_page.h": GPL + '#include "ui/models/run_list.h"\n#include "ui/pages/chips.h"\n#include "ui/pages/live_lines.h"\n',
    "ui/pages/speed_page.h": GPL + '#include "ui/pages/chips.h"\n',
    "tests/ui/live_test.cpp": APACHE + '#include <QTest>\n#include "ui/pages/live_page.h"\n#include "live_test.moc"\n',
    "tests/engine/cpu/device_test.cpp": APACHE + '#include "engine/cpu/cpu_device.h"\nvoid f() { ::_exit(1); }\n',
    "packaging/run": "#!/bin/bash\n# SPDX-License-Identifier: Apache-2.0\n",
}


def breaches_of(files):
    """The breaches in the right tree with `files` (path: content) added or replaced."""
    with tempfile.TemporaryDirectory(prefix="mantissa-structure-") as root:
        for path, content in {**RIGHT, **files}.items():
            full = os.path.join(root, path)
            os.makedirs(os.path.dirname(full), exist_ok=True)
            with open(full, "w", encoding="utf-8") as file:
                file.write(content)
        return check.breaches(root)[0]


class Structure(unittest.TestCase):
    def complains(self, path, content, *expected):
        """`content` at `path` gives one breach, in that file, that contains each of `expected`."""
        found = breaches_of({path: content})
        self.assertEqual(len(found), 1, found)
        for text in (path + ": ",) + expected:
            self.assertIn(text, found[0])

    def test_a_name_of_two_files_of_a_room(self):
        own = APACHE + "namespace mantissa {\nnamespace {\n\n%s\n}  // namespace\n}  // namespace mantissa\n"
        for line in ("constexpr int most = 3;", "double most(int x) {", "struct most {", "const T* most[3] = {}"):
            found = breaches_of({"engine/run/a.cpp": own % "int most = 1;", "engine/run/b.cpp": own % line,
                                 "engine/wire/c.cpp": own % line, "engine/cpu/a.cpp": own % line, "engine/cpu/b.cpp": own % line})
            self.assertEqual(len(found), 1, found)
            self.assertIn("engine/run/b.cpp: most is a name of engine/run/a.cpp", found[0])
        same = breaches_of({"engine/run/a.cpp": own % "namespace fs = std::filesystem;\nusing Clock = std::steady;",
                            "engine/run/b.cpp": own % "namespace fs = std::filesystem;\nusing Clock = std::steady;"})
        self.assertEqual(same, [])

    def includes(self, path, include, *expected):
        licence = GPL if path.startswith(("ui/", "app/desktop/")) else APACHE
        self.complains(path, f"{licence}#include {include}\n", *expected)

    def test_the_right_tree_is_right(self):
        self.assertEqual(breaches_of({}), [])

    def test_includes_are_relative_to_the_root(self):
        self.includes("engine/base/error.cpp", '"error.h"', "relative to the root")
        self.includes("engine/base/error.cpp", '"../base/error.h"', "relative to the root")
        self.includes("engine/base/error.cpp", '"engine/base/erorr.h"', "does not exist")
        self.includes("tests/ui/other_test.cpp", '"live_test.moc"', "relative to the root")

    def test_rooms_see_only_rooms_below(self):
        self.includes("engine/base/rng.h", '"engine/precision/policy.h"', "engine/base may not see engine/precision")
        self.includes("engine/store/library.h", '"engine/train/trainer.h"', "engine/store may not see engine/train")
        self.includes("engine/data/dataset.h", '"engine/precision/policy.h"', "engine/data may not see engine/precision")
        self.includes("engine/wire/stream.h", '"engine/backend/device.h"', "engine/wire may not see engine/backend")
        self.includes("engine/nn/layer.h", '"engine/train/trainer.h"', "engine/nn may not see engine/train")
        self.includes("engine/run/json.h", '"ui/client/engine_client.h"', "engine/run may not see ui/client")
        self.includes("app/worker/serve.cpp", '"ui/client/engine_client.h"', "app/worker may not see ui/client")

    def test_only_the_catalogue_names_backends(self):
        self.includes("engine/train/step.cpp", '"engine/reference/reference_device.h"', "names the backend engine/reference")
        self.includes("engine/reference/x.cpp", '"engine/cpu/cpu_device.h"', "names the backend engine/cpu")
        self.includes("app/worker/serve.cpp", '"engine/cpu/cpu_device.h"', "names the backend engine/cpu")
        self.includes("ui/client/x.cpp", '"engine/cpu/cpu_device.h"', "names the backend engine/cpu")

    def test_the_window_sees_little_of_the_engine(self):
        self.includes("ui/models/x.h", '"engine/backend/device.h"', "ui/models may not see engine/backend")
        self.includes("ui/shell/x.h", '"engine/train/trainer.h"', "ui/shell may not see engine/train")

    def test_vendor_headers_stay_in_their_rooms(self):
        self.includes("engine/nn/dense.cpp", "<oneapi/dnnl/dnnl.hpp>", "belongs in engine/cpu")
        self.includes("engine/cuda/device.cpp", "<hwy/highway.h>", "belongs in engine/cpu")
        self.includes("engine/cpu/device.cpp", "<cuda_runtime.h>", "belongs in engine/cuda")
        self.includes("app/worker/serve.cpp", "<cublasLt.h>", "belongs in engine/cuda")
        self.includes("engine/precision/cast.cpp", "<immintrin.h>", "belongs in engine/cpu")

    def test_qt_stays_in_the_window(self):
        self.includes("engine/base/text.h", "<QString>", "Qt belongs in")
        self.includes("app/worker/serve.cpp", "<QtCore/QObject>", "Qt belongs in")
        self.includes("tests/engine/base/x_test.cpp", "<QTest>", "Qt belongs in")
        self.includes("engine/base/text.h", "<qstring.h>", "Qt belongs in")

    def test_charts_stay_in_charts(self):
        for header in ("<QChart>", "<QtCharts>", "<QtCharts/QChartView>", "<QLineSeries>", "<QLogValueAxis>", "<QLegend>"):
            self.includes("ui/pages/live_more.h", header, "QtCharts belongs in ui/charts")

    def test_pages_do_not_include_each_other(self):
        self.includes("ui/pages/speed_bars.h", '"ui/pages/live_page.h"', "pages never include each other")
        self.includes("ui/pages/speed_bars.h", '"ui/pages/live_lines.h"', "pages never include each other")

    def test_models_see_neither_pages_nor_charts(self):
        self.includes("ui/models/x.h", '"ui/pages/live_page.h"', "ui/models may not see ui/pages")
        self.includes("ui/models/x.h", '"ui/charts/line_chart.h"', "ui/models may not see ui/charts")
        self.includes("ui/charts/x.h", '"ui/models/run_list.h"', "ui/charts may not see ui/models")

    def test_files_are_short(self):
        self.assertEqual(breaches_of({"engine/base/long.cpp": APACHE + "\n" * 499}), [])
        self.complains("engine/base/long.cpp", APACHE + "\n" * 500, "501 lines")

    def test_licences(self):
        self.complains("engine/base/x.h", GPL, "Apache-2.0")
        self.complains("ui/shell/x.h", APACHE, "GPL-3.0-or-later")
        self.complains("app/desktop/x.h", APACHE, "GPL-3.0-or-later")
        self.complains("engine/base/x.h", "", "Apache-2.0")
        self.complains("engine/base/x.h", "#pragma once\n" + APACHE, "Apache-2.0")
        self.complains("engine/run/run.proto", 'syntax = "proto3";\n', "Apache-2.0")
        self.complains("packaging/screenshots", "#!/bin/bash\necho\n", "Apache-2.0")

    def test_errors_can_be_translated(self):
        for call in ('throw Error(ErrorCode::usage, "no such thing", "lr", say("stop it first"))',
                     'throw Error(ErrorCode::usage, say("no such thing"), "lr", "stop it first")',
                     'throw Error(ErrorCode::usage, fmt::format("{} is none", x), "the lr")',
                     'throw Error(error.code(), "it failed: " + error.message(), "x")',
                     'throw Error(ErrorCode::usage, bad ? say("it is bad") : "it is good")',
                     'Error error(ErrorCode::usage, "no such thing")',
                     'return {ErrorCode::usage, "no such thing"}',
                     'refuse(file, say("it is none"), "a file that can be read")',
                     'throw refuse(fmt::format("there are {} of them", n), say("at most %1", {3}))'):
            self.complains("engine/base/x.cpp", f"{APACHE}void f() {{ {call}; }}\n", "in English only")
        for call in ('throw Error(ErrorCode::usage, say("no \\"%1\\", a thing", {x}), "the lanes", say("stop (or end) it"))',
                     'throw Error(ErrorCode::usage, say("it is " "bad"), fmt::format("lane {}", i), "FP32, TF32")',
                     'throw Error(ErrorCode::usage, name, "x", fmt::format("{}, SHA-256 {:02x}", a, b))',
                     'refuse(fmt::format("{}, compressed byte {}", name, at), say("it is none"), "predict.kind")',
                     '/// Throws Error(usage, "in a comment")\n'):
            self.assertEqual(breaches_of({"engine/base/x.cpp": f"{APACHE}void f() {{ {call}; }}\n"}), [])
        worker = 'void f() { throw Error(ErrorCode::usage, "the command line is English"); }\n'
        self.assertEqual(breaches_of({"app/worker/x.cpp": APACHE + worker}), [])

    def test_only_main_ends_the_program(self):
        for call in ("exit(1)", "std::exit(1)", "::_exit(1)", "quick_exit (1)"):
            self.complains("engine/base/x.cpp", f"{APACHE}void f() {{ {call}; }}\n", "only main ends the program")
        self.complains("tests/engine/x_test.cpp", f"{APACHE}void f() {{ std::exit(1); }}\n", "only main ends the program")
        self.assertEqual(breaches_of({"engine/base/x.cpp": APACHE + "void f() { loop.exit(1); Loop::exit(2); on_exit(3); }\n"}), [])

    def test_a_new_room_must_be_named(self):
        self.complains("engine/misc/x.h", APACHE, "no room of the design")


if __name__ == "__main__":
    unittest.main()
