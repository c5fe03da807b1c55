// SPDX-License-Identifier: Apache-2.0
// Runs from one library to another through a file: Library::export_runs and Library::import_runs. The file is a library
// like any other, so whoever gets one can also open it as it is.
//
// An import trusts nothing. The file is opened read-only as one that nobody writes; its version, its tables (word for
// word), every page and every reference are checked; each record is parsed and goes through the same checks as a record
// that comes from the worker. What can be computed from the records (the pyramid, the result, counts, columns of the
// list) is computed afresh, never copied. Taken from the file besides its records: name, note and tags of a run. Not
// taken: its number there, and which run was the baseline, pinned or on the charts.
//
// What is in a library is changed by an import in one case only: a run that is damaged here, or has an end in the file
// only, is replaced by the same run of the file where that holds every sound record of the one here. It keeps its
// number and what the person here said of it.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace mantissa {

/// What an import did with each run of the file.
struct ImportResult {
    /// A run that was not taken: another one is here under its id. A run under a second id would no longer be the run
    /// that its checkpoints, forks and reports name.
    struct Refused {
        enum class Kind {
            more_here,   ///< more records here than in the file
            more_there,  ///< more in the file than here
            differ,
        };
        std::string run_id;
        std::string name;    ///< in the file
        std::string reason;  ///< a sentence without its full stop
        Kind kind = Kind::differ;
        std::string place{};  ///< of the first record that differs: "step 499, lane 0, evaluated"
    };
    /// A run whose copy here gave way to that of the file.
    struct Replaced {
        std::string run_id;
        std::string name;      ///< in the file
        bool damaged = false;  ///< false: it was sound, but had no end
    };
    std::vector<std::string> imported;  ///< ids of the runs that are new here
    std::vector<Replaced> replaced;
    std::vector<std::string> equal;     ///< were here already, record by record the same
    std::vector<std::string> restored;  ///< equal ones that had been deleted here and are back
    std::vector<Refused> refused;
    std::size_t deleted = 0;  ///< runs that had been deleted in the file: not taken
};

/// "3 runs imported, 1 was here already. Not taken: …", for a person.
std::string describe(const ImportResult& result);

}  // namespace mantissa
