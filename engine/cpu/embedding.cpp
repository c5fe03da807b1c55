// SPDX-License-Identifier: Apache-2.0
// Token embeddings. The gradient sorts the rows by token, keeping their order, so that threads share the tokens and
// each sum has the order of the rows.
#include <algorithm>
#include <array>

#include "engine/cpu/cast_rows.h"
#include "engine/cpu/cpu_kernels.h"
#include "engine/cpu/parallel.h"

namespace mantissa {

void CpuKernels::embedding_forward(const Tensor& table, const Tensor& tokens, const Tensor& y, const Cast& cast) {
    if (scratch_.rehearsed()) return;
    const std::int64_t width = table.shape[1];
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    const Numbers from(table);
    PieceCast pieces(Numbers(y), cast);
    parallel_for(tokens.size(), 1, std::max<std::int64_t>(2, 16384 / width),
                 [&](std::int64_t begin, std::int64_t end, int part) {
                     PieceCast::Part piece(pieces, part);
                     std::array<float, tally_block> buffer;
                     for (std::int64_t r = begin; r < end; ++r)
                         for (std::int64_t c = 0; c < width; c += tally_block) {
                             const std::int64_t n = std::min(tally_block, width - c);
                             piece.store(widened(from, token[r] * width + c, n, buffer.data()), r * width + c, n);
                         }
                 });
    pieces.finish();
}

void CpuKernels::embedding_backward(const Tensor& tokens, const Tensor& dy, const Tensor& dtable,
                                    const ReductionPolicy& reduction, const Cast& cast) {
    const std::int64_t words = dtable.shape[0], width = dtable.shape[1], rows = tokens.size();
    // where each token's rows begin in the order, and the order
    auto* const begins = scratch_.of<std::int64_t>(ScratchUse::order, words + 1 + rows);
    std::int64_t* const order = begins + words + 1;
    if (scratch_.rehearsed()) return;
    const auto* token = static_cast<const std::int32_t*>(tokens.data);
    std::fill_n(begins, words + 1, 0);
    for (std::int64_t r = 0; r < rows; ++r) ++begins[token[r] + 1];
    for (std::int64_t t = 0; t < words; ++t) begins[t + 1] += begins[t];
    for (std::int64_t r = 0; r < rows; ++r) order[begins[token[r]]++] = r;  // a token's begin becomes its end
    const Numbers given(dy);
    const bool wide = reduction.format == fp32;
    PieceCast pieces(Numbers(dtable), cast);
    parallel_for(words, 1, std::max<std::int64_t>(2, words * 16384 / std::max<std::int64_t>(1, rows * width)),
                 [&](std::int64_t first, std::int64_t last, int part) {
                     PieceCast::Part piece(pieces, part);
                     std::array<float, tally_block> sums, buffer;
                     for (std::int64_t t = first; t < last; ++t)
                         for (std::int64_t c = 0; c < width; c += tally_block) {
                             const std::int64_t n = std::min(tally_block, width - c);
                             std::fill_n(sums.data(), n, 0.0f);
                             for (std::int64_t k = t == 0 ? 0 : begins[t - 1]; k < begins[t]; ++k) {
                                 const float* const row = widened(given, order[k] * width + c, n, buffer.data());
                                 for (std::int64_t i = 0; i < n; ++i) {
                                     float& sum = sums[static_cast<std::size_t>(i)];
                                     sum = wide ? sum + row[i] : round_to(sum + row[i], reduction.format);
                                 }
                             }
                             piece.store(sums.data(), t * width + c, n);
                         }
                 });
    pieces.finish();
}

}  // namespace mantissa
