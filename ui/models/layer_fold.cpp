// SPDX-License-Identifier: GPL-3.0-or-later
// See layer_fold.h. The parts of a module's path are its folders: PyTorch's paths are made so. What a tensor is never
// comes from its name.
#include "ui/models/layer_fold.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>
#include <memory>

namespace mantissa::ui {
namespace {

struct Node {
    std::string path;
    std::map<std::string, std::unique_ptr<Node>> folders;
    std::vector<const HealthRow*> layers;
    double severity = -1;
    int place = 0;
    std::size_t count = 0;
    std::array<const HealthRow*, kHealthRoles.size()> worst{};

    void take(const HealthRow& row) {
        if (count == 0 || row.severity > severity) severity = row.severity;
        place = count == 0 ? row.place : std::min(place, row.place);
        ++count;
        for (std::size_t i = 0; i < worst.size(); ++i) {
            const auto severityOf = [i](const HealthRow* one) { return one->cells[i].severity(); };
            const bool better =
                worst[i] == nullptr || severityOf(&row) > severityOf(worst[i]) ||
                (worst[i]->cells[i].state == HealthState::missing && row.cells[i].state != HealthState::missing);
            if (better) worst[i] = &row;
        }
    }
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// What stands in a row: a folder with a single child and no layer of its own goes on in the same row.
const Node& chained(const Node& node) {
    const Node* at = &node;
    while (at->layers.empty() && at->folders.size() == 1) at = at->folders.begin()->second.get();
    return *at;
}

class Unfolding {
  public:
    Unfolding(const std::set<std::string>& open, bool all, std::vector<FoldRow>& rows)
        : open_(open), all_(all), rows_(rows) {}

    void children(const Node& node, int depth, std::size_t cut) {
        struct Child {
            double severity;
            int place;
            const Node* folder;
            const HealthRow* layer;
        };
        std::vector<Child> all;
        for (const auto& [name, folder] : node.folders)
            all.push_back({folder->severity, folder->place, folder.get(), nullptr});
        for (const HealthRow* layer : node.layers) all.push_back({layer->severity, layer->place, nullptr, layer});
        const auto percents = [](const Child& child) { return std::floor(child.severity * 100.0 + 0.5); };
        std::stable_sort(all.begin(), all.end(), [](const Child& a, const Child& b) { return a.place < b.place; });
        std::stable_sort(all.begin(), all.end(),
                         [&](const Child& a, const Child& b) { return percents(a) > percents(b); });
        for (const Child& child : all) {
            if (child.layer)
                layer(*child.layer, depth, cut);
            else
                folder(*child.folder, depth, cut);
        }
    }

    std::size_t hidden() const { return hidden_; }

  private:
    void layer(const HealthRow& row, int depth, std::size_t cut) {
        FoldRow to;
        to.path = row.layer;
        to.label = row.layer.size() > cut ? row.layer.substr(cut) : row.layer;
        to.depth = depth;
        to.worst.fill(&row);
        add(std::move(to));
    }

    void folder(const Node& first, int depth, std::size_t cut) {
        const Node& node = chained(first);
        if (node.folders.empty() && node.layers.size() == 1) return layer(*node.layers.front(), depth, cut);
        FoldRow to;
        to.path = node.path;
        to.label = node.path.substr(std::min(cut, node.path.size()));
        to.depth = depth;
        to.folder = true;
        to.open = all_ || open_.contains(node.path);
        to.layers = node.count;
        to.worst = node.worst;
        const bool open = to.open;
        add(std::move(to));
        if (open) children(node, depth + 1, node.path.size() + 1);
    }

    void add(FoldRow row) {
        if (rows_.size() < kMostFoldRows)
            rows_.push_back(std::move(row));
        else
            ++hidden_;
    }

    const std::set<std::string>& open_;
    bool all_;
    std::vector<FoldRow>& rows_;
    std::size_t hidden_ = 0;
};

}  // namespace

std::vector<std::string> foldersOf(const std::string& layer) {
    std::vector<std::string> folders;
    for (std::size_t dot = layer.find('.'); dot != std::string::npos; dot = layer.find('.', dot + 1))
        folders.push_back(layer.substr(0, dot));
    return folders;
}

std::vector<FoldRow> foldLayers(const HealthReport& report, const std::set<std::string>& open,
                                const std::string& filter, std::size_t* hidden) {
    Node root;
    const std::string wanted = lower(filter);
    for (const HealthRow& row : report.rows) {
        if (!wanted.empty() && lower(row.layer).find(wanted) == std::string::npos) continue;
        Node* at = &root;
        at->take(row);
        for (const std::string& path : foldersOf(row.layer)) {
            const std::size_t slash = path.rfind('.');
            std::unique_ptr<Node>& next = at->folders[slash == std::string::npos ? path : path.substr(slash + 1)];
            if (!next) {
                next = std::make_unique<Node>();
                next->path = path;
            }
            at = next.get();
            at->take(row);
        }
        at->layers.push_back(&row);
    }
    std::vector<FoldRow> rows;
    Unfolding unfolding(open, !wanted.empty(), rows);
    const Node& top = chained(root);
    unfolding.children(top, 0, 0);
    if (hidden) *hidden = unfolding.hidden();
    return rows;
}

}  // namespace mantissa::ui
