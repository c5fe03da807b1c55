// SPDX-License-Identifier: GPL-3.0-or-later
// See step_columns.h.
#include "ui/models/step_columns.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>
#include <utility>

namespace mantissa::ui {
namespace {

constexpr float kNoValue = std::numeric_limits<float>::quiet_NaN();

template <typename Columns>
auto columnsOf(Columns& c) {
    return std::tie(c.step, c.loss, c.accuracy, c.scale, c.gradientNorm, c.lr, c.imagesPerSecond, c.stepMs, c.skipped,
                    c.batch, c.growthTracker, c.weightGradientsNonzero, c.weightGradientsFlushed,
                    c.activationGradientsNonzero, c.activationGradientsFlushed, c.updatesNonzero, c.updatesLost,
                    c.seconds, c.images);
}

/// Calls `with` for each column of `a` and the same one of `b`.
template <typename With>
void pairColumns(StepColumns& a, const StepColumns& b, const With& with) {
    auto left = columnsOf(a);
    const auto right = columnsOf(b);
    const auto all = [&]<std::size_t... i>(std::index_sequence<i...>) {
        (with(std::get<i>(left), std::get<i>(right)), ...);
    };
    all(std::make_index_sequence<std::tuple_size_v<decltype(left)>>());
}

double secondsOf(const run::StepRecord& record) {
    const auto ms = static_cast<double>(record.step_ms());
    return std::isfinite(ms) && ms > 0 ? ms / 1000.0 : 0.0;
}

/// Marks those of rows [begin, end), one stretch, that stay.
void choose(const StepColumns& c, std::uint32_t stride, std::size_t begin, std::size_t end, std::vector<char>& keep) {
    constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
    std::size_t least = none, greatest = none, odd = none, norm = none, skip = none, moved = none, movedLast = none;
    keep[begin] = 1;
    for (std::size_t i = begin; i < end; ++i) {
        if (c.step[i] % stride == 0) keep[i] = 1;
        if (std::isfinite(c.loss[i])) {
            if (least == none || c.loss[i] < c.loss[least]) least = i;
            if (greatest == none || c.loss[i] > c.loss[greatest]) greatest = i;
        } else if (odd == none) {
            odd = i;
        }
        if (!std::isnan(c.gradientNorm[i]) && (norm == none || c.gradientNorm[i] > c.gradientNorm[norm])) norm = i;
        if (skip == none && c.skipped[i] != 0) skip = i;
        if (i > 0 && c.scale[i] != c.scale[i - 1] && !std::isnan(c.scale[i])) {
            if (moved == none) moved = i;
            movedLast = i;
        }
    }
    for (const std::size_t row : {least, greatest, odd, norm, skip, moved, movedLast})
        if (row != none) keep[row] = 1;
}

}  // namespace

double StepColumns::imagesSince(std::uint32_t after) const {
    if (empty() || step.back() <= after) return 0;
    const auto next = static_cast<std::size_t>(std::upper_bound(step.begin(), step.end(), after) - step.begin());
    // The row after: what lies between it and `after` was thinned out, in batches like its own.
    const double through = next == 0 ? 0.0 : images[next - 1];
    const double between = static_cast<double>(step[next] - after) * static_cast<double>(batch[next]);
    return images.back() - std::max(through, images[next] - between);
}

void StepColumns::insert(std::size_t row, std::uint32_t at, const run::StepRecord& record, std::uint32_t usual) {
    const auto put = [row](auto& column, auto value) {
        column.insert(column.begin() + static_cast<std::ptrdiff_t>(row), value);
    };
    put(step, at);
    put(loss, record.has_loss() ? record.loss() : kNoValue);
    put(accuracy, record.has_accuracy() ? record.accuracy() : kNoValue);
    put(scale, record.has_scale() ? record.scale() : kNoValue);
    put(gradientNorm, record.has_gradient_norm() ? record.gradient_norm() : kNoValue);
    put(lr, record.has_lr() ? record.lr() : kNoValue);
    put(imagesPerSecond, record.has_images_per_second() ? record.images_per_second() : kNoValue);
    put(stepMs, record.has_step_ms() ? record.step_ms() : kNoValue);
    put(skipped, static_cast<std::uint8_t>(record.skipped() ? 1 : 0));
    put(batch, record.batch());
    put(growthTracker, record.growth_tracker());
    put(weightGradientsNonzero, record.weight_gradients_nonzero());
    put(weightGradientsFlushed, record.weight_gradients_flushed());
    put(activationGradientsNonzero, record.activation_gradients_nonzero());
    put(activationGradientsFlushed, record.activation_gradients_flushed());
    put(updatesNonzero, record.updates_nonzero());
    put(updatesLost, record.updates_lost());
    const double time = secondsOf(record);
    const double size = record.batch() > 0 ? record.batch() : usual;
    put(seconds, (row > 0 ? seconds[row - 1] : 0.0) + time);
    put(images, (row > 0 ? images[row - 1] : 0.0) + size);
    for (std::size_t later = row + 1; later < step.size(); ++later) {
        seconds[later] += time;
        images[later] += size;
    }
}

void StepColumns::merge(const std::vector<run::Record>& steps, std::uint32_t usual) {
    StepColumns fresh;
    for (const run::Record& record : steps) {
        if (!record.has_step_done() || std::binary_search(step.begin(), step.end(), record.step())) continue;
        fresh.insert(fresh.size(), record.step(), record.step_done(), usual);
    }
    if (fresh.empty()) return;
    // Rows know the sums over steps that were thinned out: a fresh row's are those of the row before it and its own.
    std::vector<std::size_t> order(size() + fresh.size());  // rows of here, then of `fresh`
    std::size_t here = 0, there = 0;
    for (std::size_t& from : order) {
        const bool old = there == fresh.size() || (here < size() && step[here] < fresh.step[there]);
        from = old ? here++ : size() + there++;
    }
    const std::size_t olds = size();
    pairColumns(*this, fresh, [&](auto& column, const auto& added) {
        const auto before = column;
        column.resize(order.size());
        for (std::size_t i = 0; i < order.size(); ++i)
            column[i] = order[i] < olds ? before[order[i]] : added[order[i] - olds];
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (order[i] < olds) continue;
        const std::size_t row = order[i] - olds;
        seconds[i] = (i > 0 ? seconds[i - 1] : 0.0) + fresh.seconds[row] - (row > 0 ? fresh.seconds[row - 1] : 0.0);
        images[i] = (i > 0 ? images[i - 1] : 0.0) + fresh.images[row] - (row > 0 ? fresh.images[row - 1] : 0.0);
    }
}

void StepColumns::thin(std::uint32_t stride, Stretch spared) {
    if (size() <= kNewestRows) return;
    const std::size_t end = size() - kNewestRows;
    std::vector<char> keep(size(), 0);
    std::fill(keep.begin() + static_cast<std::ptrdiff_t>(end), keep.end(), 1);
    const std::uint64_t width = std::uint64_t{stride} * 16;
    std::size_t spareRows = 0;
    for (std::size_t begin = 0; begin < end;) {
        std::size_t next = begin;
        for (; next < end && step[next] / width == step[begin] / width; ++next) {
            if (!spared.holds(step[next]) || spareRows == kMostRefined) continue;
            keep[next] = 1;
            ++spareRows;
        }
        choose(*this, stride, begin, next, keep);
        begin = next;
    }
    std::apply(
        [&](auto&... columns) {
            const auto squeeze = [&](auto& column) {
                std::size_t kept = 0;
                for (std::size_t i = 0; i < column.size(); ++i)
                    if (keep[i] != 0) column[kept++] = column[i];
                column.resize(kept);
            };
            (squeeze(columns), ...);
        },
        columnsOf(*this));
}

}  // namespace mantissa::ui
