// SPDX-License-Identifier: GPL-3.0-or-later
// See lock_strip.h.
#include "ui/setup/lock_strip.h"

#include <QPushButton>
#include <QVBoxLayout>

#include "ui/charts/format_text.h"
#include "ui/setup/setup_model.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {
constexpr auto keptTip = "tipWithoutLock";
}  // namespace

void setOwnTip(QWidget& control, const QString& tip) {
    if (control.property(keptTip).isValid())
        control.setProperty(keptTip, tip);
    else
        control.setToolTip(tip);
}

QString lockedTip() {
    return plainTip(LockStrip::tr("Locked by the handed-out settings. Edit › Unlock settings frees it."));
}

void lockControl(QWidget& control, bool locked) {
    const bool was = control.property(keptTip).isValid();
    if (was == locked) return;
    if (locked) {
        control.setProperty(keptTip, control.toolTip());
        control.setToolTip(lockedTip());
    } else {
        control.setToolTip(control.property(keptTip).toString());
        control.setProperty(keptTip, QVariant());
    }
    control.setEnabled(!locked);
}

LockStrip::LockStrip(SetupModel& setup, QWidget* parent)
    : QWidget(parent),
      setup_(setup),
      title_(new TextLabel({}, TextRole::Section)),
      description_(new TextLabel({}, TextRole::Body)),
      kept_(new TextLabel({}, TextRole::Note)),
      reset_(new QPushButton(tr("Unlock settings"))) {
    setObjectName("lockStrip");
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 12);
    column->setSpacing(4);
    for (TextLabel* label : {title_, description_, kept_}) {
        label->setWordWrap(true);
        column->addWidget(label);
    }
    reset_->setObjectName("lockReset");
    reset_->setFocusPolicy(Qt::TabFocus);
    reset_->setAccessibleName(reset_->text());
    reset_->setToolTip(tr("Shows and frees every setting; their values stay. Undo takes it back."));
    column->addWidget(reset_, 0, Qt::AlignLeft);
    connect(reset_, &QPushButton::clicked, &setup_, &SetupModel::unlock);
    connect(&setup_, &SetupModel::locksChanged, this, &LockStrip::refresh);
    refresh();
}

void LockStrip::refresh() {
    const SetupLocks& locks = setup_.locks();
    setVisible(locks.any());
    title_->setText(locks.title);
    title_->setVisible(!locks.title.isEmpty());
    description_->setText(locks.description);
    description_->setVisible(!locks.description.isEmpty());
    QStringList parts;
    const int locked = static_cast<int>(locks.locked.size());
    const int hidden = static_cast<int>(locks.hidden.size());
    if (locked > 0) parts << tr("locked: %1").arg(locked);
    if (hidden > 0) parts << tr("hidden: %1").arg(hidden);
    if (locks.advisorHidden) parts << tr("the advisor is silent");
    kept_->setText(tr("Handed-out settings, %1.").arg(parts.join(", ")));
}

}  // namespace mantissa::ui
