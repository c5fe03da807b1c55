// SPDX-License-Identifier: GPL-3.0-or-later
// See folded_bars.h.
#include "ui/pages/folded_bars.h"

#include <QLabel>
#include <QLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <utility>

#include "ui/words/number_words.h"

namespace mantissa::ui {

FoldedBars::FoldedBars(const QString& title, QWidget* parent)
    : QWidget(parent), bars_(new BarList(title, this)), filter_(new QLineEdit(this)), hidden_(new QLabel(this)) {
    filter_->setObjectName(QStringLiteral("nameFilter"));
    filter_->setPlaceholderText(tr("Find a tensor"));
    filter_->setAccessibleName(filter_->placeholderText());
    filter_->setClearButtonEnabled(true);
    filter_->setToolTip(tr("A row with a triangle is a folder of modules: a click or Return unfolds it."));
    hidden_->setTextFormat(Qt::PlainText);
    hidden_->setWordWrap(true);
    filter_->hide();
    hidden_->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(filter_);
    column->addWidget(bars_, 1);
    column->addWidget(hidden_);
    connect(filter_, &QLineEdit::textChanged, this, &FoldedBars::rearranged);
    connect(bars_, &BarList::rowChosen, this, &FoldedBars::choose);
}

void FoldedBars::setLeaves(const std::vector<FoldLeaf>& leaves, BarListData frame, const RowOf& rowOf,
                           const QColor& color) {
    leaves_ = leaves.size();
    const bool folded = leaves.size() >= kFoldedFrom;
    filter_->setVisible(folded);
    std::size_t left = 0;
    rows_.clear();
    frame.rows.clear();
    if (folded) {
        bars_->setChoosable(true);  // folders are opened
        rows_ = foldNames(leaves, open_, filter_->text().toStdString(), &left);
        for (const FoldedName& name : rows_) {
            BarRow row = rowOf(name.worst);
            row.name = QString::fromStdString(name.label);
            row.depth = name.depth;
            if (name.folder) {
                row.name = (name.open ? QStringLiteral("\u25be ") : QStringLiteral("\u25b8 ")) +
                           tr("%1 (%2)").arg(row.name).arg(wholeText(static_cast<qint64>(name.leaves.size())));
                row.sentence = tr("%1: %2 in this folder. The worst: ")
                                   .arg(QString::fromStdString(name.path))
                                   .arg(wholeText(static_cast<qint64>(name.leaves.size()))) +
                               row.sentence;
            }
            frame.rows.push_back(std::move(row));
        }
    } else {
        for (std::size_t i = 0; i < leaves.size(); ++i) {
            const FoldLeaf& leaf = leaves[i];
            rows_.push_back({leaf.tensor.empty() ? leaf.layer : leaf.tensor, {}, 0, false, false, {}, 0});
            rows_.back().worst = static_cast<std::uint32_t>(i);
            frame.rows.push_back(rowOf(i));
        }
    }
    hidden_->setText(left > 0
                         ? tr("%1 rows more are not shown: fold something, or filter.", nullptr, static_cast<int>(left))
                               .arg(wholeText(static_cast<qint64>(left)))
                         : QString());
    hidden_->setVisible(left > 0);
    bars_->setBars(frame, color);
    mark();
    layout()->activate();  // the page learns of another height at once
    updateGeometry();
}

void FoldedBars::setChosen(const std::string& name) {
    chosen_ = name;
    mark();
}

void FoldedBars::unfold(const std::string& layer) {
    for (const std::string& folder : foldersOf(layer)) open_.insert(folder);
    open_.insert(layer);
    const QSignalBlocker quiet(filter_);
    filter_->clear();
}

void FoldedBars::mark() {
    int chosen = -1;
    for (std::size_t i = 0; i < rows_.size() && !chosen_.empty(); ++i)
        if (!rows_[i].folder && rows_[i].path == chosen_) chosen = static_cast<int>(i);
    bars_->setChosen(chosen);
}

void FoldedBars::choose(int row) {
    if (row < 0 || row >= static_cast<int>(rows_.size())) return;
    const FoldedName& name = rows_[static_cast<std::size_t>(row)];
    if (!name.folder) {
        emit leafChosen(static_cast<int>(name.worst));
        return;
    }
    const std::string path = name.path;
    if (open_.erase(path) == 0) open_.insert(path);
    emit rearranged();
}

}  // namespace mantissa::ui
