// SPDX-License-Identifier: GPL-3.0-or-later
// See network_graph.h.
#include "ui/models/network_graph.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>

#include "engine/base/error.h"
#include "engine/report/network_walk.h"
#include "ui/models/name_fold.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {
namespace {

constexpr std::int64_t kUsualSide = 28;
constexpr std::int64_t kLargestSide = 256;

std::vector<NamedTensor> shapesOf(const RunModel& run) {
    std::vector<NamedTensor> shapes;
    for (const run::TensorInfo& info : run.tensors())
        shapes.push_back({info.name(), {info.shape().begin(), info.shape().end()}, {}});
    return shapes;
}

const std::vector<std::int64_t>* shapeOf(const std::vector<NamedTensor>& tensors, const std::string& name) {
    for (const NamedTensor& one : tensors)
        if (one.name == name) return &one.shape;
    return nullptr;
}

/// Whether the weights fit what their operations read.
bool fits(const std::vector<WalkedOperation>& walked, const std::vector<NamedTensor>& tensors) {
    return std::all_of(walked.begin(), walked.end(), [&](const WalkedOperation& one) {
        const std::vector<std::int64_t>* weight = shapeOf(tensors, one.operation.name() + ".weight");
        const std::vector<std::int64_t>& in = one.inputs.front();
        if (one.operation.op() == "positions") return !weight || weight->front() == in.front();
        if (one.operation.op() != "linear" || !weight || weight->size() != 2) return true;
        const std::int64_t features =
            in.size() == 2 ? in[1] : std::accumulate(in.begin(), in.end(), std::int64_t{1}, std::multiplies<>());
        return weight->at(1) == features;
    });
}

/// The network's operations with their extents. A record does not say how large the images are: 28×28 of MNIST, or
/// the size that the weights fit.
std::optional<std::vector<WalkedOperation>> walk(const RunModel& run) {
    const std::vector<NamedTensor> tensors = shapesOf(run);
    const auto at = [&](std::int64_t side) -> std::optional<std::vector<WalkedOperation>> {
        try {
            std::vector<WalkedOperation> walked = walk_network(run.config(), side, tensors);
            if (fits(walked, tensors)) return walked;
        } catch (const Error&) {  // no network for images of this size, or none at all
        }
        return std::nullopt;
    };
    if (tensors.empty()) return std::nullopt;
    std::optional<std::vector<WalkedOperation>> walked = at(kUsualSide);
    for (std::int64_t side = 1; !walked && side <= kLargestSide; ++side) walked = at(side);
    return walked;
}

void wire(const std::vector<WalkedOperation>& walked, NetworkGraph& graph) {
    std::map<std::string, int> tensors;
    const auto tensor = [&](const std::string& name, const std::vector<std::int64_t>& shape, int producer) {
        const auto [at, fresh] = tensors.emplace(name, static_cast<int>(graph.tensors.size()));
        if (fresh) graph.tensors.push_back({name, shape, producer, {}});
        return at->second;
    };
    graph.wired = true;
    for (const WalkedOperation& one : walked) {
        const int self = static_cast<int>(graph.operations.size());
        GraphOperation made{one.operation.name(), one.operation.op(), one.operation.layer(), {}, -1, {}};
        for (int i = 0; i < one.operation.inputs_size(); ++i) {
            const int in = tensor(one.operation.inputs(i), one.inputs[static_cast<std::size_t>(i)], -1);
            made.inputs.push_back(in);
            graph.tensors[static_cast<std::size_t>(in)].consumers.push_back(self);
        }
        made.output = tensor(one.operation.output(), one.output, self);
        graph.operations.push_back(std::move(made));
    }
}

/// Modules in the order in which they ran, where the record has it.
void listModules(const RunModel& run, NetworkGraph& graph) {
    std::map<std::string, const run::TensorInfo*> infos;
    std::map<std::string, std::string> outputs;
    for (const run::TensorInfo& info : run.tensors()) {
        infos.emplace(info.layer(), &info);
        if (info.part() == "output") outputs[info.layer()] = info.name();
    }
    for (const std::string& layer : run.layers()) {
        const run::TensorInfo& info = *infos[layer];
        const int self = static_cast<int>(graph.operations.size());
        const std::string& kind = info.module_class().empty() ? info.kind() : info.module_class();
        graph.operations.push_back({layer, kind, layer, {}, self, {}});
        const auto output = outputs.find(layer);
        graph.tensors.push_back({output == outputs.end() ? layer : output->second, {}, self, {}});
    }
}

void addParameters(const RunModel& run, NetworkGraph& graph) {
    for (const run::TensorInfo& info : run.tensors()) {
        if (info.part() == "output") continue;
        for (GraphOperation& one : graph.operations) {
            const bool own =
                graph.wired ? info.name().substr(0, info.name().rfind('.')) == one.name : info.layer() == one.layer;
            if (own) one.parameters.push_back(info.name());
        }
    }
}

/// A block is a folder with operations of its own, at least two of them in a row.
void findBlocks(NetworkGraph& graph) {
    std::set<std::string> folders;
    for (const GraphOperation& one : graph.operations)
        for (const std::string& folder : foldersOf(one.layer)) folders.insert(folder);
    struct Span {
        int first = -1, last = -1, count = 0;
        bool own = false;
    };
    std::map<std::string, Span> spans;
    for (int i = 0; i < static_cast<int>(graph.operations.size()); ++i) {
        const std::string& layer = graph.operations[static_cast<std::size_t>(i)].layer;
        std::vector<std::string> in = foldersOf(layer);
        const std::string parent = in.empty() ? std::string() : in.back();
        if (folders.count(layer) > 0) in.push_back(layer);
        for (const std::string& path : in) {
            Span& span = spans[path];
            if (span.first < 0) span.first = i;
            span.last = i;
            ++span.count;
            span.own = span.own || path == parent || path == layer;
        }
    }
    for (const auto& [path, span] : spans)
        if (span.own && span.count > 1 && span.last - span.first + 1 == span.count)
            graph.blocks.push_back({path, span.first, span.last, 0});
    std::sort(graph.blocks.begin(), graph.blocks.end(), [](const GraphBlock& a, const GraphBlock& b) {
        return a.first != b.first ? a.first < b.first : a.last > b.last;
    });
    for (GraphBlock& one : graph.blocks)
        for (const GraphBlock& other : graph.blocks)
            if (&one != &other && other.first <= one.first && one.last <= other.last &&
                one.path.rfind(other.path + '.', 0) == 0)
                ++one.depth;
}

}  // namespace

bool GraphOperation::multiplies() const {
    return kind == "linear" || kind == "conv2d" || kind == "conv_transpose2d" || kind == "attention";
}

int NetworkGraph::operationOf(const std::string& tensor) const {
    const std::string name = tensor.substr(0, tensor.find(" via "));
    int found = -1;
    std::size_t longest = 0;
    for (int i = 0; i < static_cast<int>(operations.size()); ++i) {
        const GraphOperation& one = operations[static_cast<std::size_t>(i)];
        if (tensors[static_cast<std::size_t>(one.output)].name == name) return i;
        const bool within = name == one.name || name.rfind(one.name + '.', 0) == 0;
        const bool own = std::find(one.parameters.begin(), one.parameters.end(), name) != one.parameters.end();
        if (!within && !own) continue;
        if (one.name.size() >= longest) {
            longest = one.name.size();
            found = i;
        }
    }
    return found;
}

NetworkGraph networkGraph(const RunModel& run) {
    NetworkGraph graph;
    const std::optional<std::vector<WalkedOperation>> walked = run.foreign() ? std::nullopt : walk(run);
    if (walked) {
        wire(*walked, graph);
    } else {
        listModules(run, graph);
    }
    addParameters(run, graph);
    findBlocks(graph);
    return graph;
}

void sortAsTheyRun(const RunModel& run, std::vector<std::string>& layers) {
    if (run.foreign()) return;
    const NetworkGraph graph = networkGraph(run);
    if (!graph.wired) return;
    std::map<std::string, std::size_t> place;
    for (const GraphOperation& one : graph.operations) place.emplace(one.layer, place.size());
    const auto at = [&place](const std::string& layer) {
        const auto found = place.find(layer);
        return found == place.end() ? place.size() : found->second;
    };
    std::stable_sort(layers.begin(), layers.end(),
                     [&at](const std::string& a, const std::string& b) { return at(a) < at(b); });
}

std::string shapeText(const std::vector<std::int64_t>& shape) {
    std::string text;
    for (const std::int64_t extent : shape) text += (text.empty() ? "" : "×") + std::to_string(extent);
    return text;
}

}  // namespace mantissa::ui
