// SPDX-License-Identifier: GPL-3.0-or-later
// The layers of a health report as a folded tree (name_fold.h), with the worst layer of each column.
#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "ui/models/health.h"
#include "ui/models/name_fold.h"

namespace mantissa::ui {

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

/// What a row is called where rows are told apart: a folder's path ends in a slash, since a layer may have its name.
std::string gridName(const FoldRow& row);

/// The rows of a report, as foldNames() has them. Points into `report`.
std::vector<FoldRow> foldLayers(const HealthReport& report, const std::set<std::string>& open,
                                const std::string& filter, std::size_t* hidden = nullptr);

}  // namespace mantissa::ui
