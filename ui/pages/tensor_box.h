// SPDX-License-Identifier: GPL-3.0-or-later
// The selector of a tensor: a list where there are few; where there are thousands a tree of names opens instead, folded
// by module, filtered as one types, worst first, and the selector itself holds only what is chosen.
#pragma once

#include <QComboBox>
#include <QPointer>
#include <functional>
#include <string>
#include <vector>

#include "ui/pages/folded_bars.h"

namespace mantissa::ui {

class TensorBox : public QComboBox {
    Q_OBJECT

  public:
    explicit TensorBox(QWidget* parent);

    /// Offers "worst" and these tensors, keeping what was chosen where it is among them. Many are left to the tree.
    void offer(const QString& worst, const std::vector<std::string>& names);
    /// Chooses a tensor; an empty name: the worst one.
    void choose(const std::string& name);
    std::string chosen() const { return currentData().toString().toStdString(); }

    /// Fills the tree when it opens, and again when it is folded or filtered; `names` gets the tensors of its leaves.
    using Fill = std::function<void(FoldedBars& tree, std::vector<std::string>& names)>;
    void setFill(Fill fill) { fill_ = std::move(fill); }
    /// The tree that is open; null where none is.
    FoldedBars* tree() const { return tree_; }

    void showPopup() override;

  signals:
    /// A person chose a tensor in the tree: as activated() tells it of the list.
    void picked();

  private:
    void openTree();

    bool many_ = false;
    Fill fill_;
    QPointer<FoldedBars> tree_;       // goes with its popup
    std::vector<std::string> names_;  // of the leaves of the tree
    std::vector<std::string> offered_;
};

}  // namespace mantissa::ui
