// SPDX-License-Identifier: GPL-3.0-or-later
// See preset_files.h.
#include "ui/setup/preset_files.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>

#include "engine/base/error.h"
#include "engine/run/network_file.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/setup_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

PresetFiles::PresetFiles(SetupModel& setup, QWidget* window) : QObject(window), setup_(setup), window_(window) {}

void PresetFiles::askForData() {
    auto* dialog = new QFileDialog(window_, tr("Open data folder"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::filesSelected, this,
            [this](const QStringList& chosen) { openData(chosen.value(0)); });
    dialog->open();
}

void PresetFiles::askForPreset() {
    auto* dialog = new QFileDialog(window_, tr("Open preset"), {}, tr("Presets (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &PresetFiles::openPreset);
    dialog->open();
}

void PresetFiles::askForNetwork() {
    auto* dialog = new QFileDialog(window_, tr("Open network"), {}, tr("Networks (*.json)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &PresetFiles::openNetwork);
    dialog->open();
}

bool PresetFiles::openNetwork(const QString& path) {
    if (setup_.refuses({run::RunConfig::kModelFieldNumber, run::RunConfig::kNetworkFieldNumber})) return false;
    try {
        run::RunConfig opened = setup_.config();
        opened.set_network(network_file_text(path.toStdString()));
        opened.set_model(run::NETWORK_FILE);
        const run::Task before = opened.task();
        const bool mayTurn = !setup_.locks().hold(run::RunConfig::kTaskFieldNumber);
        if (const auto task = taskThatFits(opened); task && mayTurn) opened.set_task(*task);
        if (const auto problem = networkProblem(opened)) {
            emit failed(tr("%1: %2.").arg(path, problem->second), tr("Nothing was changed."));
            return false;
        }
        setup_.edit(run::RunConfig::kNetworkFieldNumber, EditKind::Choice, [&opened](run::RunConfig& c) {
            c.set_network(opened.network());
            c.set_model(opened.model());
            c.set_task(opened.task());
        });
        const QString name = QFileInfo(path).fileName();
        emit done(opened.task() == before
                      ? tr("The next run trains the network of %1.").arg(name)
                      : tr("The next run trains the network of %1. Its task is “%2” now: that is what it gives.")
                            .arg(name, fieldValue(opened, run::RunConfig::kTaskFieldNumber)));
        return true;
    } catch (const Error& error) {
        emitFailure(error);
        return false;
    }
}

void PresetFiles::openData(const QString& folder) {
    if (setup_.refuses({run::RunConfig::kDataFieldNumber})) return;
    const std::string path = QDir::toNativeSeparators(folder).toStdString();
    setup_.edit(run::RunConfig::kDataFieldNumber, EditKind::Choice, [&path](run::RunConfig& c) { c.set_data(path); });
    if (const QString problem = setup_.problem(run::RunConfig::kDataFieldNumber); !problem.isEmpty())
        return emit failed(problem, {});
    emit done(folder.isEmpty() ? tr("The next run trains on MNIST.")
                               : tr("The next run trains on %1.").arg(QFileInfo(folder).fileName()));
}

bool PresetFiles::openPreset(const QString& path) {
    return take([&path] { return readSetup(path); });
}

bool PresetFiles::pasteSetup(const QString& text) {
    return take([&text] { return parseSetupText(text); });
}

bool PresetFiles::take(const std::function<SharedSetup()>& read) {
    try {
        const SharedSetup shared = read();
        setup_.open(shared);
        emit done(
            shared.locks.any()
                ? tr("“%1” is in the Setup dock; what is locked or hidden stays as it is.").arg(shared.locks.title)
                : tr("The settings of “%1” are in the Setup dock.").arg(shared.locks.title));
        return true;
    } catch (const Error& error) {
        emitFailure(error);
        return false;
    }
}

void PresetFiles::emitFailure(const Error& error) {
    emit failed(tr("%1: %2.").arg(QString::fromStdString(error.place()), messageInWords(error)),
                (remedySentence(error) + ' ' + tr("Nothing was changed.")).trimmed());
}

}  // namespace mantissa::ui
