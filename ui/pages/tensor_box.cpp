// SPDX-License-Identifier: GPL-3.0-or-later
// See tensor_box.h.
#include "ui/pages/tensor_box.h"

#include <QFrame>
#include <QLineEdit>
#include <QPushButton>
#include <QScreen>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QVBoxLayout>
#include <algorithm>

namespace mantissa::ui {

TensorBox::TensorBox(QWidget* parent) : QComboBox(parent) {
    setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    setMinimumContentsLength(10);
}

void TensorBox::offer(const QString& worst, const std::vector<std::string>& names) {
    many_ = names.size() >= kFoldedFrom;
    if (names == offered_ && count() > 0 && itemText(0) == worst) return;
    offered_ = names;
    const QSignalBlocker blocker(this);
    const std::string before = chosen();
    clear();
    addItem(worst, QString());
    if (!many_)
        for (const std::string& name : names) addItem(QString::fromStdString(name), QString::fromStdString(name));
    if (!before.empty()) choose(before);
}

void TensorBox::choose(const std::string& name) {
    const QString text = QString::fromStdString(name);
    const QSignalBlocker blocker(this);
    if (many_) {
        while (count() > 1) removeItem(1);
        if (std::find(offered_.begin(), offered_.end(), name) != offered_.end()) addItem(text, text);
    }
    setCurrentIndex(std::max(0, findData(text)));
}

void TensorBox::showPopup() {
    if (many_ && fill_)
        openTree();
    else
        QComboBox::showPopup();
}

void TensorBox::openTree() {
    if (tree_) return;
    auto* frame = new QFrame(this, Qt::Popup);
    frame->setAttribute(Qt::WA_DeleteOnClose);
    frame->setFrameShape(QFrame::StyledPanel);
    frame->setObjectName(QStringLiteral("tensorTree"));
    auto* worst = new QPushButton(itemText(0), frame);
    auto* scroll = new QScrollArea(frame);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    tree_ = new FoldedBars(accessibleName(), scroll);
    scroll->setWidget(tree_);
    auto* column = new QVBoxLayout(frame);
    column->setContentsMargins(6, 6, 6, 6);
    column->setSpacing(4);
    column->addWidget(worst);
    column->addWidget(scroll, 1);
    const auto fill = [this] {
        names_.clear();
        fill_(*tree_, names_);
        tree_->setChosen(chosen());
    };
    connect(tree_, &FoldedBars::rearranged, frame, fill);
    const auto pick = [this, frame](const std::string& name) {
        choose(name);
        frame->close();
        emit picked();
    };
    connect(worst, &QPushButton::clicked, frame, [pick] { pick({}); });
    connect(tree_, &FoldedBars::leafChosen, frame, [this, pick](int leaf) {
        const std::string name = names_[static_cast<std::size_t>(leaf)];  // the tree goes while it is told
        pick(name);
    });
    fill();
    const int line = QFontMetrics(font()).height();
    frame->resize(std::max(width(), 30 * line), 24 * line);
    const QRect room = screen()->availableGeometry();
    const QPoint below = mapToGlobal(QPoint(0, height()));
    frame->move(std::clamp(below.x(), room.left(), std::max(room.left(), room.right() - frame->width())),
                std::clamp(below.y(), room.top(), std::max(room.top(), room.bottom() - frame->height())));
    frame->show();
    tree_->filter().setFocus();
}

}  // namespace mantissa::ui
