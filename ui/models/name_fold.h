// SPDX-License-Identifier: GPL-3.0-or-later
// Many names as a tree of modules, folded: a folder stands for all that is below it, with the worst of it, and the
// worst comes first. A network of our own has few layers and needs none of this; a foreign run may have thousands.
// The parts of a module's path are its folders: PyTorch's paths are made so. What a tensor is never comes from its
// name.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace mantissa::ui {

/// From so many names on they are folded.
inline constexpr std::size_t kFoldedFrom = 25;
/// At most so many rows are shown at once: who wants others unfolds less or filters.
inline constexpr std::size_t kMostFoldRows = 400;

/// What is folded: a layer, or a tensor of one.
struct FoldLeaf {
    std::string layer;    ///< path of its module
    std::string tensor;   ///< name of the tensor; empty: the layer itself
    double severity = 0;  ///< the largest come first
    int place = 0;        ///< equals come in this order
};

/// One row that is shown.
struct FoldedName {
    std::string path;   ///< of the folder, the layer, or the tensor's name
    std::string label;  ///< the part of it that its folder does not say yet
    int depth = 0;      ///< folders that it is in
    bool folder = false;
    bool open = false;                  ///< its rows follow
    std::vector<std::uint32_t> leaves;  ///< in it, as indices, in their order; one, where it is no folder
    std::uint32_t worst = 0;            ///< of these the one with the largest severity
};

/// The rows, folders in `open` unfolded. `filter`: only leaves whose path or name contains it, in any case of letters;
/// what it leaves is unfolded. `hidden` (may be null) gets how many rows were left out.
std::vector<FoldedName> foldNames(const std::vector<FoldLeaf>& leaves, const std::set<std::string>& open,
                                  const std::string& filter, std::size_t* hidden = nullptr);

/// The folders that a layer is in, the outermost first: "a", "a.b" of "a.b.c".
std::vector<std::string> foldersOf(const std::string& layer);

}  // namespace mantissa::ui
