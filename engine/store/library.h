// SPDX-License-Identifier: Apache-2.0
// The library of runs: one SQLite file that holds exactly what was acknowledged, whatever happens to the process, the
// disk or the power. Not safe for two threads at once: the window gives the writing one to a RecordWriter and reads
// through another, read-only one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"
#include "engine/store/library_exchange.h"
#include "engine/store/library_file.h"
#include "engine/store/record_key.h"
#include "engine/store/series.h"
#include "engine/store/sqlite.h"
#include "engine/store/step_table.h"
#include "engine/store/writer_lock.h"

namespace mantissa {

enum class Access {
    read_write,  ///< Any number on a disk of this machine, one at a time in a network folder (see writer_lock.h).
    read_only,   ///< Any number, also while somebody writes; sees each commit.
};

/// One line of the list of runs. All texts are plain text, never markup.
struct RunSummary {
    std::string run_id;
    std::uint32_t number = 0;  ///< from 1, of no other run of this library; the run keeps it
    std::string name;          ///< what a person calls it; at first the name in its configuration
    std::string preset;        ///< empty for none
    std::string precision;     ///< as in config.proto: "FP16"
    std::string note;
    std::vector<std::string> tags;
    double started_unix = 0;  ///< seconds since 1970, UTC
    bool finished = false;
    run::RunFinished::Outcome outcome = run::RunFinished::OUTCOME_UNSET;
    std::optional<float> test_accuracy;  ///< when finished the final one, before that of the last evaluation; 0 to 1
    std::uint32_t steps = 0;
    std::uint32_t skipped = 0;
    std::string device;
    bool emulated = false;
    bool pinned = false;
    bool baseline = false;  ///< at most one run has it
    bool visible = true;
    bool deleted = false;       ///< removed, but not yet purged
    std::string parent_run_id;  ///< set for a fork
    std::uint32_t fork_step = 0;
    std::string race_id;   ///< the same for all lanes of one race; empty for none
    std::string group_id;  ///< the same for all runs of a sweep or a repeated race; empty for none
    bool ghost = false;    ///< it began as a fork that shows what the settings before a change would have done
    run::RunConfig config;
    std::vector<run::Record> changes;  ///< its events that changed settings or adopted the ghost, in order
    bool trained_elsewhere = false;    ///< another process trains it now
    Phrase problem;                    ///< not empty: this row of the file is damaged, and how; `config` is then empty

    /// Whether it is one still: it was not adopted.
    bool is_ghost() const;
};

/// What belongs to a run apart from its training steps and histograms. Records are in the order of their steps.
struct RunDetails {
    run::RunStarted started;  ///< of the lowest lane
    std::vector<std::uint32_t> lanes;
    std::vector<run::Record> events;
    std::vector<run::Record> evaluations;
    std::vector<run::Record> errors;
    std::optional<run::MemoryRecord> memory;   ///< the latest plan; the earlier ones are records of kind memory
    std::optional<run::RunFinished> finished;  ///< the latest end
    std::uint32_t first_step = 0;              ///< of the recorded steps of all lanes; 0 where there are none
    std::uint32_t last_step = 0;
};

/// What a person says of a run, in a form that can be compared.
struct RunMarks {
    std::size_t named = 0;   ///< a hash of its name
    std::size_t marked = 0;  ///< a hash of its note and tags, and of whether it is pinned and the baseline
    bool deleted = false;
    std::uint32_t number = 0;  ///< RunSummary's
    bool operator==(const RunMarks&) const = default;
};

/// What Library::check() found.
struct LibraryCheck {
    struct Damage {
        std::string run_id;  ///< empty: none can be named
        Phrase what;         ///< where, with the steps concerned
    };
    bool digests = true;    ///< false: the library is of a version that had none, so that only its pages were looked at
    std::size_t runs = 0;   ///< in the file
    std::int64_t rows = 0;  ///< compared, of all tables
    std::vector<Damage> damage;
};

class Library {
  public:
    /// Opens the library at `path`; one that is absent is made (read_write only; its folder must exist). An older
    /// version is migrated (read_write only). Throws Error: bad_data for a file that is damaged, newer or no library
    /// (it is left untouched), failed where it cannot be reached or may not be written beside another Mantissa.
    static std::unique_ptr<Library> open(const std::filesystem::path& path, Access access);

    /// Keeps `records` in one transaction and returns only after its COMMIT reached the disk: what it returned from is
    /// acknowledged. An equal repeat of a record is ignored. Throws Error, and then keeps none of them: bad_data for a
    /// record of a run that has not started, a repeat that is not equal, or a run that goes on from a checkpoint beyond
    /// its last step kept here, which would leave a gap, or that another process trains; failed when the disk is full
    /// or fails.
    void append(std::span<const run::Record> records);

    /// Marks a run as trained by this process until its end is kept or the library is closed; append() of its first
    /// record does so too. Throws Error (bad_data) where another process trains it.
    void claim(const std::string& run_id);

    /// After append() threw `failed`: opens the file anew, so that it can be tried again. Throws Error where that
    /// fails; the library is then as before.
    void reopen();
    /// Throws Error where nothing can be written now: what a full or read-only disk would say to append().
    void check_writable();
    /// The last step of this run that is kept, 0 where none is; nothing where there is no such run. Throws Error.
    std::optional<std::uint32_t> steps_kept(const std::string& run_id) const;

    /// About how many bytes of the file are this run's; 0 where there is no such run. Throws Error.
    std::uint64_t bytes_of_run(const std::string& run_id) const;
    /// Thins the steps [first_step, end_step), multiples of 256, and the histograms there: see run_share.h. All of it
    /// or nothing. What is thinned twice is thinner. Throws Error as append() does, usage for an unknown run.
    void thin(const std::string& run_id, std::uint32_t first_step, std::uint32_t end_step);

    /// All runs, oldest first. A run whose row is damaged is listed with `problem` set.
    std::vector<RunSummary> runs() const;
    /// A number that changes with each commit of another connection: what was read before may be out of date.
    std::int64_t version() const;
    /// The ids of runs that were added after the row `last`, which becomes the last one's; at first 0.
    std::vector<std::string> added_after(std::int64_t& last) const;
    /// By id, of all runs: what a person says of a run, so that what others changed can be told from what training did;
    /// and its number.
    std::map<std::string, RunMarks> marks() const;
    /// One run. Throws Error (usage) when there is no such run.
    RunSummary summary(const std::string& run_id) const;

    /// These throw Error: usage for an unknown run or a text over its limit (name 1 KiB, note 1 MiB, 64 tags of 1 KiB).
    void set_name(const std::string& run_id, const std::string& name);
    void set_note(const std::string& run_id, const std::string& note);
    void set_tags(const std::string& run_id, const std::vector<std::string>& tags);
    void set_pinned(const std::string& run_id, bool pinned);
    void set_visible(const std::string& run_id, bool visible);
    /// Makes it the baseline (any other ceases to be) or takes that away.
    void set_baseline(const std::string& run_id, bool baseline);
    /// Marks a run as deleted; restore() takes that back.
    void remove(const std::string& run_id);
    void restore(const std::string& run_id);
    /// Erases what is marked as deleted, for good, and gives the space back; but for what another process trains.
    /// Returns how many runs.
    std::size_t purge_deleted();

    /// Throws Error: usage for an unknown run, bad_data (run and table) where the file is damaged.
    RunDetails details(const std::string& run_id) const;

    /// The records of a run, by step, within a step by lane and then in the order of arrival (a step_done before what
    /// came of it). `kind` KIND_NOT_SET: of every kind. Throws Error as details() does.
    std::vector<run::Record> records(const std::string& run_id, RecordKind kind = RecordKind::KIND_NOT_SET,
                                     std::uint32_t first_step = 0, std::uint32_t last_step = every_step) const;

    /// The steps that have a record of this kind, ascending, each once; not for kStepDone. Throws Error as details()
    /// does.
    std::vector<std::uint32_t> steps_with(const std::string& run_id, RecordKind kind) const;

    /// The first step from `from` on that has records; nothing where there is none. Step numbers may leap: a reader
    /// that takes stretch by stretch continues there. Throws as details().
    std::optional<std::uint32_t> next_step(const std::string& run_id, std::uint32_t from) const;

    /// At most `max_points` nodes that together cover every recorded step of [first_step, last_step] once, in order;
    /// a node of one step where there is room for each. Reads little even of a million steps. Throws as details().
    std::vector<SeriesNode> series(const std::string& run_id, std::uint32_t lane, Field field, std::uint32_t first_step,
                                   std::uint32_t last_step, std::size_t max_points) const;

    /// Writes these runs into a new library at `file`, complete or not at all. Throws Error: usage where a run is
    /// unknown or none is given, where the file exists and `replace` is false or is this library; bad_data where a run
    /// is damaged; failed where the file cannot be written or another Mantissa has it open.
    void export_runs(const std::vector<std::string>& run_ids, const std::filesystem::path& file,
                     bool replace = false) const;
    /// Takes in all runs of a library from elsewhere, which is never trusted: see library_exchange.h for what is
    /// checked. All of it or, when Error is thrown, nothing: bad_data for a file that is no sound library, failed where
    /// it cannot be read, is in use or this library cannot be written.
    ImportResult import_runs(const std::filesystem::path& file);

    /// What is damaged: every row is compared with its digest, and SQLite looks at its pages. Reads the whole file.
    /// Throws Error only where nothing can be read at all.
    LibraryCheck check() const;

    const std::filesystem::path& path() const { return path_; }
    Access access() const { return access_; }

  private:
    class RunCopy;
    // Which numbered records (see may_recur) were seen at the current step of a lane since it last began or went back:
    // tells a second pause at one step from the repeat of the first after a resume.
    struct Pass {
        std::uint32_t step = 0;
        std::map<std::string, int> seen;
    };
    using Passes = std::map<std::pair<std::int64_t, std::uint32_t>, Pass>;

    Library(std::filesystem::path path, Access access, std::unique_ptr<WriterLock> lock,
            std::unique_ptr<Database> database);
    void must_write() const;
    void must_hold() const;                           // throws Error once the storage has failed
    RunKey find(const std::string& run_id) const;     // id 0: not there
    RunKey require(const std::string& run_id) const;  // throws Error (usage)
    // Where a run that begins stands: behind all others, or where one stood that it replaces.
    struct Place {
        std::optional<std::int64_t> id, number;
    };
    RunKey begin_run(const run::Record& record, const Place& place = {});
    void write_tags(const RunKey& run, const std::vector<std::string>& tags);
    void replace_run(const RunKey& mine, const std::function<void(const Place&)>& copy);
    std::uint32_t last_kept(const RunKey& run) const;  // step; of a fork at least where it began
    void keep(const RunKey& run, const run::Record& record, Passes& passes);
    void commit(Transaction& transaction);
    void change(const std::string& run_id, const std::function<void(std::int64_t id)>& with);
    void set(const std::string& run_id, const char* sql, std::int64_t value);
    void read_records(const RunKey& run, RecordKind kind, std::uint32_t first, std::uint32_t last,
                      std::vector<run::Record>& into) const;
    std::vector<RunSummary> list(const std::string* run_id) const;

    std::filesystem::path path_;
    Access access_;
    std::unique_ptr<WriterLock> lock_;  // before the connection: released after it is closed
    std::unique_ptr<Database> database_;
    Passes passes_;
    std::set<std::int64_t> resumed_;  // runs that began again while this is open: their steps must go on without a gap
    bool storage_failed_ = false;
};

}  // namespace mantissa
