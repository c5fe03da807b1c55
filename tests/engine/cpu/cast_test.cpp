// SPDX-License-Identifier: Apache-2.0
// The CPU's vector rounding and counting against the scalar oracle, also with a bias; on one and two threads.
#include <bit>

#include "engine/cpu/cast_rows.h"
#include "tests/engine/backend/narrow.h"
#include "tests/engine/cpu/cpu_testing.h"
// after what defines KernelTest
#include "tests/engine/backend/cast_tests.h"

namespace mantissa {
namespace {

TEST_F(Casting, RowsWithABias) {
    for (const auto& [rows, columns] :
         {std::pair{1, 1}, {1, 70000}, {3, 17}, {130, 65}, {1000, 10}, {5, 4096}, {20000, 1}, {2, 1025}})
        for (const Rounding rounding : {Rounding::nearest_even, Rounding::stochastic}) {
            const Array x = spread({rows, columns}, 4, -28, 3), bias = spread({columns}, 5, -28, 3);
            Cast cast = cast_to(fp16), rcast = cast_to(fp16);
            FlushCounts counts, rcounts;
            cast.counts = &counts;
            rcast.counts = &rcounts;
            cast.rounding = rcast.rounding = rounding;
            cast.random = rcast.random = {1, RandomUse::stochastic_rounding, 2, 3};
            Array y({rows, columns}), ry({rows, columns});
            for (std::int64_t i = 0; i < x.size(); ++i)
                ry[i] = store_result(x[i] + bias[i % columns], rcast, static_cast<std::uint64_t>(i));
            cpu();  // sets the number of threads
            const Tensor to = y.view(), from = x.view(), with = bias.view();
            cast_rows(from.f32(), with.f32(), to.f32(), rows, columns, cast);
            const std::string what = std::to_string(rows) + "x" + std::to_string(columns);
            expect_same_bits(y, ry, what);
            expect_same_counts(counts, rcounts, what);
            MagnitudeHistogram histogram, rhistogram;
            for (std::int64_t i = 0; i < x.size(); ++i)
                count_magnitude(x[i] + bias[i % columns], ry[i], fp16, rhistogram);
            cast.histogram = &histogram;
            cast_rows(from.f32(), with.f32(), to.f32(), rows, columns, cast);
            expect_same_bits(y, ry, what + " monitored");
            expect_same_histogram(histogram, rhistogram, what);
        }
}

TEST_F(Casting, RowsWithABiasStoredAsBf16) {
    for (const auto& [rows, columns] : {std::pair{1, 1}, {1, 70000}, {130, 65}, {64, 256}, {2, 5000}})
        // the last is NaN that rounding alone would make -0
        for (const float end : {1.0f, std::numeric_limits<float>::infinity(), std::bit_cast<float>(0x7FFFFFFFu)}) {
            Array x = spread({rows, columns}, 4, -28, 3), bias = spread({columns}, 5, -28, 3);
            bias[columns / 2] = end;
            FlushCounts counts, rcounts;
            Cast cast = cast_to(bf16, &counts), rcast = cast_to(bf16, &rcounts);
            Array ry({rows, columns});
            for (std::int64_t i = 0; i < x.size(); ++i)
                ry[i] = store_result(x[i] + bias[i % columns], rcast, static_cast<std::uint64_t>(i));
            cpu();  // sets the number of threads
            const Narrow y({rows, columns});
            const Tensor to = y.view(), from = x.view(), with = bias.view();
            cast_rows(from.f32(), with.f32(), Numbers(to), rows, columns, cast);
            const std::string what = std::to_string(rows) + "x" + std::to_string(columns);
            expect_same_bits(y.wide(), ry, what);
            expect_same_counts(counts, rcounts, what);
            const Narrow uncounted({rows, columns});
            const Tensor to_uncounted = uncounted.view();
            cast_rows(from.f32(), with.f32(), Numbers(to_uncounted), rows, columns, cast_to(bf16));
            EXPECT_EQ(uncounted.values, y.values) << what << ", not counted";
        }
}

}  // namespace
}  // namespace mantissa
