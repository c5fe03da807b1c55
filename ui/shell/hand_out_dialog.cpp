// SPDX-License-Identifier: GPL-3.0-or-later
// See hand_out_dialog.h.
#include "ui/shell/hand_out_dialog.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTableWidget>
#include <QVBoxLayout>

#include "engine/base/error.h"
#include "ui/charts/format_text.h"
#include "ui/charts/screen_fit.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/setup_model.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

enum Column { SettingColumn, ValueColumn, LockedColumn, HiddenColumn, Columns };

constexpr int most_name = 120;  // what parseSetup() takes
constexpr int most_description = 2000;

QTableWidgetItem* box(bool checked, const QString& spoken) {
    auto* item = new QTableWidgetItem;
    item->setFlags(Qt::ItemIsUserCheckable | Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    item->setCheckState(checked ? Qt::Checked : Qt::Unchecked);
    item->setData(Qt::AccessibleTextRole, spoken);
    return item;
}

}  // namespace

HandOutDialog::HandOutDialog(const SetupModel& setup, QWidget* parent)
    : QDialog(parent),
      setup_(setup),
      name_(new QLineEdit),
      description_(new QPlainTextEdit),
      table_(new QTableWidget(0, Columns)),
      advisor_(new QCheckBox(tr("The &advisor is silent"))) {
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName("handOut");
    setWindowTitle(tr("Save settings as preset"));
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(16, 14, 16, 12);
    auto* words = new TextLabel(tr("The settings of the Setup dock as a small file or a line of text for others. Data "
                                   "folder and device stay with each machine. What is locked cannot be changed there, "
                                   "what is hidden is not shown; Edit › Unlock settings frees both."),
                                TextRole::Note);
    words->setWordWrap(true);
    column->addWidget(words);
    auto* form = new QFormLayout;
    name_->setObjectName("handOutName");
    name_->setMaxLength(most_name);
    name_->setText(setup.locks().title);
    name_->setAccessibleName(tr("Name of the settings"));
    description_->setObjectName("handOutDescription");
    description_->setAccessibleName(tr("What they are for"));
    description_->setPlainText(setup.locks().description);
    description_->setTabChangesFocus(true);
    description_->setFixedHeight(fontMetrics().height() * 3 + 12);
    form->addRow(tr("&Name"), name_);
    form->addRow(tr("&What they are for"), description_);
    column->addLayout(form);
    fillTable();
    column->addWidget(table_, 1);
    auto* line = new QHBoxLayout;
    for (const bool locked : {true, false}) {
        auto* all = new QPushButton(locked ? tr("&Lock all") : tr("Lock n&one"));
        all->setAutoDefault(false);  // Return in the name saves
        all->setObjectName(locked ? "handOutLockAll" : "handOutLockNone");
        connect(all, &QPushButton::clicked, this, [this, locked] { lockAll(locked); });
        line->addWidget(all);
    }
    advisor_->setObjectName("handOutAdvisor");
    advisor_->setToolTip(tr("It would say what is wrong before the student has found it."));
    advisor_->setChecked(setup.locks().advisorHidden);
    line->addWidget(advisor_);
    line->addStretch(1);
    column->addLayout(line);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    save_ = buttons->addButton(tr("&Save as…"), QDialogButtonBox::ActionRole);
    save_->setDefault(true);
    save_->setObjectName("handOutSave");
    copy_ = buttons->addButton(tr("&Copy as text"), QDialogButtonBox::ActionRole);
    copy_->setObjectName("handOutCopy");
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(save_, &QPushButton::clicked, this, &HandOutDialog::askWhereToSave);
    connect(copy_, &QPushButton::clicked, this, &HandOutDialog::copy);
    connect(name_, &QLineEdit::textChanged, this, &HandOutDialog::check);
    check();
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 80, letter * 84});
}

void HandOutDialog::fillTable() {
    table_->setObjectName("handOutFields");
    table_->setAccessibleName(tr("Settings: locked and hidden"));
    table_->setHorizontalHeaderLabels({tr("Setting"), tr("Value"), tr("Locked"), tr("Hidden")});
    table_->verticalHeader()->hide();
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setTabKeyNavigation(false);
    table_->horizontalHeader()->setHighlightSections(false);
    table_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    // What is ticked is always in sight; names and values share what that leaves, whole in their tooltips.
    for (const int column : {SettingColumn, ValueColumn})
        table_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
    table_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    table_->setRowCount(static_cast<int>(lockableFields().size()));
    int row = 0;
    for (const int field : lockableFields()) {
        const QString label = fieldLabel(field);
        auto* name = new QTableWidgetItem(label);
        name->setData(Qt::UserRole, field);
        const bool own = field == run::RunConfig::kDataFieldNumber || field == run::RunConfig::kDeviceFieldNumber;
        table_->setItem(row, SettingColumn, name);
        table_->setItem(row, ValueColumn,
                        new QTableWidgetItem(own ? tr("of each machine") : fieldValue(setup_.config(), field)));
        constexpr int most = 400;  // letters: a network's file is a value, too
        for (const int column : {SettingColumn, ValueColumn})
            table_->item(row, column)->setToolTip(plainTip(table_->item(row, column)->text().left(most)));
        table_->setItem(row, LockedColumn, box(setup_.locks().locked.contains(field), tr("%1: locked").arg(label)));
        table_->setItem(row, HiddenColumn, box(setup_.locks().hidden.contains(field), tr("%1: hidden").arg(label)));
        ++row;
    }
}

void HandOutDialog::check() {
    const bool named = !name_->text().trimmed().isEmpty();
    for (QPushButton* button : {save_, copy_}) {
        button->setEnabled(named);
        button->setToolTip(named ? QString() : tr("Give them a name first."));
    }
}

SharedSetup HandOutDialog::shared() const {
    SharedSetup shared{setup_.config(), {}};
    shared.locks.title = name_->text().trimmed();
    shared.locks.description = description_->toPlainText().trimmed().left(most_description);
    for (int row = 0; row < table_->rowCount(); ++row) {
        const int field = table_->item(row, SettingColumn)->data(Qt::UserRole).toInt();
        if (table_->item(row, LockedColumn)->checkState() == Qt::Checked) shared.locks.locked.insert(field);
        if (table_->item(row, HiddenColumn)->checkState() == Qt::Checked) shared.locks.hidden.insert(field);
    }
    shared.locks.advisorHidden = advisor_->isChecked();
    return shared;
}

void HandOutDialog::lockAll(bool locked) {
    for (int row = 0; row < table_->rowCount(); ++row)
        table_->item(row, LockedColumn)->setCheckState(locked ? Qt::Checked : Qt::Unchecked);
}

void HandOutDialog::mark(int field, int column, bool on) {
    for (int row = 0; row < table_->rowCount(); ++row)
        if (table_->item(row, SettingColumn)->data(Qt::UserRole).toInt() == field)
            table_->item(row, column)->setCheckState(on ? Qt::Checked : Qt::Unchecked);
}

void HandOutDialog::setLocked(int field, bool locked) {
    mark(field, LockedColumn, locked);
}

void HandOutDialog::setHidden(int field, bool hidden) {
    mark(field, HiddenColumn, hidden);
}

void HandOutDialog::askWhereToSave() {
    auto* dialog = new QFileDialog(this, tr("Save settings as preset"), {}, tr("Presets (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("json");
    QString file = name_->text().trimmed().toLower();
    for (QChar& letter : file)
        if (!letter.isLetterOrNumber()) letter = u'-';
    dialog->selectFile(file + QStringLiteral(".json"));
    connect(dialog, &QFileDialog::fileSelected, this, &HandOutDialog::save);
    dialog->open();
}

bool HandOutDialog::save(const QString& path) {
    try {
        writeSetup(path, shared());
        emit done(tr("Saved as %1.").arg(QFileInfo(path).fileName()));
        return true;
    } catch (const Error& error) {
        emit failed(tr("%1: %2.").arg(QString::fromStdString(error.place()), messageInWords(error)),
                    remedySentence(error));
        return false;
    }
}

void HandOutDialog::copy() {
    QApplication::clipboard()->setText(setupText(shared()));
    emit done(tr("The settings are on the clipboard: Edit › Paste settings takes them."));
}

}  // namespace mantissa::ui
