// SPDX-License-Identifier: GPL-3.0-or-later
// See help_dialogs.h. No dialog is modal: training and the window go on behind it.
#include "ui/shell/help_dialogs.h"

#include <QApplication>
#include <QClipboard>
#include <QDialog>
#include <QDialogButtonBox>
#include <QFile>
#include <QFontDatabase>
#include <QGridLayout>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSysInfo>

#include "engine/base/version.h"
#include "ui/charts/screen_fit.h"
#include "ui/client/engine_client.h"
#include "ui/shell/actions.h"
#include "ui/shell/log.h"
#include "ui/shell/settings.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

namespace {

constexpr qint64 log_tail_bytes = 16 * 1024;

QDialog* page(QWidget* parent, const QString& title) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    auto* column = new QVBoxLayout(dialog);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(12);
    return dialog;
}

QDialogButtonBox* closeBox(QDialog* dialog) {
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(box, &QDialogButtonBox::rejected, dialog, &QDialog::close);
    return box;
}

void addShortcut(QGridLayout& grid, const QString& keys, const QString& what) {
    const int row = grid.rowCount();
    auto* key = new TextLabel(keys, TextRole::Section);
    grid.addWidget(key, row, 0, Qt::AlignTop);
    auto* words = new TextLabel(what);
    words->setWordWrap(true);
    grid.addWidget(words, row, 1);
}

}  // namespace

void showKeyboard(QWidget* parent, const Actions& actions) {
    QDialog* dialog = page(parent, QCoreApplication::translate("HelpDialogs", "Keyboard"));
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* body = new QWidget;
    auto* grid = new QGridLayout(body);
    grid->setContentsMargins(0, 0, 12, 0);
    grid->setHorizontalSpacing(24);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    for (const QAction* action : actions.all()) {
        if (action->shortcut().isEmpty()) continue;
        const QString what = action->statusTip().isEmpty() ? action->toolTip() : action->statusTip();
        addShortcut(*grid, action->shortcut().toString(QKeySequence::NativeText), what);
    }
    addShortcut(*grid, QCoreApplication::translate("HelpDialogs", "Ctrl+1 to 9, Ctrl+Shift+1 to 3"),
                QCoreApplication::translate("HelpDialogs", "The pages in their order"));
    addShortcut(
        *grid, QCoreApplication::translate("HelpDialogs", "← → · Enter · Esc"),
        QCoreApplication::translate("HelpDialogs", "Underflow: drag the cloud · set that loss scale · put it back"));
    addShortcut(*grid, QCoreApplication::translate("HelpDialogs", "↑ ↓ · Enter · + − · 0"),
                QCoreApplication::translate("HelpDialogs",
                                            "Network: another box · unfold or open it · larger, smaller · all of it"));
    addShortcut(*grid, QCoreApplication::translate("HelpDialogs", "Alt+1, 2, 3"),
                QCoreApplication::translate("HelpDialogs", "Show or hide Setup, Runs and the timeline"));
    addShortcut(*grid, QCoreApplication::translate("HelpDialogs", "← → · Ctrl+← →"),
                QCoreApplication::translate("HelpDialogs",
                                            "Timeline: another step · another bookmark; End follows training again"));
    addShortcut(*grid, QCoreApplication::translate("HelpDialogs", "Enter · H · F2 · Del"),
                QCoreApplication::translate("HelpDialogs", "Runs: open, show or hide, rename, delete"));
    grid->setRowStretch(grid->rowCount(), 1);
    scroll->setWidget(body);
    dialog->layout()->addWidget(scroll);
    dialog->layout()->addWidget(closeBox(dialog));
    const int letter = dialog->fontMetrics().averageCharWidth();
    resizeWithinScreen(*dialog, {letter * 78, letter * 84});
    dialog->show();
}

void showWorkerLog(QWidget* parent, const EngineClient& client) {
    QDialog* dialog = page(parent, QCoreApplication::translate("HelpDialogs", "Worker log"));
    auto* text = new QPlainTextEdit(client.log().isEmpty()
                                        ? QCoreApplication::translate("HelpDialogs", "The worker has written nothing.")
                                        : client.log());
    text->setReadOnly(true);
    text->setAccessibleName(QCoreApplication::translate("HelpDialogs", "Worker log"));
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setLineWrapMode(QPlainTextEdit::NoWrap);
    dialog->layout()->addWidget(text);
    auto* box = closeBox(dialog);
    auto* copy = box->addButton(QCoreApplication::translate("HelpDialogs", "Copy"), QDialogButtonBox::ActionRole);
    QObject::connect(copy, &QPushButton::clicked, text,
                     [text] { QApplication::clipboard()->setText(text->toPlainText()); });
    dialog->layout()->addWidget(box);
    const int letter = dialog->fontMetrics().averageCharWidth();
    resizeWithinScreen(*dialog, {letter * 110, letter * 64});
    dialog->show();
    text->verticalScrollBar()->setValue(text->verticalScrollBar()->maximum());
}

void showAbout(QWidget* parent, const EngineClient& client) {
    QDialog* dialog = page(parent, QCoreApplication::translate("HelpDialogs", "About Mantissa"));
    auto* icon = new QLabel;
    icon->setPixmap(applicationIcon().pixmap(QSize(64, 64), parent->devicePixelRatioF()));
    icon->setAccessibleName(QCoreApplication::translate("HelpDialogs", "Mantissa's icon: the sixteen bits of FP16"));
    dialog->layout()->addWidget(icon);
    dialog->layout()->addWidget(new TextLabel("Mantissa", TextRole::Heading));
    const QString worker = client.workerVersion().isEmpty() ? QCoreApplication::translate("HelpDialogs", "not running")
                                                            : client.workerVersion();
    auto* text = new TextLabel(
        QCoreApplication::translate(
            "HelpDialogs",
            "A desktop laboratory for floating-point precision in training.\n\n"
            "Version %1 (%2), worker %3\nQt %4\n\n"
            "The window (mantissa) is free software under the GNU General Public License, version 3 or later, "
            "because it uses QtCharts. The engine (mantissa-worker) is under the Apache License 2.0. MNIST was made "
            "by Yann LeCun, Corinna Cortes and Christopher Burges.")
            .arg(program_version, program_commit, worker, qVersion()));
    text->setWordWrap(true);
    text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    text->setMinimumWidth(text->fontMetrics().averageCharWidth() * 60);
    dialog->layout()->addWidget(text);
    dialog->layout()->addWidget(closeBox(dialog));
    dialog->show();
}

QString diagnostics(const EngineClient& client, const run::DeviceList& devices, const Settings& settings,
                    const run::RunConfig& config, const QString& logPath) {
    QString text = QString("Mantissa %1 (%2), worker %3, Qt %4\n%5, %6\nSettings: %7\n")
                       .arg(program_version, program_commit, client.workerVersion(), qVersion(),
                            QSysInfo::prettyProductName(), QSysInfo::currentCpuArchitecture(), settings.fileName());
    for (const run::DeviceInfo& device : devices.devices()) {
        text += QString("Device %1: %2\n")
                    .arg(QString::fromStdString(device.id()), QString::fromStdString(device.description()));
    }
    text += "\nConfiguration: " + QString::fromUtf8(configToJson(config)) + "\n";
    text += "\nWindow's log:\n" + LogFile::tail(logPath, log_tail_bytes);
    text += "\nWorker's log:\n" + client.log().right(log_tail_bytes);
    return text;
}

}  // namespace mantissa::ui
