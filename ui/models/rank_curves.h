// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of sums over 2 to 4,096 ranks, by format and order, computed on a thread of their own with the code that
// trains: all of them take some tenths of a second.
#pragma once

#include <QObject>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "engine/precision/rank_error.h"

namespace mantissa::ui {

/// What curves are wanted.
struct RankQuestion {
    std::vector<FloatFormat> formats;
    std::vector<RankOrder> orders;
    RankDivide divide = RankDivide::after;
    bool wide = false;  ///< partial sums in FP32
    int exponent = 9;   ///< the largest gradients are just below 2^exponent
    bool operator==(const RankQuestion&) const = default;
};

/// One of them.
struct RankCurve {
    static constexpr int points = 12;  ///< 2^1 to 2^12 ranks
    FloatFormat format;
    RankOrder order = RankOrder::ring;
    std::vector<RankError> errors;  ///< errors[i]: of 2^(i + 1) ranks

    static std::uint32_t ranksAt(std::size_t i) { return std::uint32_t{2} << i; }
};

/// The curves of `question`, by format and then order. Any thread may call it.
std::vector<RankCurve> rankCurves(const RankQuestion& question);

class RankCurves : public QObject {
    Q_OBJECT

  public:
    explicit RankCurves(QObject* parent = nullptr) : QObject(parent) {}
    /// Waits for what is being computed: some hundredths of a second.
    ~RankCurves() override;

    /// Computes the curves; what was asked before and is not done is dropped.
    void ask(const RankQuestion& question);
    /// Whether the last question has no answer yet.
    bool busy() const { return asked_ != answered_; }
    const RankQuestion& question() const { return shown_; }
    /// Of question(): the last that was answered.
    const std::vector<RankCurve>& curves() const { return curves_; }

  signals:
    void computed();

  private:
    void work();

    // The owner's thread.
    std::uint64_t asked_ = 0;
    std::uint64_t answered_ = 0;
    RankQuestion shown_;
    std::vector<RankCurve> curves_;

    // Both.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::optional<std::pair<std::uint64_t, RankQuestion>> next_;
    bool closing_ = false;
    std::thread thread_;
};

}  // namespace mantissa::ui
