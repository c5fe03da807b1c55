// SPDX-License-Identifier: Apache-2.0
// Weights have the layout of the primitive's choice (`any`), and so have images where it has no fast way for ours; an
// operand is reordered only where the choice differs.
#include "engine/cpu/convolutions.h"

#include <fmt/format.h>

#include <array>
#include <optional>

#include "engine/base/error.h"
#include "engine/cpu/dnnl_compat.h"
#include "engine/cpu/dnnl_execute.h"

namespace mantissa {
namespace {

using Tag = dnnl::memory::format_tag;
using Desc = dnnl::memory::desc;

/// oneDNN 2.6.3's 1×1 convolutions for AVX2 gather the samples of a stride into their scratchpad, whose size they
/// reckon without the channels that fill up a vector: they write beyond its end. They are for images alone, so such a
/// convolution is called one of volumes that are one deep.
bool is_overrun(const ConvGeometry& g) {
    constexpr std::int64_t widest = 16;  // numbers in a vector
    return g.kernel == 1 && g.stride > 1 && (g.channels % widest != 0 || g.filters % widest != 0);
}

}  // namespace

/// One operand: ours, what the primitive wants, and the reorder between them where they differ.
struct Convolutions::Operand {
    dnnl::memory ours, theirs;
    Desc layout;            ///< of theirs; kept, since to ask for it allocates in oneDNN 3.x
    std::size_t bytes = 0;  ///< that it takes
    bool differs = false;
    std::optional<dnnl::reorder> in, out;

    void prepare(const dnnl::engine& engine, const Desc& our_desc, const Desc& their_desc) {
        ours = dnnl::memory(our_desc, engine, nullptr);
        theirs = dnnl::memory(their_desc, engine, nullptr);
        layout = their_desc;
        bytes = their_desc.get_size();
        differs = our_desc != their_desc;
    }
    void make_reorders() {
        if (!differs) return;
        in.emplace(ours, theirs);
        out.emplace(theirs, ours);
    }
    void point_at(const Numbers& numbers, Scratch& scratch, ScratchUse use) {
        void* const room = differs ? scratch.bytes(use, bytes) : nullptr;
        if (scratch.rehearsed()) return;
        ours.set_data_handle(numbers.data);
        if (differs) theirs.set_data_handle(room);
    }
    /// `there`: in the primitive's layout already.
    dnnl::memory& to_primitive(dnnl::stream& stream, bool there = false) {
        if (!differs) return ours;
        if (!there) execute(*in, stream, std::array{argument(DNNL_ARG_FROM, ours), argument(DNNL_ARG_TO, theirs)});
        return theirs;
    }
    dnnl::memory& from_primitive() { return differs ? theirs : ours; }
    void finish(dnnl::stream& stream) {
        if (differs) execute(*out, stream, std::array{argument(DNNL_ARG_FROM, theirs), argument(DNNL_ARG_TO, ours)});
    }
};

struct Convolutions::State {
    dnnl::engine engine{dnnl::engine::kind::cpu, 0};
    dnnl::stream stream{engine};
    std::vector<float> no_bias;
    const Desc* layout = nullptr;  ///< of the weights that the last call put into scratch

    /// The pieces of one batch have the same weights, which are put into the primitive's layout once.
    dnnl::memory& weights(Operand& w, bool again) {
        const bool there = again && layout && *layout == w.layout;
        layout = &w.layout;
        return w.to_primitive(stream, there);
    }
};

struct Convolutions::Primitive {
    Operand x, w, y;
    dnnl::memory bias, room;
    std::size_t room_bytes = 0;
    dnnl::primitive primitive;
    std::string implementation;

    void point_at(const Numbers& at_x, const Numbers& at_w, const Numbers& at_y, Scratch& scratch) {
        x.point_at(at_x, scratch, ScratchUse::their_x);
        w.point_at(at_w, scratch, ScratchUse::their_w);
        y.point_at(at_y, scratch, ScratchUse::their_y);
        void* const at = scratch.bytes(ScratchUse::library, room_bytes);
        if (!scratch.rehearsed()) room.set_data_handle(at);
    }
};

Convolutions::Convolutions(Scratch& scratch) : scratch_(scratch), state_(std::make_unique<State>()) {}
Convolutions::~Convolutions() = default;

Convolutions::Primitive& Convolutions::primitive(int direction, const ConvGeometry& g, std::int64_t images,
                                                 bool narrow) {
    const Key key{direction, images, g.height, g.width, g.channels, g.filters, g.kernel, g.padding, g.stride, narrow};
    auto& slot = primitives_[key];
    if (slot) return *slot;
    try {
        using Type = dnnl::memory::data_type;
        const Type type = narrow ? Type::bf16 : Type::f32;
        // Results are FP32. The forward descriptor that the gradients take as a hint has BF16 ones.
        const Type type_x = direction == 1 ? Type::f32 : type, type_w = direction == 2 ? Type::f32 : type,
                   type_y = direction == 0 ? Type::f32 : type;
        const bool deep = is_overrun(g);
        const auto dims = [deep](std::int64_t first, std::int64_t second, std::int64_t rows, std::int64_t columns) {
            return deep ? dnnl::memory::dims{first, second, 1, rows, columns}
                        : dnnl::memory::dims{first, second, rows, columns};
        };
        const auto each_way = [deep](std::int64_t down, std::int64_t along) {
            return deep ? dnnl::memory::dims{down, along, along} : dnnl::memory::dims{along, along};
        };
        const Tag ours = deep ? Tag::ndhwc : Tag::nhwc;
        const dnnl::memory::dims x = dims(images, g.channels, g.height, g.width),
                                 y = dims(images, g.filters, g.rows(), g.columns()),
                                 w = dims(g.filters, g.channels, g.kernel, g.kernel), bias{g.filters};
        const Desc our_x(x, type_x, ours), our_w(w, type_w, deep ? Tag::odhwi : Tag::ohwi), our_y(y, type_y, ours);
        const Desc bias_desc(bias, Type::f32, Tag::a);
        const auto descriptors = [&](Tag images_tag, Type of_x, Type of_w, Type of_y) {
            return ConvDescriptors{Desc(x, of_x, images_tag), Desc(w, of_w, Tag::any), bias_desc,
                                   Desc(y, of_y, images_tag), each_way(0, g.padding),  each_way(1, g.stride)};
        };

        auto made = std::make_unique<Primitive>();
        const auto build = [&](Tag images_tag) {
            const ConvDescriptors d = descriptors(images_tag, type_x, type_w, type_y);
            const auto forward =
                conv_forward_desc(state_->engine, direction == 0 ? d : descriptors(images_tag, type, type, type));
            const auto operands = [&](const auto& desc, const Desc& their_x, const Desc& their_w, const Desc& their_y) {
                made->x.prepare(state_->engine, our_x, their_x);
                made->w.prepare(state_->engine, our_w, their_w);
                made->y.prepare(state_->engine, our_y, their_y);
                made->room = dnnl::memory(desc.scratchpad_desc(), state_->engine, nullptr);
                made->room_bytes = desc.scratchpad_desc().get_size();
                made->implementation = desc.impl_info_str();
            };
            const bool rehearsed = scratch_.rehearsed();  // then nobody runs it
            if (direction == 0) {
                operands(forward, forward.src_desc(), forward.weights_desc(), forward.dst_desc());
                if (!rehearsed) made->primitive = dnnl::convolution_forward(forward);
            } else if (direction == 1) {
                const auto desc = conv_backward_data_desc(state_->engine, d, forward);
                operands(desc, desc.diff_src_desc(), desc.weights_desc(), desc.diff_dst_desc());
                if (!rehearsed) made->primitive = dnnl::convolution_backward_data(desc);
            } else {
                const auto desc = conv_backward_weights_desc(state_->engine, d, forward);
                operands(desc, desc.src_desc(), desc.diff_weights_desc(), desc.diff_dst_desc());
                if (!rehearsed) made->primitive = dnnl::convolution_backward_weights(desc);
            }
            if (rehearsed) return;
            made->x.make_reorders();
            made->w.make_reorders();
            made->y.make_reorders();
        };
        build(ours);
        if (made->implementation.find("ref") != std::string::npos) {
            made = std::make_unique<Primitive>();
            build(Tag::any);
        }
        made->bias = dnnl::memory(bias_desc, state_->engine, nullptr);
        slot = std::move(made);
        return *slot;
    } catch (const dnnl::error& error) {
        primitives_.erase(key);
        throw Error(ErrorCode::device, say("oneDNN cannot create this convolution: %1", {error.what()}),
                    fmt::format("convolution {}x{}, {} to {} channels, {} images", g.height, g.width, g.channels,
                                g.filters, images));
    }
}

void Convolutions::forward(const ConvGeometry& g, std::int64_t images, const Numbers& x, const Numbers& w,
                           const float* bias, float* y, bool again) {
    Primitive& p = primitive(0, g, images, x.narrow);
    p.point_at(x, w, y, scratch_);
    if (scratch_.rehearsed()) return;
    if (!bias) {
        state_->no_bias.resize(std::max(state_->no_bias.size(), static_cast<std::size_t>(g.filters)), 0.0f);
        bias = state_->no_bias.data();
    }
    p.bias.set_data_handle(const_cast<float*>(bias));
    dnnl::stream& stream = state_->stream;
    execute(p.primitive, stream,
            std::array{argument(DNNL_ARG_SRC, p.x.to_primitive(stream)),
                       argument(DNNL_ARG_WEIGHTS, state_->weights(p.w, again)), argument(DNNL_ARG_BIAS, p.bias),
                       argument(DNNL_ARG_DST, p.y.from_primitive()), argument(DNNL_ARG_SCRATCHPAD, p.room)});
    p.y.finish(stream);
    stream.wait();
}

void Convolutions::backward_data(const ConvGeometry& g, std::int64_t images, const Numbers& dy, const Numbers& w,
                                 float* dx, bool again) {
    Primitive& p = primitive(1, g, images, dy.narrow);
    p.point_at(dx, w, dy, scratch_);
    if (scratch_.rehearsed()) return;
    dnnl::stream& stream = state_->stream;
    execute(p.primitive, stream,
            std::array{argument(DNNL_ARG_DIFF_DST, p.y.to_primitive(stream)),
                       argument(DNNL_ARG_WEIGHTS, state_->weights(p.w, again)),
                       argument(DNNL_ARG_DIFF_SRC, p.x.from_primitive()), argument(DNNL_ARG_SCRATCHPAD, p.room)});
    p.x.finish(stream);
    stream.wait();
}

void Convolutions::backward_weights(const ConvGeometry& g, std::int64_t images, const Numbers& dy, const Numbers& x,
                                    float* dw) {
    Primitive& p = primitive(2, g, images, dy.narrow);
    p.point_at(x, dw, dy, scratch_);
    if (scratch_.rehearsed()) return;
    dnnl::stream& stream = state_->stream;
    execute(p.primitive, stream,
            std::array{argument(DNNL_ARG_DIFF_DST, p.y.to_primitive(stream)),
                       argument(DNNL_ARG_SRC, p.x.to_primitive(stream)),
                       argument(DNNL_ARG_DIFF_WEIGHTS, p.w.from_primitive()), argument(DNNL_ARG_SCRATCHPAD, p.room)});
    p.w.finish(stream);
    stream.wait();
}

std::vector<std::string> Convolutions::implementations() const {
    static constexpr const char* names[] = {"forward", "data gradient", "weight gradient"};
    std::vector<std::string> lines;
    for (const auto& [key, p] : primitives_)
        lines.push_back(fmt::format("convolution {}{} {}x{} {}->{} batch {}: {}", key.narrow ? "BF16 " : "",
                                    names[key.direction], key.height, key.width, key.channels, key.filters, key.images,
                                    p->implementation));
    return lines;
}

}  // namespace mantissa
