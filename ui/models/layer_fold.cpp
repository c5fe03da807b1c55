// SPDX-License-Identifier: GPL-3.0-or-later
// See layer_fold.h.
#include "ui/models/layer_fold.h"

#include <cmath>
#include <utility>

namespace mantissa::ui {
namespace {

const HealthRow* worstIn(const FoldedName& row, const HealthReport& report, std::size_t column) {
    const HealthRow* worst = nullptr;
    for (const std::uint32_t leaf : row.leaves) {
        const HealthRow* one = &report.rows[leaf];
        const HealthCell& cell = one->cells[column];
        const HealthCell* best = worst ? &worst->cells[column] : nullptr;
        if (!best || cell.severity() > best->severity() ||
            (best->state == HealthState::missing && cell.state != HealthState::missing))
            worst = one;
    }
    return worst;
}

}  // namespace

std::string gridName(const FoldRow& row) {
    return row.folder ? row.path + '/' : row.path;
}

std::vector<FoldRow> foldLayers(const HealthReport& report, const std::set<std::string>& open,
                                const std::string& filter, std::size_t* hidden) {
    std::vector<FoldLeaf> leaves;
    leaves.reserve(report.rows.size());
    for (const HealthRow& row : report.rows) leaves.push_back({row.layer, {}, row.rank, row.place});
    std::vector<FoldRow> rows;
    for (FoldedName& name : foldNames(leaves, open, filter, hidden)) {
        FoldRow& row = rows.emplace_back();
        for (std::size_t column = 0; column < row.worst.size(); ++column)
            row.worst[column] = worstIn(name, report, column);
        row.layers = name.leaves.size();
        row.path = std::move(name.path);
        row.label = std::move(name.label);
        row.depth = name.depth;
        row.folder = name.folder;
        row.open = name.open;
    }
    return rows;
}

}  // namespace mantissa::ui
