// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker sweep --on slurm`.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <map>
#include <thread>

#include "app/worker/slurm.h"
#include "app/worker/sweep_cluster.h"
#include "app/worker/sweep_folder.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/base/resources.h"
#include "engine/report/advisor_text.h"

namespace mantissa {
namespace {

constexpr int most_tries = 3;     ///< of a task that ends without an end of its run
constexpr int polls_missing = 3;  ///< in a row, before it counts as ended: file systems tell of new files late

/// A run that is not in the library yet.
struct Waiting {
    std::size_t cell = 0;
    int tries = 0, missing = 0;
};

class SlurmSweep {
  public:
    SlurmSweep(SweepWork& work, const SlurmOptions& options)
        : work_(work),
          options_(options),
          folder_(options.folder.empty() ? SweepFolder::beside(work) : std::filesystem::absolute(options.folder)),
          jobs_(folder_.jobs()) {}

    int run() {
        jobs_.begin();
        const FileLock alone(folder_.lock(), say("another process takes in the runs of this sweep"));
        const std::vector<std::size_t> numbers = folder_.number(work_);
        for (std::size_t i = 0; i < work_.cells.size(); ++i)
            if (work_.cells[i].run_id.empty()) waiting_[numbers[i]].cell = i;
        // In this order: what leaves the queue in between has its file by then.
        const auto queued = jobs_.queued();
        if (!queued)
            throw Error(ErrorCode::failed, say("squeue does not tell which tasks are queued"), "--on slurm",
                        say("try again: nothing was submitted"));
        overall_ = OverallProgress(work_.grid.name, work_.cells.size(), work_.there);
        take_in();
        std::vector<std::size_t> missing;
        for (auto& [number, waiting] : waiting_)
            if (!queued->contains(number)) missing.push_back(number);
        if (!work_.json && !queued->empty()) fmt::print("In Slurm's queue: {}\n", counted(queued->size(), "task"));
        submit(missing);
        if (!options_.wait) return 0;
        watch();
        display_.finish();
        if (waiting_.empty() && work_.failed == 0) folder_.remove();
        return end_sweep(work_);
    }

  private:
    void submit(const std::vector<std::size_t>& numbers) {
        if (numbers.empty()) return;
        for (const std::size_t number : numbers) {
            folder_.make_ready(number);
            ++waiting_.at(number).tries;
        }
        const std::filesystem::path script =
            options_.script.empty() ? resource_path("slurm/array.sh") : std::filesystem::path(options_.script);
        std::vector<std::string> options{"--output=" + (folder_.log() / "%A_%a.txt").string()};
        options.insert(options.end(), options_.sbatch.begin(), options_.sbatch.end());
        const std::filesystem::path worker = std::filesystem::read_symlink("/proc/self/exe");
        std::vector<std::string> jobs;
        try {
            jobs = jobs_.submit(numbers, options, script, {worker.string(), folder_.path().string()});
        } catch (const Error& error) {
            tell_unsubmitted(numbers, error);
            throw;
        }
        if (!work_.json) fmt::print("Submitted: {}, job {}\n", counted(numbers.size(), "task"), fmt::join(jobs, ", "));
        std::fflush(stdout);
    }

    /// Else they would wait for ever, for who looks with --status. Of several arrays the first may be taken.
    void tell_unsubmitted(const std::vector<std::size_t>& numbers, const Error& error) const {
        for (const std::size_t number : numbers)
            if (!jobs_.has_taken(number))
                folder_.refuse(number, fmt::format("it was never submitted: {}; the same sweep with --on slurm, given "
                                                   "once more, submits it",
                                                   english(error.message_phrase())));
    }

    /// What has ended comes into the library, or is told as refused.
    void take_in() {
        for (auto at = waiting_.begin(); at != waiting_.end();) {
            const auto& [number, waiting] = *at;
            if (const auto merged = folder_.merge(number, work_.library)) {
                work_.cells[waiting.cell].run_id = merged->run_id;
                count_end(work_, waiting.cell, merged->finished, false);
            } else if (const std::string why = waiting.tries > 0 ? folder_.refusal(number) : ""; !why.empty()) {
                give_up(waiting.cell, why, "refused");
            } else {
                ++at;
                continue;
            }
            at = waiting_.erase(at);
            overall_.finish(1);
            display_.draw({}, false, &overall_);
        }
    }

    void give_up(std::size_t cell, const std::string& why, const char* state) {
        fmt::print(stderr, "mantissa-worker: {}: {}\n", harmless(work_.cells[cell].config.name()), harmless(why));
        ++work_.failed;
        print_cell(work_, cell, state);
    }

    void watch() {
        while (!waiting_.empty() && !(work_.stopped = stop_requested())) {
            const auto queued = jobs_.queued();
            take_in();
            if (queued) submit(gone(*queued));
            display_.draw({}, false, &overall_);
            const auto until = std::chrono::steady_clock::now() + std::chrono::duration<double>(options_.poll_seconds);
            while (!waiting_.empty() && std::chrono::steady_clock::now() < until && !stop_requested())
                std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        if (work_.stopped && !work_.json)
            fmt::print("Slurm keeps {}; the same command takes in what they train\n", counted(waiting_.size(), "task"));
    }

    /// Those that are not in the queue and have left no end: killed, or cancelled. They are to be submitted again.
    std::vector<std::size_t> gone(const std::set<std::size_t>& queued) {
        std::vector<std::size_t> again;
        for (auto at = waiting_.begin(); at != waiting_.end();) {
            auto& [number, waiting] = *at;
            waiting.missing = queued.contains(number) ? 0 : waiting.missing + 1;
            if (waiting.missing < polls_missing) {
                ++at;
                continue;
            }
            waiting.missing = 0;
            if (waiting.tries >= most_tries) {
                give_up(waiting.cell,
                        fmt::format("its task ended {} times without an end of the run; see {}", most_tries,
                                    folder_.log().string()),
                        "failed");
                at = waiting_.erase(at);
                overall_.finish(1);
                continue;
            }
            fmt::print(stderr,
                       "mantissa-worker: task {} has left the queue without an end of its run: submitted again\n",
                       number);
            again.push_back(number);
            ++at;
        }
        return again;
    }

    SweepWork& work_;
    const SlurmOptions& options_;
    SweepFolder folder_;
    SlurmJobs jobs_;
    std::map<std::size_t, Waiting> waiting_;  ///< by number
    OverallProgress overall_{"", 0, 0};
    ProgressDisplay display_;
};

}  // namespace

int sweep_on_slurm(SweepWork& work, const SlurmOptions& options) {
    need_library(work);
    catch_interrupts();
    return SlurmSweep(work, options).run();
}

}  // namespace mantissa
