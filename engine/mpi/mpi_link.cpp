// SPDX-License-Identifier: Apache-2.0
// Ranks by MPI: messages from one to another, and nothing that would add anything up.
// MPI in C: its bindings for C++, which are gone from the standard, would need a library of their own.
#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <algorithm>
#include <chrono>
#include <climits>
#include <thread>

#include "engine/base/error.h"
#include "engine/base/rank_link.h"

namespace mantissa {
namespace {

constexpr double patience_seconds = 3;  ///< that an interrupted rank has with the others

void check(int code, std::uint32_t rank) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw Error(ErrorCode::failed, say("the connection with rank %1 failed: %2", {rank, std::string(text)}), "ranks",
                say("resume the run from its checkpoint"));
}

class MpiLink final : public RankLink {
  public:
    explicit MpiLink(bool (*asked)()) : interrupted_(asked) {
        // SIGINT and SIGTERM stay the worker's: MPI sets no handlers of its own for them.
        MPI_Init(nullptr, nullptr);
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &ranks_);
    }
    ~MpiLink() override { MPI_Finalize(); }

    std::uint32_t rank() const noexcept override { return static_cast<std::uint32_t>(rank_); }
    std::uint32_t ranks() const noexcept override { return static_cast<std::uint32_t>(ranks_); }
    bool interrupted() const noexcept override { return interrupted_(); }

    /// Messages are of at most INT_MAX bytes: larger ones go in pieces, on both sides alike.
    void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                  std::span<std::byte> in) override {
        constexpr std::size_t most = INT_MAX;
        do {
            const auto piece_out = out.first(std::min(out.size(), most));
            const auto piece_in = in.first(std::min(in.size(), most));
            MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
            if (!piece_in.empty())
                check(MPI_Irecv(piece_in.data(), static_cast<int>(piece_in.size()), MPI_BYTE, static_cast<int>(from), 0,
                                MPI_COMM_WORLD, &requests[0]),
                      from);
            if (!piece_out.empty())
                check(MPI_Isend(piece_out.data(), static_cast<int>(piece_out.size()), MPI_BYTE, static_cast<int>(to), 0,
                                MPI_COMM_WORLD, &requests[1]),
                      to);
            wait(requests, from, to);
            out = out.subspan(piece_out.size());
            in = in.subspan(piece_in.size());
        } while (!out.empty() || !in.empty());
    }

    void abandon() noexcept override { MPI_Abort(MPI_COMM_WORLD, 1); }

  private:
    using Clock = std::chrono::steady_clock;

    /// Polls, so that a rank that is asked to stop does not wait for one that is gone.
    void wait(MPI_Request (&requests)[2], std::uint32_t from, std::uint32_t to) {
        Clock::time_point asked;
        for (int tries = 0;; ++tries) {
            int done[2] = {};
            check(MPI_Test(&requests[0], &done[0], MPI_STATUS_IGNORE), from);
            check(MPI_Test(&requests[1], &done[1], MPI_STATUS_IGNORE), to);
            if (done[0] && done[1]) return;
            if (tries < 1000) {
                std::this_thread::yield();
                continue;
            }
            std::this_thread::sleep_for(std::chrono::microseconds(50));
            if (!interrupted_()) continue;
            if (asked == Clock::time_point()) asked = Clock::now();
            if (std::chrono::duration<double>(Clock::now() - asked).count() < patience_seconds) continue;
            throw Error(ErrorCode::cancelled, say("stopped while rank %1 did not answer", {done[0] ? to : from}),
                        "ranks", say("resume the run from its checkpoint"));
        }
    }

    bool (*interrupted_)();
    int rank_ = 0, ranks_ = 1;
};

}  // namespace
}  // namespace mantissa

extern "C" __attribute__((visibility("default"))) mantissa::RankLink* mantissa_open_link(bool (*interrupted)());

mantissa::RankLink* mantissa_open_link(bool (*interrupted)()) {
    return new mantissa::MpiLink(interrupted);
}
