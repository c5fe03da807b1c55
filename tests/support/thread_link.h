// SPDX-License-Identifier: Apache-2.0
// Ranks that are threads of one test.
#pragma once

#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/rank_link.h"

namespace mantissa {

struct ThreadPost {
    std::mutex mutex;
    std::condition_variable arrived;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::deque<std::vector<std::byte>>> on_their_way;  // from, to
};

class ThreadLink final : public RankLink {
  public:
    ThreadLink(ThreadPost& post, std::uint32_t rank, std::uint32_t ranks) : post_(post), rank_(rank), ranks_(ranks) {}
    std::uint32_t rank() const noexcept override { return rank_; }
    std::uint32_t ranks() const noexcept override { return ranks_; }
    bool interrupted() const noexcept override { return stop; }
    void abandon() noexcept override {}
    void exchange(std::uint32_t to, std::span<const std::byte> out, std::uint32_t from,
                  std::span<std::byte> in) override {
        std::unique_lock lock(post_.mutex);
        if (!out.empty()) post_.on_their_way[{rank_, to}].emplace_back(out.begin(), out.end());
        post_.arrived.notify_all();
        if (in.empty()) return;
        auto& queue = post_.on_their_way[{from, rank_}];
        post_.arrived.wait(lock, [&] { return !queue.empty(); });
        if (queue.front().size() != in.size()) throw std::length_error("another size was sent");
        std::memcpy(in.data(), queue.front().data(), in.size());
        queue.pop_front();
    }

    bool stop = false;

  private:
    ThreadPost& post_;
    std::uint32_t rank_, ranks_;
};

/// Runs `work` on each of `ranks` threads; throws what the first of them, by rank, failed with.
inline void on_ranks(std::uint32_t ranks, const std::function<void(ThreadLink&)>& work) {
    ThreadPost post;
    std::vector<std::exception_ptr> failed(ranks);
    std::vector<std::thread> threads;
    for (std::uint32_t rank = 0; rank < ranks; ++rank)
        threads.emplace_back([&, rank] {
            ThreadLink link(post, rank, ranks);
            try {
                work(link);
            } catch (...) {
                failed[rank] = std::current_exception();
            }
        });
    for (std::thread& one : threads) one.join();
    for (const std::exception_ptr& one : failed)
        if (one) std::rethrow_exception(one);
}

}  // namespace mantissa
