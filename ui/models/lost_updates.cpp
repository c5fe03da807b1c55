// SPDX-License-Identifier: GPL-3.0-or-later
// See lost_updates.h. Counts come from another program: nothing here may divide by zero or exceed 1.
#include "ui/models/lost_updates.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {
namespace {

/// Another tensor becomes the worst only if it is worse by this share, or the page would flicker between equals.
constexpr double kClearlyMoreLost = 0.02;

double shareOfCount(std::uint64_t part, std::uint64_t of) {
    return of == 0 ? 0.0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(of));
}

double percents(const LostUpdates& updates) {
    return std::floor(updates.severity() * 100.0);
}

}  // namespace

std::optional<LostUpdates> lostUpdates(const run::Histogram& histogram, std::uint32_t step) {
    if (histogram.role() != run::ROLE_UPDATE || !histogram.has_updates()) return std::nullopt;
    const run::Updates& from = histogram.updates();
    const FloatFormat format = formatCalled(from.format());
    LostUpdates to;
    to.tensor = histogram.tensor();
    to.layer = histogram.layer();
    to.bias = to.tensor.ends_with(".bias");
    to.step = step;
    to.format = from.format();
    to.storedFormat = histogram.format();
    const bool wide = formatCalled(histogram.format()) == fp32;
    to.switchable = format.is_narrow() || !wide;
    to.master = wide && format.fraction_bits < fp32.fraction_bits;
    to.nonzero = from.nonzero();
    to.lost = from.lost();
    to.lostWithMaster = from.lost_with_master();
    to.lostWithoutMaster = from.lost_without_master();
    to.now = shareOfCount(to.lost, to.nonzero);
    to.known = from.has_lost();
    if (!to.known) to.unchanged = shareOfCount(histogram.counts().zero(), histogram.counts().elements());
    to.withMaster = shareOfCount(to.lostWithMaster, to.nonzero);
    to.withoutMaster = shareOfCount(to.lostWithoutMaster, to.nonzero);
    to.significantBits = format.fraction_bits + 1;
    to.firstBin = from.first_bin();
    to.bins.assign(from.bins().begin(), from.bins().end());
    to.masterLimit = format.fraction_bits - fp32.fraction_bits;
    if (!histogram.has_devices()) return to;
    const run::DeviceCounts& devices = histogram.devices();
    to.devices.emplace();
    to.devices->gathered.assign(devices.gathered().begin(), devices.gathered().end());
    to.devices->conductances.assign(devices.conductances().begin(), devices.conductances().end());
    to.devices->pulses = devices.pulses();
    to.devices->refreshed = devices.refreshed();
    return to;
}

std::vector<LostUpdates> lostUpdatesAt(const RunModel& run, std::optional<std::uint32_t> step) {
    std::vector<LostUpdates> all;
    for (const auto& [key, latest] : run.latestHistograms()) {
        if (key.second != run::ROLE_UPDATE) continue;
        const FoundHistogram found = findHistogram(run, key.first, key.second, step);
        if (!found.histogram) continue;
        if (auto updates = lostUpdates(*found.histogram, found.step)) all.push_back(std::move(*updates));
    }
    if (run.foreign()) {  // what a tensor is comes from its record
        std::set<std::string> biases;
        for (const run::TensorInfo& tensor : run.tensors())
            if (tensor.part() == "bias") biases.insert(tensor.name());
        for (LostUpdates& updates : all) updates.bias = biases.contains(updates.tensor);
    }
    const std::vector<std::string> layers = run.layers();
    std::map<std::string, std::size_t> places;
    for (std::size_t i = 0; i < layers.size(); ++i) places.emplace(layers[i], i);
    const auto place = [&](const LostUpdates& u) {
        const auto found = places.find(u.layer);
        return found == places.end() ? layers.size() : found->second;
    };
    std::stable_sort(all.begin(), all.end(),
                     [&](const LostUpdates& a, const LostUpdates& b) { return place(a) < place(b); });
    const bool trains = !step && run.live();  // then none changes its place for less than a percent
    std::stable_sort(all.begin(), all.end(), [trains](const LostUpdates& a, const LostUpdates& b) {
        const double lostA = trains ? percents(a) : a.severity(), lostB = trains ? percents(b) : b.severity();
        return lostA != lostB ? lostA > lostB : a.withoutMaster > b.withoutMaster;
    });
    return all;
}

std::string worstTensor(const std::vector<LostUpdates>& all, const std::string& before) {
    const auto weights = std::find_if(all.begin(), all.end(), [](const LostUpdates& u) { return !u.bias; });
    const auto worst = weights != all.end() ? weights : all.begin();
    if (worst == all.end()) return {};
    const auto kept = std::find_if(all.begin(), all.end(), [&](const LostUpdates& u) { return u.tensor == before; });
    if (kept == all.end()) return worst->tensor;
    const bool worse =
        worst->severity() > kept->severity() + kClearlyMoreLost ||
        (worst->severity() >= kept->severity() && worst->withoutMaster > kept->withoutMaster + kClearlyMoreLost);
    return worse ? worst->tensor : before;
}

std::vector<LostAt> lostHistory(const RunModel& run, const std::string& tensor) {
    std::vector<LostAt> history;
    const HistogramAt* latest = run.latestHistogram(tensor, run::ROLE_UPDATE);
    if (!latest) return history;
    for (const HistogramFrame& frame : run.histogramHistory()) {
        const run::Histogram* histogram = frame.of(latest->slot);
        if (!histogram) continue;
        const auto updates = lostUpdates(*histogram, frame.step);
        if (updates && updates->known && !updates->isDead()) history.push_back({frame.step, updates->now});
    }
    if (history.empty() || history.back().step < latest->step) {
        const auto updates = lostUpdates(latest->histogram, latest->step);
        if (updates && updates->known && !updates->isDead()) history.push_back({latest->step, updates->now});
    }
    return history;
}

}  // namespace mantissa::ui
