// SPDX-License-Identifier: GPL-3.0-or-later
// See name_fold.h.
#include "ui/models/name_fold.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <memory>
#include <set>

namespace mantissa::ui {
namespace {

struct Node {
    std::string path;
    std::map<std::string, std::unique_ptr<Node>> folders;
    std::vector<std::uint32_t> own;     // leaves that are in none of its folders
    std::vector<std::uint32_t> leaves;  // all below it
    std::uint32_t worst = 0;
};

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// What stands in a row: a folder with a single child and no leaf of its own goes on in the same row.
const Node& chained(const Node& node) {
    const Node* at = &node;
    while (at->own.empty() && at->folders.size() == 1) at = at->folders.begin()->second.get();
    return *at;
}

class Folding {
  public:
    explicit Folding(const std::vector<FoldLeaf>& leaves) : leaves_(leaves) {}

    void plant(const std::string& wanted) {
        for (std::uint32_t i = 0; i < leaves_.size(); ++i) {
            const FoldLeaf& leaf = leaves_[i];
            if (!wanted.empty() && lower(leaf.layer).find(wanted) == std::string::npos &&
                lower(leaf.tensor).find(wanted) == std::string::npos)
                continue;
            Node* at = &root_;
            take(*at, i);
            // A layer is in the folders of its path, a tensor in its layer, too.
            const std::string& path = leaf.layer;
            for (std::size_t from = 0;;) {
                const std::size_t dot = path.find('.', from);
                if (dot == std::string::npos && (leaf.tensor.empty() || path.empty())) break;
                std::unique_ptr<Node>& next = at->folders[path.substr(from, dot - from)];
                if (!next) {
                    next = std::make_unique<Node>();
                    next->path = path.substr(0, dot);
                }
                at = next.get();
                take(*at, i);
                if (dot == std::string::npos) break;
                from = dot + 1;
            }
            at->own.push_back(i);
        }
    }

    void unfold(const std::set<std::string>& open, bool all) {
        open_ = &open;
        all_ = all;
        children(chained(root_), 0, 0);
        // Beside a layer of its name a folder says that it is what lies below.
        std::set<std::string> alone;
        for (const FoldedName& row : rows)
            if (!row.folder) alone.insert(row.path);
        for (FoldedName& row : rows)
            if (row.folder && alone.contains(row.path)) row.label += ".*";
    }

    std::vector<FoldedName> rows;
    std::size_t hidden = 0;

  private:
    void take(Node& node, std::uint32_t leaf) {
        if (node.leaves.empty() || leaves_[leaf].severity > leaves_[node.worst].severity) node.worst = leaf;
        node.leaves.push_back(leaf);
    }

    void children(const Node& node, int depth, std::size_t cut) {
        struct Child {
            double severity;
            int place;
            const Node* folder;
            std::uint32_t leaf;
        };
        std::vector<Child> all;
        for (const auto& [name, folder] : node.folders) {
            int place = leaves_[folder->leaves.front()].place;
            for (const std::uint32_t leaf : folder->leaves) place = std::min(place, leaves_[leaf].place);
            all.push_back({leaves_[folder->worst].severity, place, folder.get(), 0});
        }
        for (const std::uint32_t leaf : node.own)
            all.push_back({leaves_[leaf].severity, leaves_[leaf].place, nullptr, leaf});
        std::stable_sort(all.begin(), all.end(), [](const Child& a, const Child& b) {
            return a.severity != b.severity ? a.severity > b.severity : a.place < b.place;
        });
        for (const Child& child : all) child.folder ? folder(*child.folder, depth, cut) : leaf(child.leaf, depth, cut);
    }

    void leaf(std::uint32_t index, int depth, std::size_t cut) {
        const FoldLeaf& leaf = leaves_[index];
        const std::string& path = leaf.tensor.empty() ? leaf.layer : leaf.tensor;
        // A tensor's name begins with its layer's path as a rule, but it is any text.
        const bool inside = cut == 0 || path.compare(0, cut - 1, leaf.layer, 0, cut - 1) == 0;
        add({path, inside && path.size() > cut ? path.substr(cut) : path, depth, false, false, {index}, index});
    }

    void folder(const Node& first, int depth, std::size_t cut) {
        const Node& node = chained(first);
        if (node.folders.empty() && node.own.size() == 1) return leaf(node.own.front(), depth, cut);
        const bool open = all_ || open_->contains(node.path);
        add({node.path, node.path.substr(std::min(cut, node.path.size())), depth, true, open, node.leaves, node.worst});
        if (open) children(node, depth + 1, node.path.size() + 1);
    }

    void add(FoldedName row) {
        if (rows.size() < kMostFoldRows)
            rows.push_back(std::move(row));
        else
            ++hidden;
    }

    const std::vector<FoldLeaf>& leaves_;
    Node root_;
    const std::set<std::string>* open_ = nullptr;
    bool all_ = false;
};

}  // namespace

std::vector<std::string> foldersOf(const std::string& layer) {
    std::vector<std::string> folders;
    for (std::size_t dot = layer.find('.'); dot != std::string::npos; dot = layer.find('.', dot + 1))
        folders.push_back(layer.substr(0, dot));
    return folders;
}

std::vector<FoldedName> foldNames(const std::vector<FoldLeaf>& leaves, const std::set<std::string>& open,
                                  const std::string& filter, std::size_t* hidden) {
    Folding folding(leaves);
    folding.plant(lower(filter));
    if (!leaves.empty()) folding.unfold(open, !filter.empty());
    if (hidden) *hidden = folding.hidden;
    return std::move(folding.rows);
}

}  // namespace mantissa::ui
