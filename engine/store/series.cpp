// SPDX-License-Identifier: Apache-2.0
// Nodes: how steps flow together, and their form in the file.
#include "engine/store/series.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace mantissa {
namespace {

static_assert(std::endian::native == std::endian::little, "nodes are stored as they lie in memory");

constexpr std::size_t header_bytes = 2 * sizeof(std::uint32_t);
constexpr std::size_t field_bytes = 8 * sizeof(std::uint32_t);

std::optional<float> share(bool known, std::uint64_t part, std::uint64_t whole) {
    if (!known || whole == 0) return std::nullopt;
    return static_cast<float>(static_cast<double>(part) / static_cast<double>(whole));
}

template <typename T>
void put(std::string& out, T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out.append(bytes, sizeof value);
}

template <typename T>
T get(std::string_view bytes, std::size_t& at) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
    return value;
}

bool is_node(std::string_view bytes) {
    return bytes.size() == header_bytes + field_count * field_bytes;
}

}  // namespace

std::optional<float> value_of(const run::StepRecord& step, Field field) {
    const auto if_set = [](bool set, auto value) {
        return set ? std::optional<float>(static_cast<float>(value)) : std::nullopt;
    };
    switch (field) {
        case Field::loss:
            return if_set(step.has_loss(), step.loss());
        case Field::accuracy:
            return if_set(step.has_accuracy(), step.accuracy());
        case Field::scale:
            return if_set(step.has_scale(), step.scale());
        case Field::gradient_norm:
            return if_set(step.has_gradient_norm(), step.gradient_norm());
        case Field::images_per_second:
            return if_set(step.has_images_per_second(), step.images_per_second());
        case Field::step_ms:
            return if_set(step.has_step_ms(), step.step_ms());
        case Field::lr:
            return if_set(step.has_lr(), step.lr());
        case Field::batch:
            return if_set(step.has_batch(), step.batch());
        case Field::growth_tracker:
            return if_set(step.has_growth_tracker(), step.growth_tracker());
        case Field::skipped:
            return if_set(step.has_skipped(), step.skipped() ? 1.0f : 0.0f);
        case Field::weight_gradients_flushed_share:
            return share(step.has_weight_gradients_flushed(), step.weight_gradients_flushed(),
                         step.weight_gradients_nonzero());
        case Field::activation_gradients_flushed_share:
            return share(step.has_activation_gradients_flushed(), step.activation_gradients_flushed(),
                         step.activation_gradients_nonzero());
        case Field::updates_lost_share:
            return share(step.has_updates_lost(), step.updates_lost(), step.updates_nonzero());
    }
    return std::nullopt;
}

SeriesNode SeriesNode::of(std::uint32_t step, std::optional<float> value) {
    SeriesNode node;
    node.first_step = node.last_step = step;
    if (!value) return node;
    if (std::isnan(*value)) {
        node.nan = 1;
    } else if (std::isinf(*value)) {
        (*value > 0 ? node.positive_infinity : node.negative_infinity) = 1;
    } else {
        node.min = node.max = node.first = node.last = *value;
        node.finite = 1;
    }
    return node;
}

void SeriesNode::append(const SeriesNode& next) {
    last_step = next.last_step;
    if (next.finite != 0) {
        min = finite != 0 ? std::min(min, next.min) : next.min;
        max = finite != 0 ? std::max(max, next.max) : next.max;
        if (finite == 0) first = next.first;
        last = next.last;
    }
    finite += next.finite;
    nan += next.nan;
    positive_infinity += next.positive_infinity;
    negative_infinity += next.negative_infinity;
}

void PyramidNode::append(std::uint32_t step, const run::StepRecord& record) {
    PyramidNode one;
    one.used = true;
    for (std::size_t i = 0; i < field_count; ++i) {
        one.fields[i] = SeriesNode::of(step, value_of(record, static_cast<Field>(i)));
    }
    append(one);
}

void PyramidNode::append(const PyramidNode& next) {
    if (!used) {
        *this = next;
        return;
    }
    for (std::size_t i = 0; i < field_count; ++i) fields[i].append(next.fields[i]);
}

std::string PyramidNode::encode() const {
    std::string out;
    out.reserve(header_bytes + field_count * field_bytes);
    put(out, fields[0].first_step);
    put(out, fields[0].last_step);
    for (const SeriesNode& node : fields) {
        for (const float value : {node.min, node.max, node.first, node.last}) put(out, value);
        for (const std::uint32_t count : {node.finite, node.nan, node.positive_infinity, node.negative_infinity}) {
            put(out, count);
        }
    }
    return out;
}

std::optional<SeriesNode> PyramidNode::decode(std::string_view bytes, Field field) {
    if (!is_node(bytes)) return std::nullopt;
    SeriesNode node;
    std::size_t at = 0;
    node.first_step = get<std::uint32_t>(bytes, at);
    node.last_step = get<std::uint32_t>(bytes, at);
    at += static_cast<std::size_t>(field) * field_bytes;
    for (float* value : {&node.min, &node.max, &node.first, &node.last}) *value = get<float>(bytes, at);
    for (std::uint32_t* count : {&node.finite, &node.nan, &node.positive_infinity, &node.negative_infinity}) {
        *count = get<std::uint32_t>(bytes, at);
    }
    return node;
}

std::optional<PyramidNode> PyramidNode::decode(std::string_view bytes) {
    if (!is_node(bytes)) return std::nullopt;
    PyramidNode node;
    node.used = true;
    for (std::size_t i = 0; i < field_count; ++i) node.fields[i] = *decode(bytes, static_cast<Field>(i));
    return node;
}

}  // namespace mantissa
