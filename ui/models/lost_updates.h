// SPDX-License-Identifier: GPL-3.0-or-later
// Lost updates: the computed update is nonzero and the stored weight does not change. Told from the
// records of role ROLE_UPDATE: engine/backend/update_counts.h counts them before each update of a monitored step. Pure
// functions of a run.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"

namespace mantissa::ui {

class RunModel;

/// What one update did to one tensor of weights. Shares are 0 to 1, of the updates that are not zero.
struct LostUpdates {
    std::string tensor;
    std::string layer;
    std::uint32_t step = 0;
    std::string format;        ///< in which the layer multiplies the weights
    std::string storedFormat;  ///< in which the weights are kept
    bool bias = false;
    bool master = false;  ///< `format` has fewer fraction bits than FP32, in which the weights are kept
    /// Whether it was seen which updates were lost. Of an optimizer that a recorder does not know only the weights
    /// before and after were: then `lost` and `now` are 0, and nothing but `unchanged` is known of weights that stayed
    /// as they were.
    bool known = true;
    double unchanged = 0;    ///< share of the weights that were looked at; where `known` is not true
    bool switchable = true;  ///< master weights make a difference: not in FP32, nor in TF32, a format of products
    std::uint64_t nonzero = 0;
    std::uint64_t lost = 0;               ///< the stored weight did not change
    std::uint64_t lostWithMaster = 0;     ///< it would not have changed in FP32
    std::uint64_t lostWithoutMaster = 0;  ///< it would not have changed in `format`
    double now = 0;
    double withMaster = 0;
    double withoutMaster = 0;
    int significantBits = 0;  ///< of `format`, the hidden one included

    /// Updates with log2(ratio) in [firstBin + i, firstBin + i + 1), ratio = |update| / (ulp(w)/2), ulp(w) being the
    /// gap from |w| to the next larger number of `format` (Goldberg, ACM Computing Surveys 23:1, 1991, section 1.2). To
    /// nearest, w + update rounds back to w as long as it is nearer to w than to that number: |update| < ulp(w)/2,
    /// ratio < 1 (at 1 a tie, to even; below a power of two the gap is half as wide, which the counts know and the
    /// ratio does not).
    int firstBin = 0;
    std::vector<std::uint64_t> bins;
    /// Below this log2 ratio even an FP32 master weight stays as it was: -(23 - fraction bits). Exact for weights that
    /// are normal numbers of `format`; for smaller ones FP32's gap is smaller still, and fewer are lost.
    int masterLimit = 0;

    /// Of weights that are phase-change devices.
    struct Devices {
        std::vector<std::uint64_t> gathered, conductances;  ///< as run::DeviceCounts has them
        std::uint64_t pulses = 0, refreshed = 0;            ///< since the run began
        bool operator==(const Devices&) const = default;
    };
    std::optional<Devices> devices;

    /// All its updates were zero: it does not learn at all.
    bool isDead() const { return known && nonzero == 0; }
    /// What puts it before others: that it is dead, then what is lost, or may be.
    double severity() const { return isDead() ? 2 : known ? now : unchanged; }

    bool operator==(const LostUpdates&) const = default;
};

/// From one record; nothing if it tells no updates.
std::optional<LostUpdates> lostUpdates(const run::Histogram& histogram, std::uint32_t step);

/// All tensors recorded at or before `step` (nothing: the latest of each), worst first: those whose updates were all
/// zero, then by what is lost now, or may be (while it trains in whole percents), then by the share that would be lost
/// without master weights, then from input to output.
std::vector<LostUpdates> lostUpdatesAt(const RunModel& run, std::optional<std::uint32_t> step);

/// The worst of `all` (as lostUpdatesAt() sorts it) to look at: a bias has few values, and its layer's weights tell the
/// same story better. Stays with `before` unless another is clearly worse. Empty for none.
std::string worstTensor(const std::vector<LostUpdates>& all, const std::string& before);

/// Share lost of one tensor over the run, ascending steps: the thinned history and the latest. Without the steps at
/// which it is not known, and those whose updates were all zero: of none there is no share.
struct LostAt {
    std::uint32_t step = 0;
    double share = 0;
    bool operator==(const LostAt&) const = default;
};
std::vector<LostAt> lostHistory(const RunModel& run, const std::string& tensor);

}  // namespace mantissa::ui
