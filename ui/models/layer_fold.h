// SPDX-License-Identifier: GPL-3.0-or-later
// Many layers as a tree of modules, folded: a folder stands for all that is below it, with the worst of it, and the
// worst comes first. A network of our own has few layers and needs none of this; a foreign run may have thousands.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ui/models/health.h"

namespace mantissa::ui {

/// From so many layers on they are folded.
inline constexpr std::size_t kFoldedFrom = 25;
/// At most so many rows are shown at once: who wants others unfolds less or filters.
inline constexpr std::size_t kMostFoldRows = 400;

/// One row that is shown.
struct FoldRow {
    std::string path;   ///< of the layer, or of the folder: "transformer.h"
    std::string label;  ///< the part of it that its folder does not say yet
    int depth = 0;      ///< folders that it is in
    bool folder = false;
    bool open = false;       ///< its rows follow
    std::size_t layers = 1;  ///< in it
    /// Of each column the layer whose cell is the worst; its own, where it is a layer.
    std::array<const HealthRow*, kHealthRoles.size()> worst{};
};

/// The rows of a report, folders in `open` unfolded. `filter`: only layers whose path contains it, in any case of
/// letters; what it leaves is unfolded. Points into `report`. `hidden` (may be null) gets how many rows were left out.
std::vector<FoldRow> foldLayers(const HealthReport& report, const std::set<std::string>& open,
                                const std::string& filter, std::size_t* hidden = nullptr);

/// The folders that a layer is in, the outermost first: "a", "a.b" of "a.b.c".
std::vector<std::string> foldersOf(const std::string& layer);

}  // namespace mantissa::ui
