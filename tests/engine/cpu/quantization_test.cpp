// SPDX-License-Identifier: Apache-2.0
// Operands in eight or fewer bits: what the processor and the reference make of a tensor along either dimension,
// against the rules of one block (precision/block_format.h), which are held against torchao's.
#include "engine/backend/quantization.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <vector>

#include "engine/precision/tensor_scale.h"
#include "tests/engine/cpu/cpu_testing.h"

namespace mantissa {
namespace {

class Quantized : public CpuTest {
  protected:
    /// What both devices make of it, which must be the same.
    Array made(const Quantization& how, const Array& x, const Array& delayed, OperandCounts& counts) {
        Array y(x.shape()), z(x.shape()), uncounted(x.shape());
        OperandCounts theirs;
        const Tensor state = delayed.size() > 1 ? delayed.view() : Tensor{};
        tested().quantize_operand(how, x.view(), y.view(), state, &counts);
        tested().quantize_operand(how, x.view(), uncounted.view(), state, nullptr);
        reference().quantize_operand(how, x.view(), z.view(), state, &theirs);
        expect_same_bits(y, z, "the reference");
        expect_same_bits(y, uncounted, "without counting");
        EXPECT_EQ(counts.elements, theirs.elements);
        EXPECT_EQ(counts.nonzero, theirs.nonzero);
        EXPECT_EQ(counts.flushed, theirs.flushed);
        EXPECT_EQ(counts.clipped, theirs.clipped);
        EXPECT_EQ(counts.blocks, theirs.blocks);
        EXPECT_EQ(counts.blocks_clipped, theirs.blocks_clipped);
        EXPECT_EQ(counts.blocks_flushed, theirs.blocks_flushed);
        EXPECT_EQ(counts.amax, theirs.amax);
        EXPECT_EQ(counts.scale, theirs.scale);
        return y;
    }
};

/// The offsets of a block's numbers, by plain arithmetic over all of the tensor's.
std::vector<std::vector<std::int64_t>> blocks_of(const Quantization& how) {
    const OperandLayout& l = how.layout;
    const std::int64_t length = how.recipe->block();
    std::vector<std::vector<std::int64_t>> blocks;
    std::map<std::vector<std::int64_t>, std::size_t> known;
    for (std::int64_t r = 0; r < l.rows; ++r)
        for (std::int64_t s = 0; s < l.spatial; ++s)
            for (std::int64_t c = 0; c < l.columns; ++c) {
                std::vector<std::int64_t> key{r, s, c};
                if (how.operand.square_blocks)
                    key = {r / length, s, c / length};
                else if (how.along == Along::columns)
                    key[2] /= length;
                else
                    key[0] /= length;
                const auto at = known.try_emplace(key, blocks.size()).first->second;
                if (at == blocks.size()) blocks.emplace_back();
                blocks[at].push_back((r * l.spatial + s) * l.columns + c);
            }
    return blocks;
}

/// The same by the rules of one block, and what it counts.
Array expected(const Quantization& how, const Array& x, OperandCounts& counts) {
    Array y(x.shape());
    const float tensor = nvfp4_tensor_scale(amax_of(x.values().data(), x.size()));
    for (const auto& block : blocks_of(how)) {
        std::vector<float> numbers;
        for (const std::int64_t at : block) numbers.push_back(x[at]);
        const float amax = amax_of(numbers.data(), static_cast<std::int64_t>(numbers.size()));
        bool clipped = false, flushed = false;
        for (const std::int64_t at : block) {
            const std::uint32_t random = how.random.bits(static_cast<std::uint64_t>(at));
            BlockElement element;
            if (how.recipe->scale == ScaleSource::mx_block) {
                const std::uint8_t scale = e8m0_scale(amax, how.operand.format, how.recipe->power);
                element = mx_element(x[at], scale, how.operand.format, how.operand.rounding, random);
                y[at] = element.value * e8m0_value(scale);
            } else {
                const float scale = nvfp4_block_scale(amax, tensor);
                element = nvfp4_element(x[at], scale, tensor, how.operand.rounding, random);
                y[at] = element.value * (scale * tensor);
            }
            clipped = clipped || element.fate == BlockFate::clipped;
            flushed = flushed || element.fate == BlockFate::flushed;
            counts.clipped += element.fate == BlockFate::clipped ? 1 : 0;
            counts.flushed += element.fate == BlockFate::flushed ? 1 : 0;
            counts.nonzero += x[at] != 0 ? 1 : 0;
        }
        ++counts.blocks;
        counts.blocks_clipped += clipped ? 1 : 0;
        counts.blocks_flushed += flushed ? 1 : 0;
    }
    return y;
}

TEST_F(Quantized, BlocksLieAlongTheDimensionThatIsSummedOver) {
    const Array none({1});
    for (const OperandRecipe& recipe : operand_recipes()) {
        if (recipe.block() == 0) continue;
        for (const OperandLayout layout : {OperandLayout{40, 1, 70}, OperandLayout{33, 9, 17}, OperandLayout{1, 1, 5}})
            for (const OperandFormat& operand : {recipe.input, recipe.weight, recipe.gradient})
                for (const Along along : {Along::columns, Along::rows}) {
                    Quantization how{&recipe, operand, layout, along, false, {3, RandomUse::operand_rounding, 1, 2}};
                    const Array x = spread({layout.size()}, 7, -20, 3);
                    OperandCounts told, ours;
                    const Array y = made(how, x, none, told);
                    expect_same_bits(y, expected(how, x, ours), std::string(recipe.name));
                    EXPECT_EQ(told.elements, static_cast<std::uint64_t>(layout.size()));
                    EXPECT_EQ(told.nonzero, ours.nonzero);
                    EXPECT_EQ(told.clipped, ours.clipped) << recipe.name;
                    EXPECT_EQ(told.flushed, ours.flushed) << recipe.name;
                    EXPECT_EQ(told.blocks, ours.blocks);
                    EXPECT_EQ(told.blocks_clipped, ours.blocks_clipped);
                    EXPECT_EQ(told.blocks_flushed, ours.blocks_flushed);
                    if (recipe.scale == ScaleSource::mx_block && recipe.power == PowerRule::up) {
                        EXPECT_EQ(told.clipped, 0u) << recipe.name;
                    }
                }
    }
}

TEST_F(Quantized, ATransformOfBothOperandsLeavesTheirProductAsItIs) {
    const OperandRecipe& nvfp4 = *operand_recipe_named("nvfp4");
    const OperandLayout layout{37, 1, 3};  // two groups of 16 rows, and 5 rows beyond
    const Array x = uniform({37, 3}, 1), none({1});
    const Quantization how{&nvfp4, nvfp4.input, layout, Along::rows, true, {}};
    Array transformed({37, 3});
    quantization::transform(how, x.values().data(), transformed.values().data(), 0, 3);
    for (std::int64_t i = 32 * 3; i < x.size(); ++i) EXPECT_EQ(transformed[i], x[i]) << "beyond the last whole 16";
    for (std::int64_t a = 0; a < 3; ++a)
        for (std::int64_t b = 0; b < 3; ++b) {
            double before = 0, after = 0, terms = 0;
            for (std::int64_t r = 0; r < 37; ++r) {
                const auto product = [&](const Array& of) {
                    return static_cast<double>(of[r * 3 + a]) * static_cast<double>(of[r * 3 + b]);
                };
                before += product(x);
                after += product(transformed);
                terms += std::abs(product(transformed));
            }
            EXPECT_NEAR(before, after, terms * 16 * 0x1p-24);  // four additions and a product in FP32 on either side
        }
    OperandCounts told, ours;
    Quantization plain = how;
    plain.transformed = false;
    expect_same_bits(made(how, x, none, told), expected(plain, transformed, ours), "quantised after the transform");
}

TEST_F(Quantized, OneScaleForATensorIsItsOwnOrThatOfEarlierSteps) {
    const OperandRecipe &current = *operand_recipe_named("fp8-current"),
                        &delayed = *operand_recipe_named("fp8-delayed"),
                        &unscaled = *operand_recipe_named("fp8-unscaled");
    const OperandLayout layout{20, 1, 50};
    const Array x = spread({20, 50}, 3, -30, 9), none({1});
    const float amax = amax_of(x.values().data(), x.size());
    const auto expect = [&](const Array& y, float scale, Overflow overflow) {
        for (std::int64_t i = 0; i < x.size(); ++i) {
            const float number = round_to(x[i] * scale, e4m3fn, Rounding::nearest_even, 0, overflow) * (1.0f / scale);
            ASSERT_TRUE(y[i] == number || (std::isnan(y[i]) && std::isnan(number))) << x[i];
        }
    };
    OperandCounts counts, late, plain;
    expect(made({&current, current.input, layout, Along::columns, false, {}}, x, none, counts),
           current_scale(amax, e4m3fn), Overflow::saturates);
    EXPECT_EQ(counts.clipped, 0u);
    EXPECT_EQ(counts.scale, 448.0f / amax);
    EXPECT_EQ(counts.amax, amax);
    EXPECT_EQ(counts.blocks, 0u);

    const Quantization how{&delayed, delayed.input, layout, Along::columns, false, {}};
    Array state({delayed_scale_numbers}, std::vector<float>(delayed_scale_numbers, 0.0f));
    expect(made(how, x, state, late), 1.0f, Overflow::saturates);
    EXPECT_EQ(late.scale, 1.0f) << "nothing was recorded yet";
    EXPECT_GT(late.clipped, 0u) << "numbers up to 2^9";
    Array other = state;
    tested().record_amax(how, x.view(), state.view());
    reference().record_amax(how, x.view(), other.view());
    expect_same_bits(state, other, "the state");
    OperandCounts after;
    expect(made(how, x, state, after), 448.0f / amax, Overflow::saturates);
    EXPECT_EQ(after.clipped, 0u);

    expect(made({&unscaled, unscaled.input, layout, Along::columns, false, {}}, x, none, plain), 1.0f,
           Overflow::special);
    EXPECT_GT(plain.nonfinite, 0u) << "E4M3FN has NaN, but no infinity";
    EXPECT_EQ(plain.scale, 0.0f) << "there is none";
}

TEST_F(Quantized, DelayedScalesStateIsWhatTheRuleKeeps) {
    DelayedScale scale;
    for (std::uint32_t i = 0; i < 2500; ++i) scale.record(static_cast<float>(i % 7), e4m3fn);
    std::vector<float> state(delayed_scale_numbers);
    write_delayed_scale(scale, state.data());
    const DelayedScale read = read_delayed_scale(state.data());
    EXPECT_EQ(read.scale, scale.scale);
    EXPECT_EQ(read.recorded, scale.recorded);
    EXPECT_EQ(read.amax, scale.amax);
    EXPECT_EQ(read_delayed_scale(std::vector<float>(delayed_scale_numbers, 0.0f).data()).scale, 1.0f);
}

}  // namespace
}  // namespace mantissa
