// SPDX-License-Identifier: Apache-2.0
// What the CPU's kernels of a graph's operations take at the sizes of the small Transformer (64 images of 17 tokens, 4
// heads of 16) and of the residual network (64 images of 28 x 28 x 16), beside oneDNN's matmul where that does the
// same. Prints the least of many repetitions in microseconds, never fails.
//
//   OMP_NUM_THREADS=1 tests/bench/operations_bench [repetitions]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <oneapi/dnnl/dnnl.hpp>

#include "engine/cpu/cpu_device.h"
#include "engine/cpu/dnnl_compat.h"
#include "tests/engine/backend/kernel_testing.h"

using namespace mantissa;

namespace {

int repetitions = 400;

void measure(const char* name, const std::function<void()>& f) {
    using Clock = std::chrono::steady_clock;
    for (int i = 0; i < 10; ++i) f();
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < repetitions; ++i) {
        const auto begin = Clock::now();
        f();
        least = std::min(least, std::chrono::duration<double, std::micro>(Clock::now() - begin).count());
    }
    std::printf("%-58s %9.1f us\n", name, least);
}

constexpr std::int64_t images = 64, tokens = 17, heads = 4, dim = 16, width = heads * dim;

MatrixBatch part(const Array& qkv, std::int64_t which, bool transposed = false) {
    return {qkv.view(), which * width, tokens * 3 * width, dim, 3 * width, transposed};
}
MatrixBatch scores(const Array& of, bool transposed = false) {
    return {of.view(), 0, heads * tokens * tokens, tokens * tokens, tokens, transposed};
}
MatrixBatch context(const Array& of) {
    return {of.view(), 0, tokens * width, dim, width, false};
}

/// The same product by oneDNN, at the same places.
void measure_onednn(const char* name, const BatchedSize& size, const MatrixBatch& a, const MatrixBatch& b,
                    const MatrixBatch& c) {
    const dnnl::engine engine(dnnl::engine::kind::cpu, 0);
    dnnl::stream stream(engine);
    const auto memory = [&](const MatrixBatch& m, std::int64_t rows, std::int64_t columns) {
        const dnnl::memory::desc desc(
            {size.outer, size.inner, rows, columns}, dnnl::memory::data_type::f32,
            {m.outer_stride, m.inner_stride, m.transposed ? 1 : m.row_stride, m.transposed ? m.row_stride : 1});
        return dnnl::memory(desc, engine, m.tensor.f32() + m.offset);
    };
    const dnnl::memory x = memory(a, size.m, size.k), y = memory(b, size.k, size.n), z = memory(c, size.m, size.n);
    const auto desc = matmul_desc(engine, x.get_desc(), y.get_desc(), z.get_desc());
    const dnnl::memory room(desc.scratchpad_desc(), engine);
    const dnnl::matmul product(desc);
    measure(name, [&] {
        product.execute(stream,
                        {{DNNL_ARG_SRC, x}, {DNNL_ARG_WEIGHTS, y}, {DNNL_ARG_DST, z}, {DNNL_ARG_SCRATCHPAD, room}});
        stream.wait();
    });
}

void transformer(Kernels& k) {
    const Shape square{images, heads, tokens, tokens}, rows{images * tokens, width};
    Array qkv = uniform({images, tokens, 3 * width}, 1), s = uniform(square, 2, 4), p(square), ds(square);
    Array mixed = uniform({images, tokens, width}, 3);
    FlushCounts counts;
    const Cast half = cast_to(fp16, &counts);
    const BatchedSize of_scores{images, heads, tokens, tokens, dim}, of_context{images, heads, tokens, dim, tokens};
    measure("scores, queries by keys",
            [&] { k.batched_product(of_scores, part(qkv, 0), part(qkv, 1, true), scores(p), {}, {}); });
    measure("  cast to FP16 and counted",
            [&] { k.batched_product(of_scores, part(qkv, 0), part(qkv, 1, true), scores(p), {}, half); });
    measure_onednn("  oneDNN", of_scores, part(qkv, 0), part(qkv, 1, true), scores(p));
    measure("context, probabilities by values",
            [&] { k.batched_product(of_context, scores(s), part(qkv, 2), context(mixed), {}, {}); });
    measure("  cast to FP16 and counted",
            [&] { k.batched_product(of_context, scores(s), part(qkv, 2), context(mixed), {}, half); });
    measure_onednn("  oneDNN", of_context, scores(s), part(qkv, 2), context(mixed));
    Array dqkv({images, tokens, 3 * width});
    measure("  backward: probabilities",
            [&] { k.batched_product(of_scores, context(mixed), part(qkv, 2, true), scores(ds), {}, {}); });
    measure("  backward: queries",
            [&] { k.batched_product(of_context, scores(ds), part(qkv, 1), part(dqkv, 0), {}, {}); });
    measure("  backward: keys",
            [&] { k.batched_product(of_context, scores(ds, true), part(qkv, 0), part(dqkv, 1), {}, {}); });
    measure("  backward: values",
            [&] { k.batched_product(of_context, scores(s, true), context(mixed), part(dqkv, 2), {}, {}); });
    measure("softmax of 4352 rows of 17", [&] { k.softmax_forward({}, s.view(), p.view(), {}); });
    measure("  causal, cast to FP16 and counted", [&] {
        k.softmax_forward({{}, 0.25f, true}, s.view(), p.view(), half);
    });
    measure("  by an FP16 reduction", [&] { k.softmax_forward({{fp16}, 1, false}, s.view(), p.view(), half); });
    k.softmax_forward({}, s.view(), p.view(), {});
    measure("  backward", [&] { k.softmax_backward({}, p.view(), s.view(), ds.view(), {}); });

    Array x = uniform(rows, 4), y(rows), dx(rows), gamma = uniform({width}, 5), beta = uniform({width}, 6);
    Array mean({images * tokens}), rstd({images * tokens}), dgamma({width});
    const NormStatistics statistics{mean.view(), rstd.view()};
    measure("LayerNorm of 1088 rows of 64",
            [&] { k.norm_forward({}, x.view(), gamma.view(), beta.view(), y.view(), statistics, {}); });
    measure("  backward, x",
            [&] { k.norm_backward_data({}, x.view(), gamma.view(), statistics, y.view(), dx.view(), {}); });
    measure("  backward, gamma", [&] { k.norm_backward_gamma({}, x.view(), statistics, y.view(), dgamma.view(), {}); });
    measure("residual sum of them", [&] { k.add(x.view(), y.view(), dx.view(), {}); });

    Array wide = uniform({images * tokens, 2 * width}, 7, 3), result(wide.shape());
    measure("GELU of 1088 rows of 128",
            [&] { k.activation_forward(ActivationKind::gelu, wide.view(), result.view(), {}); });
    measure("  backward",
            [&] { k.activation_backward(ActivationKind::gelu, wide.view(), wide.view(), result.view(), {}); });
    measure("dropout of them", [&] {
        k.dropout({0.1, {1, RandomUse::dropout, 0, 0}, nullptr}, wide.view(), result.view(), {});
    });
    const Array w = uniform({3 * width, width}, 8);
    measure("dense layer, 1088 x 64 by 64 x 192",
            [&] { k.linear_forward(x.view(), w.view(), {}, qkv.view(), {}, {}); });
}

void residual_network(Kernels& k) {
    const Shape large{images, 28, 28, 16}, small{images, 14, 14, 16}, channel{16};
    Array x = uniform(large, 9), y(large), dx(large), pooled(small), gamma = uniform(channel, 10);
    Array beta = uniform(channel, 11), mean(channel), rstd(channel), dgamma(channel), dbeta(channel);
    const NormStatistics statistics{mean.view(), rstd.view()};
    measure("a copy of 64 x 28 x 28 x 16 that is scaled", [&] { k.scale(x.view(), 0.5f, y.view(), {}); });
    measure("BatchNorm of it",
            [&] { k.batch_norm_forward({}, x.view(), gamma.view(), beta.view(), y.view(), statistics, {}, {}); });
    measure("  backward", [&] {
        k.batch_norm_backward({}, x.view(), gamma.view(), statistics, y.view(), dx.view(), dgamma.view(), dbeta.view(),
                              {}, {}, {});
    });
    const ConvGeometry same{28, 28, 16, 16}, halving{28, 28, 16, 32, 3, 1, 2}, doubling{28, 28, 16, 32, 2, 0, 2};
    const Array w = uniform({16, 3, 3, 16}, 12), w2 = uniform({32, 3, 3, 16}, 13), w3 = uniform({32, 2, 2, 16}, 14);
    Array half({images, 14, 14, 32});
    measure("3x3 convolution, 16 to 16 channels",
            [&] { k.conv_forward(same, x.view(), w.view(), {}, y.view(), {}, {}); });
    measure("  with stride 2, 16 to 32 channels",
            [&] { k.conv_forward(halving, x.view(), w2.view(), {}, half.view(), {}, {}); });
    measure("2x2 transposed convolution, 32 to 16 channels",
            [&] { k.conv_transposed_forward(doubling, half.view(), w3.view(), beta.view(), y.view(), {}, {}); });
    const PoolGeometry g{14, 14, 16};
    measure("upsampling to 28 x 28", [&] { k.upsample_forward(g, pooled.view(), y.view(), {}); });
    measure("  backward", [&] { k.upsample_backward(g, x.view(), pooled.view(), {}); });
    measure("average pooling from 28 x 28", [&] { k.average_pool_forward({28, 28, 16}, x.view(), pooled.view(), {}); });
    Array means({images, 16}), joined({images, 28, 28, 48});
    measure("mean over 28 x 28", [&] { k.mean_forward(x.view(), means.view(), {}, {}); });
    measure("16 of 48 channels joined", [&] {
        k.copy_columns(images * 784, 16, {x.view(), 0, 16}, {joined.view(), 16, 48}, {});
    });
}

}  // namespace

int main(int argc, char** argv) {
    if (argc > 1) repetitions = std::max(1, std::atoi(argv[1]));
    const auto device = make_cpu_device(1);
    std::printf("%s\n", device->describe().text.c_str());
    transformer(device->kernels());
    residual_network(device->kernels());
    return 0;
}
