// SPDX-License-Identifier: Apache-2.0
// Histogram lines: columns over tensors become one Histogram each. An observed gradient is counted after the casts that
// it went through, so nothing is known of what they flushed and `flushed` stays unset; a weight is counted before
// autocast rounds it, so there it is computed.
#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "engine/precision/float_format.h"
#include "engine/recording/limits.h"
#include "engine/recording/lines.h"

namespace mantissa::recording {
namespace {

constexpr int first_bin = -64, last_bin = 31;  // as the engine counts; tails go to the ends

/// Counts of floor(log2 |x|), tails folded.
struct Bins {
    int first = 0;
    std::vector<std::uint64_t> counts;  // without zeros at its ends

    void fill(google::protobuf::RepeatedField<std::uint32_t>& to) const {
        to.Reserve(static_cast<int>(counts.size()));
        for (const std::uint64_t count : counts) to.Add(static_cast<std::uint32_t>(count));
    }
};

/// One line's columns.
struct Columns {
    std::vector<std::uint64_t> t;
    std::vector<Bins> bins;
    std::vector<std::uint64_t> zero, negative_zero, inf, nan, n, nonzero, lost, with_master, without_master, starved;
    std::vector<double> max, norm, norm_lost, cosine, error_norm;
    bool tells_lost = true;  ///< of an optimizer that the probe does not know, a lost update cannot be told from none
};

Bins bins_of(const Fields& line, const rapidjson::Value& list, std::int64_t first, std::uint64_t below) {
    if (!list.IsArray() || list.Size() > most_bins) line.wrong("counts", say("lists of at most %1 bins", {most_bins}));
    std::array<std::uint64_t, last_bin - first_bin + 1> folded{};
    std::size_t low = folded.size(), high = 0;  // of what is not zero: [low, high)
    const auto add = [&](std::int64_t bin, std::uint64_t count) {
        if (count == 0) return;
        const auto at = static_cast<std::size_t>(std::clamp<std::int64_t>(bin, first_bin, last_bin) - first_bin);
        folded[at] += count;
        low = std::min(low, at);
        high = std::max(high, at + 1);
    };
    add(first - 1, below);
    for (rapidjson::SizeType i = 0; i < list.Size(); ++i) add(first + i, line.count_of(list[i], "counts", 0xffffffff));
    Bins bins;
    if (low >= high) return bins;
    bins.first = first_bin + static_cast<int>(low);
    bins.counts.reserve(high - low);
    for (std::size_t at = low; at < high; ++at) {
        if (folded[at] > 0xffffffff) line.wrong("counts", say("at most %1 in one bin", {0xffffffffu}));
        bins.counts.push_back(folded[at]);
    }
    return bins;
}

Columns columns_of(const Fields& line, const Known& known) {
    Columns c;
    const rapidjson::Value* tensors = line.array("t");
    if (tensors == nullptr) line.wrong("t", say("there, and a line of this kind needs it"));
    const std::size_t rows = tensors->Size();
    if (rows > most_tensors) line.wrong("t", say("a list of at most %1 values", {most_tensors}));
    c.t = line.column("t", rows, most_tensors);
    for (const std::uint64_t index : c.t)
        if (index >= known.tensors.size() || !known.tensors[index].known)
            line.wrong("t", say("the index of a tensor of the header"));
    const rapidjson::Value* first = line.array("first");
    const rapidjson::Value* counts = line.array("counts");
    if (first == nullptr || counts == nullptr || first->Size() != rows || counts->Size() != rows)
        line.wrong("counts", say("a list of %1 values, one for each tensor of the line", {rows}));
    const auto below = line.column("below", rows);
    c.bins.reserve(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        const rapidjson::Value& start = (*first)[static_cast<rapidjson::SizeType>(i)];
        if (!start.IsInt() || std::abs(start.GetInt()) > 1100)
            line.wrong("first", say("a list of whole numbers from -1100 to 1100"));
        c.bins.push_back(bins_of(line, (*counts)[static_cast<rapidjson::SizeType>(i)], start.GetInt(),
                                 below.empty() ? 0 : below[i]));
    }
    c.zero = line.column("zero", rows);
    c.negative_zero = line.column("negative_zero", rows);
    c.inf = line.column("inf", rows);
    c.nan = line.column("nan", rows);
    c.n = line.column("n", rows);
    c.nonzero = line.column("nonzero", rows);
    c.lost = line.column("lost", rows);
    c.with_master = line.column("lost_with_master", rows);
    c.without_master = line.column("lost_without_master", rows);
    c.starved = line.column("starved", rows);
    c.max = line.numbers("max", rows);
    c.norm = line.numbers("norm", rows);
    c.norm_lost = line.numbers("norm_lost", rows);
    c.cosine = line.numbers("cosine", rows);
    c.error_norm = line.numbers("error_norm", rows);
    c.tells_lost = line.text("from", "state", 32) != "difference";
    return c;
}

template <typename T>
T at(const std::vector<T>& column, std::size_t row, T absent = {}) {
    return column.empty() ? absent : column[row];
}

std::optional<FloatFormat> known_format(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// L2 norm of what the format flushes, a bin taken at the middle of its magnitudes.
double norm_flushed(const Bins& bins, const std::string& name) {
    const std::optional<FloatFormat> format = known_format(name);
    if (!format) return 0;
    double squares = 0;
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        const int bin = bins.first + static_cast<int>(i);
        if (bin < format->min_subnormal_exponent() - 1)
            squares += static_cast<double>(bins.counts[i]) * std::ldexp(1.5 * 1.5, 2 * bin);
    }
    return std::sqrt(squares);
}

/// What the format does to numbers of these magnitudes: by whole bins, which its limits bound (but for the half bin in
/// which rounding up saves a number from being flushed or makes it infinite).
void count_zones(const Bins& bins, const run::TensorInfo& info, bool before_cast, run::CastCounts& counts) {
    const std::optional<FloatFormat> format = known_format(info.format());
    if (!format) return;
    std::uint64_t flushed = 0, subnormal = 0, overflow = 0;
    for (std::size_t i = 0; i < bins.counts.size(); ++i) {
        const int bin = bins.first + static_cast<int>(i);
        if (bin < format->min_subnormal_exponent() - 1)
            flushed += bins.counts[i];
        else if (bin < format->min_exponent())
            subnormal += bins.counts[i];
        else if (bin > format->max_exponent())
            overflow += bins.counts[i];
    }
    if (subnormal > 0) counts.set_subnormal(subnormal);
    if (!before_cast) return;
    if (flushed > 0) counts.set_flushed(flushed);
    if (overflow > 0) counts.set_overflow(overflow);
}

void fill_observed(const Columns& c, std::size_t row, const Tensor& tensor, run::Histogram& h) {
    const Bins& bins = c.bins[row];
    h.set_tier(run::TIER_OBSERVED);
    h.set_first_bin(bins.first);
    bins.fill(*h.mutable_bins());
    run::CastCounts& counts = *h.mutable_counts();
    const std::uint64_t strided = (tensor.elements + tensor.stride - 1) / tensor.stride;
    counts.set_elements(at(c.n, row, strided));
    counts.set_zero(at(c.zero, row) + at(c.negative_zero, row));
    if (at(c.inf, row) > 0) counts.set_infinite(at(c.inf, row));
    if (at(c.nan, row) > 0) counts.set_nan(at(c.nan, row));
    h.set_elements(tensor.elements);
    // Autocast rounds a weight after it was counted; everything else was counted after its cast.
    const bool before = h.role() == run::ROLE_WEIGHT && tensor.info.stored() != tensor.info.format();
    count_zones(bins, tensor.info, before, counts);
    if (before) h.set_norm_lost(norm_flushed(bins, tensor.info.format()));
    if (const double largest = at(c.max, row, static_cast<double>(NAN)); std::isfinite(largest))
        h.set_largest(static_cast<float>(largest));
    if (const double norm = at(c.norm, row, static_cast<double>(NAN)); std::isfinite(norm)) h.set_norm(norm);
}

void fill_shadow(const Columns& c, std::size_t row, run::Tier tier, run::Histogram& h) {
    h.set_shadow_tier(tier);
    run::Shadow& shadow = *h.mutable_shadow();
    shadow.set_first_bin(c.bins[row].first);
    c.bins[row].fill(*shadow.mutable_bins());
    shadow.set_nonzero(at(c.nonzero, row));
    shadow.set_starved(at(c.starved, row));
    if (!c.norm.empty()) shadow.set_norm(c.norm[row]);  // else it is not known
    shadow.set_norm_lost(at(c.norm_lost, row, 0.0));
    shadow.set_cosine(at(c.cosine, row, 0.0));
    shadow.set_error_norm(at(c.error_norm, row, 0.0));
}

void fill_updates(const Columns& c, std::size_t row, const Tensor& tensor, run::Histogram& h) {
    h.set_tier(run::TIER_OBSERVED);
    const std::uint64_t looked_at = at(c.n, row, tensor.updates);
    h.mutable_counts()->set_elements(looked_at);
    h.set_elements(tensor.elements);
    run::Updates& updates = *h.mutable_updates();
    updates.set_format(tensor.info.format());
    updates.set_first_bin(c.bins[row].first);
    c.bins[row].fill(*updates.mutable_bins());
    updates.set_nonzero(at(c.nonzero, row, looked_at));
    const std::uint64_t others = looked_at - std::min(looked_at, updates.nonzero());
    const std::uint64_t nonfinite = std::min(others, at(c.inf, row) + at(c.nan, row));
    h.mutable_counts()->set_zero(others - nonfinite);
    if (nonfinite > 0) h.mutable_counts()->set_nan(nonfinite);
    if (c.tells_lost) updates.set_lost(at(c.lost, row));
    updates.set_lost_with_master(at(c.with_master, row));
    updates.set_lost_without_master(at(c.without_master, row));
}

run::Role role_of(const Fields& line) {
    const std::string role = line.text("role", {}, 64);
    if (role == "gradient") return run::ROLE_WEIGHT_GRADIENT;
    if (role == "weight") return run::ROLE_WEIGHT;
    if (role == "update") return run::ROLE_UPDATE;
    if (role == "activation") return run::ROLE_ACTIVATION;
    if (role == "activation_gradient") return run::ROLE_ACTIVATION_GRADIENT;
    return run::ROLE_UNSET;
}

/// Throws where a tensor was counted in this step already.
void check_once(const Fields& line, const Columns& columns, const Known& known, const Frame& frame, run::Role role) {
    std::vector<std::uint64_t> sorted = columns.t;
    std::sort(sorted.begin(), sorted.end());
    bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (const auto places = frame.places.find(role); places != frame.places.end())
        for (const std::uint64_t index : columns.t) {
            const auto place = places->second.find(known.tensors[index].info.name());
            twice = twice ||
                    (place != places->second.end() && frame.record.histograms().histograms(place->second).has_counts());
        }
    if (twice) line.wrong("t", say("a list in which each tensor comes once a step"));
}

}  // namespace

void take_histograms(const Fields& line, const Known& known, Frame& to) {
    const run::Role role = role_of(line);
    if (role == run::ROLE_UNSET) return;  // one that this version does not know
    const std::string tier_name = line.text("tier", "observed", 64);
    const run::Tier tier = tier_name == "observed" ? run::TIER_OBSERVED
                           : tier_name == "local"  ? run::TIER_LOCAL
                           : tier_name == "probe"  ? run::TIER_PROBE
                                                   : run::TIER_UNSET;
    if (tier == run::TIER_UNSET) return;
    const double scale = line.number("scale", 1);
    const Columns columns = columns_of(line, known);
    run::HistogramRecord& frame = *to.record.mutable_histograms();
    if (static_cast<std::size_t>(frame.histograms_size()) + columns.t.size() > most_frame_histograms)
        line.wrong("t", say("of a step that has at most %1 histograms", {most_frame_histograms}));
    if (tier == run::TIER_OBSERVED) check_once(line, columns, known, to, role);
    // From here on nothing throws: a line is taken whole or not at all.
    auto& places = to.places[role];
    for (std::size_t row = 0; row < columns.t.size(); ++row) {
        const Tensor& tensor = known.tensors[columns.t[row]];
        const auto place = places.find(tensor.info.name());
        const bool added = place == places.end();
        run::Histogram& h = added ? *frame.add_histograms() : *frame.mutable_histograms(place->second);
        if (added) {
            h.set_tensor(tensor.info.name());
            places.emplace(h.tensor(), frame.histograms_size() - 1);
            h.set_layer(tensor.info.layer());
            h.set_role(role);
            // An update is judged against the weight's own format as against the one that its layer computes in.
            h.set_format(role == run::ROLE_UPDATE ? tensor.info.stored() : tensor.info.format());
        }
        if (tier != run::TIER_OBSERVED) {
            // Of two references the whole pass says more than one layer's own product.
            if (!h.has_shadow() || tier == run::TIER_PROBE) {
                h.clear_shadow();
                fill_shadow(columns, row, tier, h);
            }
            continue;
        }
        h.set_scale(static_cast<float>(scale));
        if (role == run::ROLE_UPDATE)
            fill_updates(columns, row, tensor, h);
        else
            fill_observed(columns, row, tensor, h);
    }
}

}  // namespace mantissa::recording
