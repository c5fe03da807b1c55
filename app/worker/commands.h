// SPDX-License-Identifier: Apache-2.0
// The sub-commands. Each adds itself to the program and returns what runs it: its exit code, or an Error thrown.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace mantissa {

/// Runs the chosen sub-command; returns the exit code.
using CommandFunction = std::function<int()>;

CommandFunction add_train(CLI::App& program);
CommandFunction add_demo(CLI::App& program);
CommandFunction add_compare(CLI::App& program);
CommandFunction add_sweep(CLI::App& program);
CommandFunction add_serve(CLI::App& program);
CommandFunction add_devices(CLI::App& program);
CommandFunction add_presets(CLI::App& program);
CommandFunction add_network(CLI::App& program);
CommandFunction add_bench(CLI::App& program);
CommandFunction add_plan(CLI::App& program);
CommandFunction add_runs(CLI::App& program);
CommandFunction add_report(CLI::App& program);
CommandFunction add_export(CLI::App& program);
CommandFunction add_export_network(CLI::App& program);
CommandFunction add_import(CLI::App& program);
CommandFunction add_decide(CLI::App& program);
CommandFunction add_lesson(CLI::App& program);
CommandFunction add_round(CLI::App& program);
CommandFunction add_inspect(CLI::App& program);
CommandFunction add_diagnose(CLI::App& program);
CommandFunction add_budget(CLI::App& program);
CommandFunction add_replay(CLI::App& program);
CommandFunction add_reproducer(CLI::App& program);
CommandFunction add_reduction(CLI::App& program);

}  // namespace mantissa
