// SPDX-License-Identifier: Apache-2.0
// `mpirun -n N mantissa-worker sweep --on mpi`. Ranks share nothing but the sweep's folder, in which a run belongs to
// the first that puts its mark there: so no rank waits for another one.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "app/worker/catalogue.h"
#include "app/worker/sweep_cluster.h"
#include "app/worker/sweep_folder.h"
#include "app/worker/sweep_task.h"
#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/run/error_record.h"

namespace mantissa {
namespace {

template <class Value>
std::span<std::byte> bytes_of(Value& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

/// Whether this rank is the first that wants it.
bool takes(const SweepPlace& at) {
    const int file = ::open(at.taken.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno != EEXIST)
        throw Error(ErrorCode::failed, say("the run cannot be taken"), at.taken.string(),
                    say("a folder that every rank can write"));
    if (file >= 0) ::close(file);
    return file >= 0;
}

class MpiSweep {
  public:
    MpiSweep(SweepWork& work, const std::string& folder, RankLink& link)
        : work_(work),
          folder_(folder.empty() ? SweepFolder::beside(work) : std::filesystem::absolute(folder)),
          link_(link) {}

    int first_rank() {
        find_done(work_, Begun::remove);
        const std::vector<std::size_t> numbers = folder_.number(work_);
        const FileLock alone(folder_.lock(), say("another process takes in the runs of this sweep"));
        for (std::size_t i = 0; i < work_.cells.size(); ++i)
            if (work_.cells[i].run_id.empty()) missing_.push_back({numbers[i], i});
        overall_ = OverallProgress(work_.grid.name, work_.cells.size(), work_.there);
        take_in();
        std::vector<std::uint64_t> dealt;
        for (const auto& [number, cell] : missing_) {
            folder_.make_ready(number);
            dealt.push_back(number);
        }
        for (std::uint32_t rank = 1; rank < link_.ranks(); ++rank) {
            std::uint64_t count = dealt.size();
            link_.send(rank, bytes_of(count));
            link_.send(rank, std::as_bytes(std::span(dealt)));
        }
        train(dealt, [this] { take_in(); });
        for (std::uint32_t rank = 1; rank < link_.ranks() && !stop_requested(); ++rank) {
            std::uint8_t done = 0;
            link_.receive(rank, bytes_of(done));
        }
        work_.stopped = stop_requested();
        take_in();
        for (const auto& [number, cell] : missing_) {
            const std::string why = folder_.refusal(number);
            if (why.empty()) continue;
            ++work_.failed;
            print_cell(work_, cell, "refused");
        }
        display_.finish();
        if (!work_.stopped && work_.failed == 0) folder_.remove();
        return end_sweep(work_);
    }

    int other_rank() {
        std::uint64_t count = 0;
        link_.receive(0, bytes_of(count));
        std::vector<std::uint64_t> dealt(count);
        link_.receive(0, std::as_writable_bytes(std::span(dealt)));
        train(dealt, [] {});
        std::uint8_t done = 1;
        link_.send(0, bytes_of(done));
        return 0;
    }

  private:
    template <class Between>
    void train(const std::vector<std::uint64_t>& dealt, const Between& between) {
        for (const std::uint64_t number : dealt) {
            if (stop_requested()) return;
            if (!takes(folder_.place(number))) continue;
            if (train_task(folder_, number, work_.run_share, true) == TaskEnd::stopped) return;
            between();
        }
    }

    void take_in() {
        std::erase_if(missing_, [this](const auto& one) {
            const auto merged = folder_.merge(one.first, work_.library);
            if (!merged) return false;
            work_.cells[one.second].run_id = merged->run_id;
            count_end(work_, one.second, merged->finished, false);
            overall_.finish(1);
            display_.draw({}, false, &overall_);
            return true;
        });
    }

    SweepWork& work_;
    SweepFolder folder_;
    RankLink& link_;
    std::vector<std::pair<std::size_t, std::size_t>> missing_;  ///< number and cell
    OverallProgress overall_{"", 0, 0};
    ProgressDisplay display_;
};

}  // namespace

int sweep_on_mpi(SweepWork& work, const std::string& folder) {
    need_library(work);
    catch_interrupts();
    const std::unique_ptr<RankLink> link = open_ranks(stop_requested);
    try {
        MpiSweep sweep(work, folder, *link);
        return link->rank() == 0 ? sweep.first_rank() : sweep.other_rank();
    } catch (const std::exception& error) {
        fmt::print(stderr, "mantissa-worker: rank {}: {}\n", link->rank(), harmless(error_of(error).message()));
        std::fflush(nullptr);
        link->abandon();
        throw;
    }
}

}  // namespace mantissa
