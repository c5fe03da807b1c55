// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/rank_curves.h"

#include <algorithm>
#include <functional>
#include <span>

namespace mantissa::ui {
namespace {

std::vector<RankCurve> curvesUntil(const RankQuestion& question, const std::function<bool()>& stop) {
    constexpr std::size_t count = SpreadGradients::count;
    std::vector<RankCurve> curves;
    // They are the same in every format and order, and making them costs as much as summing them.
    const std::uint32_t most = RankCurve::ranksAt(RankCurve::points - 1);
    std::vector<float> gradients(count * most);
    for (std::uint32_t rank = 0; rank < most; ++rank)
        SpreadGradients{question.exponent}.fill(rank, std::span(gradients).subspan(rank * count, count));
    const auto of_rank = [&](std::uint32_t rank, std::span<float> numbers) {
        std::copy_n(gradients.begin() + static_cast<std::ptrdiff_t>(rank * count), count, numbers.begin());
    };
    for (const FloatFormat& format : question.formats)
        for (const RankOrder order : question.orders) {
            RankCurve& curve = curves.emplace_back();
            curve.format = format;
            curve.order = order;
            for (std::size_t i = 0; i < RankCurve::points && !stop(); ++i) {
                const RankPolicy policy{RankCurve::ranksAt(i),  format,          question.wide,
                                        Rounding::nearest_even, question.divide, order};
                curve.errors.push_back(rank_error(policy, count, of_rank));
            }
        }
    return curves;
}

}  // namespace

std::vector<RankCurve> rankCurves(const RankQuestion& question) {
    return curvesUntil(question, [] { return false; });
}

RankCurves::~RankCurves() {
    {
        const std::lock_guard lock(mutex_);
        closing_ = true;
    }
    changed_.notify_one();
    if (thread_.joinable()) thread_.join();
}

void RankCurves::ask(const RankQuestion& question) {
    ++asked_;
    {
        const std::lock_guard lock(mutex_);
        next_ = {asked_, question};
    }
    if (!thread_.joinable()) thread_ = std::thread([this] { work(); });
    changed_.notify_one();
}

void RankCurves::work() {
    for (;;) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [this] { return closing_ || next_; });
        if (closing_) return;
        const auto [number, question] = *next_;
        next_.reset();
        lock.unlock();
        std::vector<RankCurve> curves = curvesUntil(question, [this] {
            const std::lock_guard inner(mutex_);
            return closing_ || next_;
        });
        lock.lock();
        if (closing_) return;
        if (next_) continue;
        QMetaObject::invokeMethod(
            this,
            [this, number = number, question = question, curves = std::move(curves)]() mutable {
                if (number != asked_) return;
                answered_ = number;
                shown_ = std::move(question);
                curves_ = std::move(curves);
                emit computed();
            },
            Qt::QueuedConnection);
    }
}

}  // namespace mantissa::ui
