// SPDX-License-Identifier: Apache-2.0
// Descriptors and loops.
#include "tests/engine/cudnn/cudnn_on_host.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

#include "engine/cuda/launch.h"
#include "engine/cuda/numbers.h"

struct cudnnContext {
    mantissa::cuda::HostGate* gate = nullptr;
};

namespace mantissa::cuda {
namespace {

struct Descriptor {
    cudnnBackendDescriptorType_t type;
    bool finalized = false;
    std::map<cudnnBackendAttributeName_t, std::vector<std::byte>> values;
    std::map<cudnnBackendAttributeName_t, std::shared_ptr<Descriptor>> parts;
    std::shared_ptr<Descriptor> graph;  ///< of an engine's settings
    HostEngine engine;                  ///< the same, or an engine

    template <class T>
    std::vector<T> get(cudnnBackendAttributeName_t name) const {
        const auto& bytes = values.at(name);
        std::vector<T> list(bytes.size() / sizeof(T));
        std::memcpy(list.data(), bytes.data(), bytes.size());
        return list;
    }
};

std::map<void*, std::shared_ptr<Descriptor>>& all() {
    static std::map<void*, std::shared_ptr<Descriptor>> descriptors;
    return descriptors;
}

std::size_t size_of_type(cudnnBackendAttributeType_t type) {
    switch (type) {
        case CUDNN_TYPE_INT64:
        case CUDNN_TYPE_VOID_PTR:
        case CUDNN_TYPE_HANDLE:
        case CUDNN_TYPE_BACKEND_DESCRIPTOR:
            return 8;
        default:
            return 4;  // enumerations and floats
    }
}

cudnnStatus_t create(cudnnHandle_t* handle) {
    *handle = new cudnnContext;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t destroy(cudnnHandle_t handle) {
    delete handle;
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t set_stream(cudnnHandle_t handle, cudaStream_t stream) {
    handle->gate = static_cast<HostGate*>(static_cast<void*>(stream));
    return CUDNN_STATUS_SUCCESS;
}
const char* error_string(cudnnStatus_t status) {
    return status == CUDNN_STATUS_SUCCESS ? "success" : "refused by the test";
}
cudnnStatus_t descriptor_create(cudnnBackendDescriptorType_t type, cudnnBackendDescriptor_t* raw) {
    auto descriptor = std::make_shared<Descriptor>();
    descriptor->type = type;
    *raw = descriptor.get();
    all()[*raw] = std::move(descriptor);
    return CUDNN_STATUS_SUCCESS;
}
cudnnStatus_t descriptor_destroy(cudnnBackendDescriptor_t raw) {
    return all().erase(raw) == 1 ? CUDNN_STATUS_SUCCESS : CUDNN_STATUS_BAD_PARAM;
}
cudnnStatus_t descriptor_set(cudnnBackendDescriptor_t raw, cudnnBackendAttributeName_t name,
                             cudnnBackendAttributeType_t type, std::int64_t count, const void* values) {
    Descriptor& d = *all().at(raw);
    if (d.finalized) return CUDNN_STATUS_BAD_PARAM;
    if (type == CUDNN_TYPE_BACKEND_DESCRIPTOR) {
        const auto part = all().at(*static_cast<const cudnnBackendDescriptor_t*>(values));
        if (!part->finalized && part->type != CUDNN_BACKEND_ENGINECFG_DESCRIPTOR) return CUDNN_STATUS_BAD_PARAM;
        d.parts[name] = part;
        return CUDNN_STATUS_SUCCESS;
    }
    const auto* bytes = static_cast<const std::byte*>(values);
    d.values[name].assign(bytes, bytes + static_cast<std::size_t>(count) * size_of_type(type));
    return CUDNN_STATUS_SUCCESS;
}

std::shared_ptr<Descriptor> operation_of(const Descriptor& graph) {
    return graph.parts.at(CUDNN_ATTR_OPERATIONGRAPH_OPS);
}

cudnnStatus_t descriptor_get(cudnnBackendDescriptor_t raw, cudnnBackendAttributeName_t name,
                             cudnnBackendAttributeType_t /*type*/, std::int64_t room, std::int64_t* count,
                             void* values) {
    Descriptor& d = *all().at(raw);
    const auto give = [&](std::int64_t value) {
        *count = 1;
        std::memcpy(values, &value, sizeof value);
    };
    switch (name) {
        case CUDNN_ATTR_ENGINEHEUR_RESULTS: {
            const auto mode = d.get<cudnnBackendHeurMode_t>(CUDNN_ATTR_ENGINEHEUR_MODE).front();
            const auto& engines = mode == CUDNN_HEUR_MODE_FALLBACK ? host_engines().fallback : host_engines().best;
            *count = static_cast<std::int64_t>(engines.size());
            for (std::size_t i = 0; std::cmp_less(i, std::min(room, *count)); ++i) {
                Descriptor& settings = *all().at(static_cast<cudnnBackendDescriptor_t*>(values)[i]);
                settings.engine = engines[i];
                settings.graph = d.parts.at(CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH);
            }
            return CUDNN_STATUS_SUCCESS;
        }
        case CUDNN_ATTR_ENGINECFG_ENGINE:
            all().at(*static_cast<cudnnBackendDescriptor_t*>(values))->engine = d.engine;
            return CUDNN_STATUS_SUCCESS;
        case CUDNN_ATTR_ENGINE_NUMERICAL_NOTE:
            *count = static_cast<std::int64_t>(d.engine.notes.size());
            std::copy_n(d.engine.notes.begin(), std::min(room, *count),
                        static_cast<cudnnBackendNumericalNote_t*>(values));
            return CUDNN_STATUS_SUCCESS;
        case CUDNN_ATTR_ENGINE_GLOBAL_INDEX:
            give(d.engine.number);
            return CUDNN_STATUS_SUCCESS;
        case CUDNN_ATTR_EXECUTION_PLAN_WORKSPACE_SIZE:
            give(d.parts.at(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG)->engine.workspace);
            return CUDNN_STATUS_SUCCESS;
        default:
            return CUDNN_STATUS_NOT_SUPPORTED;
    }
}
/// Whether all of an attribute's values are `value`.
template <class T>
bool all_are(const Descriptor& d, cudnnBackendAttributeName_t name, T value, std::size_t count) {
    const std::vector<T> given = d.get<T>(name);
    return given.size() == count && std::all_of(given.begin(), given.end(), [&](T one) { return one == value; });
}

/// A convolution as training has it, and nothing else.
bool is_plain_convolution(const Descriptor& d) {
    const auto padding = d.get<std::int64_t>(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS);
    const auto strides = d.get<std::int64_t>(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES);
    return all_are(d, CUDNN_ATTR_CONVOLUTION_SPATIAL_DIMS, std::int64_t{2}, 1) &&
           all_are(d, CUDNN_ATTR_CONVOLUTION_COMP_TYPE, CUDNN_DATA_FLOAT, 1) &&
           all_are(d, CUDNN_ATTR_CONVOLUTION_CONV_MODE, CUDNN_CROSS_CORRELATION, 1) &&
           all_are(d, CUDNN_ATTR_CONVOLUTION_DILATIONS, std::int64_t{1}, 2) && !strides.empty() && strides[0] >= 1 &&
           all_are(d, CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES, strides[0], 2) && padding.size() == 2 &&
           padding == d.get<std::int64_t>(CUDNN_ATTR_CONVOLUTION_POST_PADDINGS);
}

/// y = conv(x, w) and not a multiple of it added to something.
bool replaces(const Descriptor& d, cudnnBackendAttributeName_t alpha, cudnnBackendAttributeName_t beta) {
    return all_are(d, alpha, 1.0f, 1) && all_are(d, beta, 0.0f, 1);
}

bool is_sound(const Descriptor& d) {
    switch (d.type) {
        case CUDNN_BACKEND_CONVOLUTION_DESCRIPTOR:
            return is_plain_convolution(d);
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR:
            return replaces(d, CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_ALPHA,
                            CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_BETA);
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR:
            return replaces(d, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_ALPHA,
                            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_BETA);
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR:
            return replaces(d, CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_ALPHA,
                            CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_BETA);
        default:
            return true;
    }
}

cudnnStatus_t descriptor_finalize(cudnnBackendDescriptor_t raw) {
    Descriptor& d = *all().at(raw);
    if (!is_sound(d)) return CUDNN_STATUS_BAD_PARAM;
    if (d.type == CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR && host_engines().refusal != CUDNN_STATUS_SUCCESS &&
        d.get<cudnnBackendHeurMode_t>(CUDNN_ATTR_ENGINEHEUR_MODE).front() != CUDNN_HEUR_MODE_FALLBACK)
        return host_engines().refusal;
    if (d.type == CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR) {
        const Descriptor& settings = *d.parts.at(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
        if (!settings.engine.works) return CUDNN_STATUS_NOT_SUPPORTED;
        ++host_engines().planned;
    }
    d.finalized = true;
    return CUDNN_STATUS_SUCCESS;
}

/// A tensor of four extents: images or filters, channels, height, width.
struct View {
    Numbers numbers;
    std::vector<std::int64_t> extents, strides;

    View(const Descriptor& d, const std::map<std::int64_t, void*>& data)
        : extents(d.get<std::int64_t>(CUDNN_ATTR_TENSOR_DIMENSIONS)),
          strides(d.get<std::int64_t>(CUDNN_ATTR_TENSOR_STRIDES)) {
        const auto type = d.get<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE).front();
        numbers.data = data.at(d.get<std::int64_t>(CUDNN_ATTR_TENSOR_UNIQUE_ID).front());
        const auto alignment = d.get<std::int64_t>(CUDNN_ATTR_TENSOR_BYTE_ALIGNMENT).front();
        if (reinterpret_cast<std::intptr_t>(numbers.data) % alignment != 0)
            throw std::logic_error("a tensor does not lie where its plan was told");
        numbers.dtype = type == CUDNN_DATA_HALF       ? DType::float16
                        : type == CUDNN_DATA_BFLOAT16 ? DType::bfloat16
                                                      : DType::float32;
    }
    std::int64_t at(std::int64_t n, std::int64_t c, std::int64_t h, std::int64_t w) const {
        return n * strides[0] + c * strides[1] + h * strides[2] + w * strides[3];
    }
};

/// How a convolution's window goes over an image.
struct Window {
    std::int64_t padding = 0, stride = 1;
};

/// Calls f(place in x, place in w, place in y) for every product of the convolution.
template <class F>
void each_product(const View& x, const View& w, const View& y, const Window& window, const F& f) {
    for (std::int64_t n = 0; n < y.extents[0]; ++n)
        for (std::int64_t k = 0; k < y.extents[1]; ++k)
            for (std::int64_t p = 0; p < y.extents[2]; ++p)
                for (std::int64_t q = 0; q < y.extents[3]; ++q)
                    for (std::int64_t r = 0; r < w.extents[2]; ++r)
                        for (std::int64_t s = 0; s < w.extents[3]; ++s) {
                            const std::int64_t h = p * window.stride + r - window.padding,
                                               v = q * window.stride + s - window.padding;
                            if (h < 0 || h >= x.extents[2] || v < 0 || v >= x.extents[3]) continue;
                            for (std::int64_t c = 0; c < x.extents[1]; ++c)
                                f(x.at(n, c, h, v), w.at(k, c, r, s), y.at(n, k, p, q));
                        }
}

/// to[i] = the sum of the products that belong to it, in FP32.
template <class Terms>
void sum_into(const View& to, const Terms& terms) {
    auto* sums = static_cast<float*>(to.numbers.data);
    std::fill_n(sums, to.extents[0] * to.extents[1] * to.extents[2] * to.extents[3], 0.0f);
    terms([&](std::int64_t i, float a, float b) { sums[i] += a * b; });
}

cudnnStatus_t execute(cudnnHandle_t handle, cudnnBackendDescriptor_t plan, cudnnBackendDescriptor_t pack) {
    const Descriptor& settings = *all().at(plan)->parts.at(CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG);
    const Descriptor& given = *all().at(pack);
    const auto operation = operation_of(*settings.graph);
    const auto pointers = given.get<void*>(CUDNN_ATTR_VARIANT_PACK_DATA_POINTERS);
    const auto names = given.get<std::int64_t>(CUDNN_ATTR_VARIANT_PACK_UNIQUE_IDS);
    std::map<std::int64_t, void*> data;
    for (std::size_t i = 0; i < names.size(); ++i) data[names[i]] = pointers.at(i);
    if (!settings.engine.runs) return CUDNN_STATUS_NOT_SUPPORTED;
    ++host_engines().executed;
    host_engines().engines.push_back(settings.engine.number);
    host_engines().seconds += settings.engine.seconds;
    void* const workspace = given.get<void*>(CUDNN_ATTR_VARIANT_PACK_WORKSPACE).front();
    handle->gate->start([workspace, bytes = static_cast<std::size_t>(settings.engine.workspace)] {
        std::memset(workspace, 0xFF, bytes);  // an engine's own
    });
    const auto view = [&](cudnnBackendAttributeName_t name) { return View(*operation->parts.at(name), data); };
    const auto window_of = [&](cudnnBackendAttributeName_t name) {
        const Descriptor& d = *operation->parts.at(name);
        return Window{d.get<std::int64_t>(CUDNN_ATTR_CONVOLUTION_PRE_PADDINGS).front(),
                      d.get<std::int64_t>(CUDNN_ATTR_CONVOLUTION_FILTER_STRIDES).front()};
    };
    switch (operation->type) {
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR: {
            const View x = view(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X),
                       w = view(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_W),
                       y = view(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_Y);
            const Window window = window_of(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_CONV_DESC);
            host_engines().operands.push_back(operation->parts.at(CUDNN_ATTR_OPERATION_CONVOLUTION_FORWARD_X)
                                                  ->get<cudnnDataType_t>(CUDNN_ATTR_TENSOR_DATA_TYPE)
                                                  .front());
            handle->gate->start([=] {
                sum_into(y, [&](const auto& add) {
                    each_product(x, w, y, window, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
                        add(k, x.numbers.get(i), w.numbers.get(j));
                    });
                });
            });
            return CUDNN_STATUS_SUCCESS;
        }
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR: {
            const View x = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DX),
                       w = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_W),
                       y = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_DY);
            const Window window = window_of(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_DATA_CONV_DESC);
            handle->gate->start([=] {
                sum_into(x, [&](const auto& add) {
                    each_product(x, w, y, window, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
                        add(i, y.numbers.get(k), w.numbers.get(j));
                    });
                });
            });
            return CUDNN_STATUS_SUCCESS;
        }
        case CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR: {
            const View x = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_X),
                       w = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DW),
                       y = view(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_DY);
            const Window window = window_of(CUDNN_ATTR_OPERATION_CONVOLUTION_BWD_FILTER_CONV_DESC);
            handle->gate->start([=] {
                sum_into(w, [&](const auto& add) {
                    each_product(x, w, y, window, [&](std::int64_t i, std::int64_t j, std::int64_t k) {
                        add(j, y.numbers.get(k), x.numbers.get(i));
                    });
                });
            });
            return CUDNN_STATUS_SUCCESS;
        }
        default:
            return CUDNN_STATUS_NOT_SUPPORTED;
    }
}

}  // namespace

HostEngines& host_engines() {
    static HostEngines engines;
    return engines;
}

CudnnLibrary cudnn_on_host() {
    const auto functions = std::make_shared<Cudnn>();
    functions->create = create;
    functions->destroy = destroy;
    functions->set_stream = set_stream;
    functions->error_string = error_string;
    functions->descriptor_create = descriptor_create;
    functions->descriptor_destroy = descriptor_destroy;
    functions->descriptor_set = descriptor_set;
    functions->descriptor_get = descriptor_get;
    functions->descriptor_finalize = descriptor_finalize;
    functions->execute = execute;
    return {functions, "on the host", "0.0.0"};
}

}  // namespace mantissa::cuda
