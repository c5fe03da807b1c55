// SPDX-License-Identifier: GPL-3.0-or-later
// See recordings.h.
#include "ui/shell/recordings.h"

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QInputDialog>
#include <QTimer>
#include <algorithm>
#include <utility>

#include "ui/client/library_sink.h"
#include "ui/models/session_model.h"

namespace mantissa::ui {

Recordings::Recordings(SessionModel& session, QWidget* window) : QObject(window), session_(session), window_(window) {}

Recordings::~Recordings() = default;

void Recordings::askForRecording() {
    auto* dialog = new QFileDialog(
        window_, tr("Open recording"), {},
        tr("Recordings of mantissa_probe, event files of TensorBoard (*.jsonl *tfevents*);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &Recordings::open);
    dialog->open();
}

void Recordings::askForTraining() {
    auto* dialog = new QInputDialog(window_);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Watch a training"));
    dialog->setLabelText(
        tr("The recording that mantissa_probe writes, on this computer or by ssh on another:\n"
           "run.jsonl, /data/run.jsonl, gpu-server:run.jsonl, user@gpu-server:~/train/run.jsonl\n\n"
           "The window only reads it. Nothing is sent to the training."));
    dialog->setOkButtonText(tr("Watch"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this](const QString& text) { watch(text); });
    dialog->open();
}

namespace {

/// Runs of Mantissa are kept and handed on in files of SQLite, which a reader of lines calls damaged.
bool holdsRuns(const QString& path) {
    QFile file(path);
    return QFileInfo(path).isFile() && file.open(QIODevice::ReadOnly) && file.read(15) == "SQLite format 3";
}

}  // namespace

void Recordings::open(const QString& path) {
    if (holdsRuns(path)) {
        emit failed(tr("%1 is no recording: it holds runs of Mantissa.").arg(QDir::toNativeSeparators(path)),
                    tr("Import… in the menu of the Runs dock takes them in, as does mantissa FILE on a command line."));
        return;
    }
    RecordingSource source;
    source.path = path;
    begin(std::move(source), false, {});
}

bool Recordings::watch(const QString& text, const QStringList& linkOptions) {
    RecordingSource source;
    if (const QString wrong = takeSource(text, source); !wrong.isEmpty()) {
        emit failed(wrong, tr("Name a file of this computer, or host:path."));
        return false;
    }
    begin(std::move(source), true, linkOptions);
    return true;
}

void Recordings::begin(RecordingSource source, bool follow, const QStringList& linkOptions) {
    watches_.push_back(std::make_unique<RecordingWatch>(std::move(source), follow, linkOptions));
    RecordingWatch& watch = *watches_.back();
    connect(&watch, &RecordingWatch::arrived, this,
            [this, &watch](const RecordingWatch::Batch& batch) { take(watch, batch); });
    connect(&watch, &RecordingWatch::begunAgain, this, [this, &watch](const QString& runId) {
        const QString called = watch.source().called();
        session_.interrupt(runId, tr("Another recording began under this name: the training was started again."));
        emit done(tr("Another recording began in %1: it is watched as a run of its own.").arg(called));
    });
    connect(&watch, &RecordingWatch::finished, this,
            [this, &watch](const QString& runId, bool ended, const QString& problem, const QString& remedy) {
                over(watch, runId, ended, problem, remedy);
            });
    if (follow) noteSilence(watch);
    const RecordingSource& of = watch.source();
    const bool absent = follow && of.place.here() && !QFileInfo::exists(of.path) && QFileInfo(of.path).dir().exists();
    emit done(absent   ? tr("Waiting for %1, which is not there yet.").arg(of.called())
              : follow ? tr("Watching %1.").arg(of.called())
                       : tr("Reading %1.").arg(of.called()));
    watch.begin();
}

/// A training that was killed leaves a file that only stops growing. Steps that still come take the run up again.
void Recordings::noteSilence(RecordingWatch& watch) {
    auto* silence = new QTimer(&watch);
    silence->setSingleShot(true);
    silence->setInterval(silentAfter_);
    connect(&watch, &RecordingWatch::arrived, silence, [this, silence](const RecordingWatch::Batch& batch) {
        silence->disconnect(this);
        connect(
            silence, &QTimer::timeout, this, [this, silence, run = QString::fromStdString(batch->front().run_id())] {
                const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(silence->intervalAsDuration());
                session_.interrupt(run,
                                   tr("Nothing new for %n minutes: the training pauses, or was killed. It is watched "
                                      "further.",
                                      nullptr, static_cast<int>(minutes.count())));
            });
        silence->start();
    });
}

void Recordings::take(RecordingWatch& watch, const RecordingWatch::Batch& batch) {
    const bool fresh = session_.run(QString::fromStdString(batch->front().run_id())) == nullptr;
    session_.apply(*batch);
    if (fresh) session_.setCurrentRun(QString::fromStdString(batch->front().run_id()));
    if (!sink_) return watch.room()->release();
    // The thread reads on when the library has this batch: a slow disk slows the reading, never the window.
    sink_->keep(*batch, [room = watch.room()] { room->release(); });
}

void Recordings::over(RecordingWatch& watch, const QString& runId, bool ended, const QString& problem,
                      const QString& remedy) {
    const QString called = watch.source().called();
    if (!runId.isEmpty() && !ended)
        session_.interrupt(runId, problem.isEmpty() && !remedy.isEmpty()
                                      ? remedy
                                      : tr("The recording has no end: the training goes on, or was killed."));
    if (!problem.isEmpty())
        emit failed(problem, remedy);
    else
        emit done(ended || !remedy.isEmpty()
                      ? tr("%1 is read to its end.").arg(called)
                      : tr("%1 is read; its training had not ended. Watch it to follow it.").arg(called));
    const auto place = std::find_if(watches_.begin(), watches_.end(),
                                    [&](const std::unique_ptr<RecordingWatch>& one) { return one.get() == &watch; });
    if (place == watches_.end()) return;
    place->release()->deleteLater();  // it is the sender
    watches_.erase(place);
}

}  // namespace mantissa::ui
