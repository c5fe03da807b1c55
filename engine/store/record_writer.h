// SPDX-License-Identifier: Apache-2.0
// A thread that owns the library of the writing process. Whoever receives records pushes them and never waits for the
// disk; up to 20 times a second what has gathered is committed and acknowledged. Where the disk is full, the writer of
// a window waits for room, and who pushes gets no acknowledgement: so training pauses instead of losing what it did.
//
// A person may decide not to wait. Then the runs of what waited are left out: no later record of them is kept, so that
// none is ever kept with a gap. Every other run is tried, once, and is kept again where that succeeds.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/run.pb.h"
#include "engine/store/library.h"
#include "engine/store/run_share.h"

namespace mantissa {

class RecordWriter {
  public:
    /// All are called from the writer's thread and must not call flush() or destroy the writer.
    struct Callbacks {
        /// So many more records, in the order of push(), are on the disk: they are acknowledged.
        std::function<void(std::size_t)> on_committed;
        /// Called once, at the first failure: nothing after the last acknowledged record was or will be kept.
        std::function<void(const Error&)> on_error;
        /// Set: a disk that is full or cannot be written ends nothing. What is not written waits, in order, and is
        /// tried again until it is kept; this tells why it waits, again where the reason has changed.
        std::function<void(const Error&)> on_stalled = {};
        /// What waited is kept.
        std::function<void()> on_recovered = {};
        /// Set: records that contradict what is kept of their run end the keeping of that run only. Its records count
        /// as committed from then on, though nobody has them. Where it begins again (is resumed), it is tried again.
        /// Not called for a run that give_up() let go on without being kept, which is only left out again.
        std::function<void(const std::string& run_id, const Error&)> on_refused = {};
        /// Set: give_up() ends the keeping of runs, not of everything, and on_error never comes of it. This tells why
        /// runs are left out: at give_up(), and at each failure until on_kept_again.
        std::function<void(const Error&)> on_unkept = {};
        /// This run is left out: its records count as committed from here on, though nobody has them. `kept`: the last
        /// step that the library holds, 0 where that cannot be read now; nothing: it holds nothing of the run. Comes
        /// before the on_unkept that says why.
        std::function<void(const std::string& run_id, std::optional<std::uint32_t> kept)> on_left_out = {};
        /// After on_unkept: the library can be written again, and this run is kept; empty: try_again() found it so,
        /// or the records of a run that may have a gap.
        /// Also for a run that was left out and went on from a checkpoint up to which the library holds all of it.
        std::function<void(const std::string& run_id)> on_kept_again = {};
        /// A run reached its share of the disk and was thinned (see run_share.h): the event that says so. It is kept.
        std::function<void(const run::Record&)> on_thinned = {};
    };

    /// `interval`: shortest time from one commit to the next; `retry`: from one attempt to the next while it waits.
    RecordWriter(std::unique_ptr<Library> library, Callbacks callbacks,
                 std::chrono::milliseconds interval = std::chrono::milliseconds(50),
                 std::chrono::milliseconds retry = std::chrono::seconds(1));
    /// Commits what is queued, runs the tasks and joins the thread. May block for the disk. What waits is tried once
    /// more.
    ~RecordWriter();
    RecordWriter(const RecordWriter&) = delete;
    RecordWriter& operator=(const RecordWriter&) = delete;

    /// Queues records. Never waits for the disk; the queue is bounded by whoever grants credit for acknowledged
    /// records. Throws the Error that ended the writing, if it has ended: the records are then not taken.
    void push(std::vector<run::Record> records);

    /// Runs `task` on the writer's thread after everything pushed before it is committed, at once (for set_note and its
    /// like; also after a failure of append). Never blocks. What it throws is in the future, which may be dropped.
    std::future<void> post(std::function<void(Library&)> task);

    /// How many bytes of the library one run may take from now on (see run_share.h).
    void set_run_share(std::uint64_t bytes);

    /// Blocks until everything pushed and posted so far is done. Throws the Error that ended the writing, for which it
    /// waits or for which runs are left out now.
    void flush();

    /// Ends the waiting: one attempt more, and where that fails the writing has ended (on_error), or the runs of what
    /// waits are left out (where on_unkept is set). Nothing waits: nothing happens.
    void give_up();

    /// After on_unkept: sees whether the library can be written now; ends in on_kept_again or on_unkept. Where it is
    /// written already, nothing happens. Never blocks.
    void try_again();

    /// For runs that began before this writer was there, so that it cannot have all of them: what of them, or of what
    /// comes of them, is pushed later is left out, as after give_up().
    std::future<void> leave_out_from_now(std::vector<std::string> run_ids);

    /// After on_error: the records that were pushed and not acknowledged, in order; once.
    std::vector<run::Record> take_unwritten();

    /// Records pushed and not yet acknowledged.
    std::size_t pending() const;
    /// Why the writing ended; nothing while it goes on.
    std::optional<Error> error() const;

  private:
    // Records, or a task.
    struct Item {
        std::vector<run::Record> records;
        std::packaged_task<void(Library&)> task;
    };
    /// What becomes of the records that come.
    enum class Writing {
        goes_on,     ///< they are kept
        waits,       ///< they wait, with those before them, until the library can be written
        leaves_out,  ///< since give_up(): the runs of those that cannot be kept are left out
        ended,       ///< none is kept any more
    };
    /// A run that lacks a dropped record.
    struct LeftOut {
        bool let_go = false;       ///< a person let it go on without being kept: its refusals are not told
        bool begun_again = false;  ///< it was resumed, but whether that leaves a gap is not known yet
    };
    void work();
    void end(const Error& reason);
    void commit(std::vector<run::Record> batch, bool last_attempt);
    void set(Writing writing, const Error& reason);
    void admit(std::vector<run::Record>& batch);
    bool wanted(const run::Record& record);
    std::optional<std::uint32_t> steps_kept(const std::string& run_id,
                                            std::optional<std::uint32_t> unreadable = {}) const;
    void append(std::vector<run::Record>& batch);
    void append_each(std::vector<run::Record>& batch);
    void fail(std::vector<run::Record> batch, const Error& reason, bool last_attempt);
    void leave_out(const std::string& run_id, bool let_go);
    void go_on_without(const std::vector<run::Record>& batch, const Error& reason);
    void succeed(const std::vector<run::Record>& batch);
    void acknowledge();

    void thin(const std::vector<run::Record>& batch);

    std::unique_ptr<Library> library_;
    Callbacks callbacks_;
    RunShare share_;
    std::chrono::milliseconds interval_, retry_;
    std::vector<run::Record> held_;  // waits to be tried again; before all that is queued
    std::size_t taken_ = 0;          // of the queue, not yet acknowledged: held_ and what was dropped since
    std::map<std::string, LeftOut> left_out_;
    std::set<std::string> left_out_races_;  // of whose lanes one was left out from its beginning

    mutable std::mutex mutex_;
    std::condition_variable wake_;
    std::condition_variable done_;
    std::deque<Item> queue_;
    std::uint64_t queued_items_ = 0;    // ever
    std::uint64_t finished_items_ = 0;  // ever
    std::uint64_t urgent_until_ = 0;    // items up to here do not wait for the interval
    std::size_t pending_ = 0;
    Writing writing_ = Writing::goes_on;
    std::optional<Error> reason_;  // why it does not go on
    std::vector<run::Record> unwritten_;
    bool stop_ = false;
    bool thread_ended_ = false;
    bool given_up_ = false;  // the next attempt is the last of this waiting, and is made at once

    std::thread thread_;  // last: starts when all else is there
};

}  // namespace mantissa
