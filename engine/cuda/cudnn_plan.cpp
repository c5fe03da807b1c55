// SPDX-License-Identifier: Apache-2.0
// The graph of one operation, and the choice among its plans (NVIDIA cuDNN, Graph API, "backend descriptor types").
#include "engine/cuda/cudnn_plan.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace mantissa::cuda {
namespace {

void check(cudnnStatus_t status, const char* call) {
    if (status != CUDNN_STATUS_SUCCESS) throw CudnnRefusal{status, call};
}

cudnnDataType_t type_of(Arithmetic arithmetic) {
    switch (arithmetic) {
        case Arithmetic::fp16:
            return CUDNN_DATA_HALF;
        case Arithmetic::bf16:
            return CUDNN_DATA_BFLOAT16;
        case Arithmetic::fp32:
        case Arithmetic::tf32:
            return CUDNN_DATA_FLOAT;
    }
    return CUDNN_DATA_FLOAT;
}

/// A tensor [first, height, width, last] in memory, which cuDNN counts as first, last, height, width.
CudnnDescriptor tensor(const Cudnn& library, CudnnTensor name, cudnnDataType_t type, std::int64_t alignment,
                       std::int64_t first, std::int64_t height, std::int64_t width, std::int64_t last) {
    CudnnDescriptor d(library, CUDNN_BACKEND_TENSOR_DESCRIPTOR);
    const std::array<std::int64_t, 4> extents{first, last, height, width};
    const std::array<std::int64_t, 4> strides{height * width * last, 1, width * last, last};
    d.set(CUDNN_ATTR_TENSOR_DATA_TYPE, type);
    d.set(CUDNN_ATTR_TENSOR_DIMENSIONS, CUDNN_TYPE_INT64, 4, extents.data());
    d.set(CUDNN_ATTR_TENSOR_STRIDES, CUDNN_TYPE_INT64, 4, strides.data());
    d.set(CUDNN_ATTR_TENSOR_UNIQUE_ID, static_cast<std::int64_t>(name));
    d.set(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT, alignment);
    d.finalize();
    return d;
}

CudnnDescriptor convolution_of(const Cudnn& library, const ConvGeometry& g) {
    CudnnDescriptor d(library, CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR);
    const cudnnConvolutionMode_t mode = CUDNN_CROSS_CORRELATION;
    const std::array<std::int64_t, 2> padding{g.padding, g.padding}, stride{g.stride, g.stride}, one{1, 1};
    d.set(CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, std::int64_t{2});
    d.set(CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT);
    d.set(CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_TYPE_CONVOLUTION_MODE, 1, &mode);
    d.set(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS, CUDNN_TYPE_INT64, 2, padding.data());
    d.set(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS, CUDNN_TYPE_INT64, 2, padding.data());
    d.set(CUDNN_ATTR_CONVOLUTION_DILATIONS, CUDNN_TYPE_INT64, 2, one.data());
    d.set(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, CUDNN_TYPE_INT64, 2, stride.data());
    d.finalize();
    return d;
}

/// The attributes of each pass's operation.
struct PassNames {
    cudnnBackendDescriptorType_t operation;
    cudnnBackendAttributeName_t convolution, x, w, y, alpha, beta;
};
PassNames names_of(ConvolutionPass pass) {
    switch (pass) {
        case ConvolutionPass::forward:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA};
        case ConvolutionPass::data_gradient:
            return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                    CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA};
        case ConvolutionPass::weight_gradient:
            break;
    }
    return {CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA};
}

CudnnDescriptor graph_of(const Cudnn& library, cudnnHandle_t handle, const CudnnConvolution& c) {
    const ConvGeometry& g = c.geometry;
    const auto type = [&](ConvolutionPass made) { return c.pass == made ? CUDNN_DATA_FLOAT : type_of(c.arithmetic); };
    const CudnnDescriptor x = tensor(library, cudnn_x, type(ConvolutionPass::data_gradient), c.x_alignment, c.images,
                                     g.height, g.width, g.channels);
    const CudnnDescriptor w = tensor(library, cudnn_w, type(ConvolutionPass::weight_gradient), c.w_alignment, g.filters,
                                     g.kernel, g.kernel, g.channels);
    const CudnnDescriptor y = tensor(library, cudnn_y, type(ConvolutionPass::forward), c.y_alignment, c.images,
                                     g.rows(), g.columns(), g.filters);
    const CudnnDescriptor convolution = convolution_of(library, g);
    const PassNames names = names_of(c.pass);
    CudnnDescriptor operation(library, names.operation);
    operation.set(names.convolution, convolution);
    operation.set(names.x, x);
    operation.set(names.w, w);
    operation.set(names.y, y);
    operation.set(names.alpha, 1.0f);
    operation.set(names.beta, 0.0f);
    operation.finalize();
    CudnnDescriptor graph(library, CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR);
    graph.set(CUDNN_ATTR_OPERATIONGRAPH_OPS, operation);
    if (handle) graph.set(CUDNN_ATTR_OPERATIONGRAPH_HANDLE, CUDNN_TYPE_HANDLE, 1, &handle);
    graph.finalize();
    return graph;
}

/// Engines with their settings, the one that cuDNN thinks the fastest first.
std::vector<CudnnDescriptor> proposals(const Cudnn& library, const CudnnDescriptor* card, const CudnnDescriptor& graph,
                                       cudnnBackendHeurMode_t mode) {
    CudnnDescriptor heuristics(library, CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH, graph);
    heuristics.set(CUDNN_ATTR_ENGINEHEUR_MODE, CUDNN_TYPE_HEUR_MODE, 1, &mode);
    if (card) heuristics.set(CUDNN_ATTR_ENGINEHEUR_DEVICEPROP, *card);
    heuristics.finalize();
    const std::int64_t count = heuristics.get(CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, 0, nullptr);
    std::vector<CudnnDescriptor> found;
    std::vector<cudnnBackendDescriptor_t> raw;
    for (std::int64_t i = 0; i < count; ++i) {
        found.emplace_back(library, CUDNN_BACKEND_ENGINECFG_DESCRIPTOR);
        raw.push_back(found.back().raw());
    }
    const std::int64_t given =
        count == 0 ? 0
                   : heuristics.get(CUDNN_ATTR_ENGINEHEUR_RESULTS, CUDNN_TYPE_BACKEND_DESCRIPTOR, count, raw.data());
    while (std::cmp_greater(found.size(), std::max<std::int64_t>(given, 0))) found.pop_back();
    return found;
}

std::vector<cudnnBackendNumericalNote_t> notes_of(const CudnnDescriptor& engine) {
    std::vector<cudnnBackendNumericalNote_t> notes(CUDNN_NUMERICAL_NOTE_TYPE_COUNT);
    const auto room = static_cast<std::int64_t>(notes.size());
    notes.resize(static_cast<std::size_t>(
        std::min(room, engine.get(CUDNN_ATTR_ENGINE_NUMERICAL_NOTE, CUDNN_TYPE_NUMERICAL_NOTE, room, notes.data()))));
    return notes;
}

/// Whether an engine's notes are those of the mode. FP16 sums, transforms that compute other numbers than the sum of
/// products (Winograd, FFT), and sums in the order in which blocks happen to finish are of no mode.
bool accepts(const std::vector<cudnnBackendNumericalNote_t>& notes, Arithmetic arithmetic) {
    return std::none_of(notes.begin(), notes.end(), [&](cudnnBackendNumericalNote_t note) {
        switch (note) {
            case CUDNN_NUMERICAL_NOTE_TENSOR_CORE:
                return arithmetic == Arithmetic::fp32;  // they would round the operands
            case CUDNN_NUMERICAL_NOTE_STRICT_NAN_PROP:
                return false;
            default:
                return true;
        }
    });
}

std::optional<CudnnPlan> accepted(const Cudnn& library, cudnnHandle_t handle, const CudnnDescriptor* card,
                                  const CudnnDescriptor& settings, Arithmetic arithmetic, std::int64_t workspace) try {
    const CudnnDescriptor engine(library, CUDNN_BACKEND_ENGINE_DESCRIPTOR);
    cudnnBackendDescriptor_t raw = engine.raw();
    (void)settings.get(CUDNN_ATTR_ENGINECFG_ENGINE, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &raw);
    const std::vector<cudnnBackendNumericalNote_t> notes = notes_of(engine);
    if (!accepts(notes, arithmetic)) return std::nullopt;
    std::int64_t number = -1, bytes = 0;
    (void)engine.get(CUDNN_ATTR_ENGINE_GLOBAL_INDEX, CUDNN_TYPE_INT64, 1, &number);
    CudnnDescriptor plan(library, CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    plan.set(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, settings);
    if (handle) plan.set(CUDNN_ATTR_EXECUTION_PLAN_HANDLE, CUDNN_TYPE_HANDLE, 1, &handle);
    if (card) plan.set(CUDNN_ATTR_EXECUTION_PLAN_DEVICEPROP, *card);
    plan.finalize();
    (void)plan.get(CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE, CUDNN_TYPE_INT64, 1, &bytes);
    if (bytes > workspace) return std::nullopt;
    const bool tensor_cores = std::find(notes.begin(), notes.end(), CUDNN_NUMERICAL_NOTE_TENSOR_CORE) != notes.end();
    return CudnnPlan{std::move(plan), bytes, number, tensor_cores};
} catch (const CudnnRefusal& refusal) {
    if (!refusal.is_answer()) throw;
    return std::nullopt;  // an engine that this card or installation lacks
}

}  // namespace

CudnnDescriptor::CudnnDescriptor(const Cudnn& library, cudnnBackendDescriptorType_t type) : library_(&library) {
    check(library.descriptor_create(type, &raw_), "cudnnBackendCreateDescriptor");
}
CudnnDescriptor::CudnnDescriptor(CudnnDescriptor&& other) noexcept
    : library_(other.library_), raw_(std::exchange(other.raw_, nullptr)) {}
CudnnDescriptor::~CudnnDescriptor() {
    if (raw_) (void)library_->descriptor_destroy(raw_);
}

void CudnnDescriptor::set(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::int64_t count,
                          const void* values) {
    check(library_->descriptor_set(raw_, name, type, count, values), "cudnnBackendSetAttribute");
}
void CudnnDescriptor::set(cudnnBackendAttributeName_t name, const CudnnDescriptor& value) {
    const cudnnBackendDescriptor_t raw = value.raw();
    set(name, CUDNN_TYPE_BACKEND_DESCRIPTOR, 1, &raw);
}
std::int64_t CudnnDescriptor::get(cudnnBackendAttributeName_t name, cudnnBackendAttributeType_t type, std::int64_t room,
                                  void* values) const {
    std::int64_t count = 0;
    check(library_->descriptor_get(raw_, name, type, room, &count, values), "cudnnBackendGetAttribute");
    return count;
}
void CudnnDescriptor::finalize() {
    check(library_->descriptor_finalize(raw_), "cudnnBackendFinalize");
}

std::vector<CudnnPlan> plan_convolution(const Cudnn& library, cudnnHandle_t handle, const CudnnDescriptor* card,
                                        const CudnnConvolution& convolution, std::int64_t workspace, std::size_t most) {
    std::vector<CudnnPlan> plans;
    const auto plan_by = [&](const CudnnDescriptor& graph, cudnnBackendHeurMode_t mode) {
        try {
            for (const CudnnDescriptor& settings : proposals(library, card, graph, mode)) {
                if (plans.size() == most) return;
                if (auto plan = accepted(library, handle, card, settings, convolution.arithmetic, workspace))
                    plans.push_back(std::move(*plan));
            }
        } catch (const CudnnRefusal& refusal) {
            if (!refusal.is_answer()) throw;
        }
    };
    try {
        const CudnnDescriptor graph = graph_of(library, handle, convolution);
        plan_by(graph, CUDNN_HEUR_MODE_A);
        if (plans.empty()) plan_by(graph, CUDNN_HEUR_MODE_FALLBACK);
    } catch (const CudnnRefusal& refusal) {
        if (!refusal.is_answer()) throw;  // else a convolution that cuDNN does not know
    }
    return plans;
}

}  // namespace mantissa::cuda
