// SPDX-License-Identifier: GPL-3.0-or-later
// See network_export.h.
#include "ui/runs/network_export.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <filesystem>
#include <system_error>

#include "engine/base/ulid.h"
#include "engine/base/user_folders.h"
#include "ui/models/session_model.h"
#include "ui/words/number_words.h"

namespace mantissa::ui {

namespace {

WorkerOptions here(WorkerOptions options) {
    options.place = {};
    return options;
}

/// Where the worker of this computer leaves the last state of a run that was stopped, and of one that completed
/// (CheckpointFolder of the engine).
bool hasState(const std::string& runId) {
    const std::filesystem::path folder = user_state_folder() / "checkpoints";
    std::error_code ignored;
    return std::filesystem::exists(folder / (runId + ".checkpoint"), ignored) ||
           std::filesystem::exists(folder / "ended" / (runId + ".checkpoint"), ignored);
}

}  // namespace

NetworkExport::NetworkExport(WorkerOptions options, const SessionModel& session, QWidget* window)
    : QObject(window), command_(here(std::move(options))), session_(session), window_(window) {
    connect(&command_, &WorkerCommand::printed, this, [this](const QByteArray& line) { said_ = line; });
    connect(&command_, &WorkerCommand::ended, this, &NetworkExport::ended);
}

QString NetworkExport::whyNot(const QString& runId) const {
    if (runId.isEmpty()) return tr("There is no run: train one, or open one of the Runs dock.");
    if (const RunModel* run = session_.run(runId); run && run->live())
        return tr("It still trains: its network can be exported once it has ended or was stopped.");
    const std::string id = runId.toStdString();
    if (is_ulid(id) && hasState(id)) return {};
    return tr(
        "No weights of this run are kept on this computer. They are kept when a run that was trained here ends, of "
        "the newest runs only.");
}

void NetworkExport::askWhereToSave(const QString& runId) {
    if (const QString why = whyNot(runId); !why.isEmpty()) return emit failed(why, {});
    auto* dialog = new QFileDialog(window_, tr("Export the network of %1").arg(session_.displayName(runId)));
    dialog->setObjectName("networkDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters(
        {tr("Weights (*.safetensors)"), tr("ONNX model (*.onnx)"), tr("PyTorch module, without weights (*.py)")});
    const auto follow = [dialog](const QString& filter) {
        dialog->setDefaultSuffix(filter.section(QLatin1String("*."), -1).chopped(1));
    };
    connect(dialog, &QFileDialog::filterSelected, dialog, follow);
    follow(dialog->selectedNameFilter());
    static const QRegularExpression others("[^\\w.-]+");  // what not every file system takes
    dialog->selectFile(session_.displayName(runId).replace(others, QStringLiteral("-")));
    connect(dialog, &QFileDialog::fileSelected, this, [this, runId](const QString& path) { save(path, runId); });
    dialog->open();
}

void NetworkExport::save(const QString& path, const QString& runId) {
    const QString suffix = QFileInfo(path).suffix().toLower();
    const QString flag = suffix == "safetensors" ? QStringLiteral("--weights")
                         : suffix == "onnx"      ? QStringLiteral("--onnx")
                         : suffix == "py"        ? QStringLiteral("--pytorch")
                                                 : QString();
    const QString file = QDir::toNativeSeparators(path);
    if (flag.isEmpty())
        return emit failed(tr("%1 was not written: its name does not say what it is to be.").arg(file),
                           tr("Give it a name that ends in .safetensors, .onnx or .py."));
    if (command_.running())
        return emit failed(tr("%1 was not written: another network is just being exported.").arg(file), {});
    path_ = path;
    runId_ = runId;
    said_.clear();
    // The dialog has asked before it replaces a file.
    command_.start(
        {QStringLiteral("export-network"), QStringLiteral("--json"), QStringLiteral("--force"), flag, path, runId});
}

void NetworkExport::ended(const QString& problem) {
    const QString file = QDir::toNativeSeparators(path_);
    if (!problem.isEmpty()) return emit failed(tr("%1 was not written: %2").arg(file, problem), {});
    const int step = QJsonDocument::fromJson(said_).object().value("step").toInt();
    emit done(tr("The network of %1 after step %2: %3").arg(session_.displayName(runId_), wholeText(step), file));
}

}  // namespace mantissa::ui
