// SPDX-License-Identifier: Apache-2.0
// What must hold for any bytes taken for an exported file or a library: they are refused with a place, or every run
// that was imported can be read. Shared by the fuzzer and by the test that runs without one.
#pragma once

#include "engine/store/library.h"
#include "tests/fuzz/scratch_file.h"

namespace mantissa::fuzz {

/// Throws std::logic_error where the promise is broken. Returns whether the file was imported.
inline bool check_import(std::span<const std::uint8_t> bytes) {
    static const Scratch scratch;
    static const std::unique_ptr<Library> into = Library::open(scratch.path() / "into.mantissa", Access::read_write);
    const std::filesystem::path file = scratch.file("handed.mantissa", bytes);
    accepted(
        [&] {  // as it lies there: a library of somebody
            const auto library = Library::open(file, Access::read_only);
            library->check();
            for (const RunSummary& run : library->runs())
                if (run.problem.empty()) library->records(run.run_id);
        },
        ErrorCode::failed);
    return accepted(
        [&] {
            const ImportResult result = into->import_runs(file);
            for (const std::string& run_id : result.imported) {
                into->details(run_id);
                into->records(run_id);
                into->series(run_id, 0, Field::loss, 0, every_step, 100);
                into->remove(run_id);
            }
            into->purge_deleted();
        },
        ErrorCode::failed);
}

}  // namespace mantissa::fuzz
