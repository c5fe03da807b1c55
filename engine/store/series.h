// SPDX-License-Identifier: Apache-2.0
// The scalars of a training step as series, and what is known of a stretch of steps without reading them all.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "engine/run/run.pb.h"

namespace mantissa {

/// A number of a training step that can be drawn over time. The order is that of the file: only ever append.
enum class Field : std::uint8_t {
    loss,
    accuracy,
    scale,
    gradient_norm,
    images_per_second,
    step_ms,
    lr,
    batch,
    growth_tracker,
    skipped,                             ///< 1 for a skipped step, else 0
    weight_gradients_flushed_share,      ///< flushed over nonzero before the cast, 0 to 1; absent where all are zero
    activation_gradients_flushed_share,  ///< the same for activation gradients
    updates_lost_share,                  ///< lost over nonzero updates
};
inline constexpr std::size_t field_count = 13;

/// Value of a field in a step; nothing where the step did not measure it.
std::optional<float> value_of(const run::StepRecord& step, Field field);

/// One or more consecutive recorded steps of one field. min, max, first and last are of the finite values only, and
/// NaN when `finite` is 0; values that are not finite are counted beside them.
struct SeriesNode {
    std::uint32_t first_step = 0;  ///< first recorded step in it
    std::uint32_t last_step = 0;   ///< last recorded step in it
    float min = std::numeric_limits<float>::quiet_NaN();
    float max = std::numeric_limits<float>::quiet_NaN();
    float first = std::numeric_limits<float>::quiet_NaN();
    float last = std::numeric_limits<float>::quiet_NaN();
    std::uint32_t finite = 0;             ///< steps with a finite value
    std::uint32_t nan = 0;                ///< steps with NaN
    std::uint32_t positive_infinity = 0;  ///< steps with +inf
    std::uint32_t negative_infinity = 0;  ///< steps with -inf

    /// A node of one step.
    static SeriesNode of(std::uint32_t step, std::optional<float> value);
    /// Takes in `next`, whose steps follow.
    void append(const SeriesNode& next);
    /// Whether it holds any value, finite or not.
    bool empty() const { return finite == 0 && nan == 0 && positive_infinity == 0 && negative_infinity == 0; }
};

/// All fields of a stretch of steps: what a row of the table "nodes" holds.
struct PyramidNode {
    std::array<SeriesNode, field_count> fields;
    bool used = false;

    void append(std::uint32_t step, const run::StepRecord& record);
    void append(const PyramidNode& next);

    /// Little-endian bytes: first and last step, then per field four floats and four counts.
    std::string encode() const;
    /// Nothing when `bytes` cannot be such a node.
    static std::optional<PyramidNode> decode(std::string_view bytes);
    /// The same for one field only.
    static std::optional<SeriesNode> decode(std::string_view bytes, Field field);
};

}  // namespace mantissa
