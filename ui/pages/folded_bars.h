// SPDX-License-Identifier: GPL-3.0-or-later
// A list of bars over the names of a run, worst first. Few names are a plain list; many are a tree that is folded by
// module, where a folder shows the worst that is in it, with a field that filters. The page says what a row is.
#pragma once

#include <QWidget>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "ui/charts/bar_list.h"
#include "ui/models/name_fold.h"

class QLabel;
class QLineEdit;

namespace mantissa::ui {

class FoldedBars : public QWidget {
    Q_OBJECT

  public:
    explicit FoldedBars(const QString& title, QWidget* parent = nullptr);

    /// Makes the row of a leaf, which is called for what is shown only.
    using RowOf = std::function<BarRow(std::size_t leaf)>;
    /// Shows these leaves; `frame` has the heads and the note. Few leaves stand in the order given.
    void setLeaves(const std::vector<FoldLeaf>& leaves, BarListData frame, const RowOf& rowOf, const QColor& color);
    /// Marks the row of this leaf, if it is shown; an empty name: none.
    void setChosen(const std::string& name);
    /// Unfolds what this layer is in.
    void unfold(const std::string& layer);

    BarList& bars() { return *bars_; }
    QLineEdit& filter() { return *filter_; }
    /// How many leaves there are, shown or not.
    std::size_t leaves() const { return leaves_; }

  signals:
    /// A person folded, unfolded or filtered: setLeaves() is to be called again.
    void rearranged();
    /// A person chose this leaf.
    void leafChosen(int leaf);

  private:
    void choose(int row);
    void mark();

    BarList* bars_;
    QLineEdit* filter_;
    QLabel* hidden_;
    std::set<std::string> open_;
    std::vector<FoldedName> rows_;
    std::size_t leaves_ = 0;
    std::string chosen_;
};

}  // namespace mantissa::ui
