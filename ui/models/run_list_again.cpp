// SPDX-License-Identifier: GPL-3.0-or-later
// What a run on display lacks and the library has: steps that were thinned out where a chart is zoomed in, and the
// histograms of a run that nobody looked at for a while.
#include <QMetaObject>
#include <memory>
#include <utility>

#include "engine/store/library.h"
#include "ui/client/library_sink.h"
#include "ui/models/run_list.h"
#include "ui/models/stored_run.h"

namespace mantissa::ui {

void RunList::setRunShare(int mebibytes) {
    if (mebibytes == runShare_) return;
    runShare_ = mebibytes;
    if (writer_ != nullptr) writer_->setRunShare(static_cast<quint64>(mebibytes) << 20);
    emit runShareChanged(mebibytes);
}

/// While one stretch is read, the last one asked for waits.
void RunList::refine(const QString& runId, quint32 first, quint32 last) {
    if (reader_ == nullptr) return;
    if (readingAgain_.count(runId) > 0) {
        wantedNext_ = Stretch{runId, first, last};
        return;
    }
    readAgain(
        runId,
        [path = reader_->path(), id = runId.toStdString(), first, last] { return readSteps(path, id, first, last); },
        [this, runId](const std::vector<run::Record>& steps) { session_.refine(runId, steps); });
}

/// Reads a part of a run that the library holds whole, on another thread; one at a time of a run.
void RunList::readAgain(const QString& runId, std::function<std::vector<run::Record>()> read,
                        std::function<void(const std::vector<run::Record>&)> take) {
    if (reader_ == nullptr || unkept_.count(runId) > 0 || !readingAgain_.insert(runId).second) return;
    pool_.start([this, runId, read = std::move(read), take = std::move(take)] {
        auto records = std::make_shared<std::vector<run::Record>>();
        try {
            *records = read();
        } catch (const std::exception& error) {
            qWarning("reading a run again: %s", error.what());
        }
        QMetaObject::invokeMethod(
            this,
            [this, runId, records, take] {
                readingAgain_.erase(runId);
                if (!records->empty()) take(*records);
                const auto next = std::exchange(wantedNext_, {});
                if (next) refine(next->runId, next->first, next->last);
            },
            Qt::QueuedConnection);
    });
}

/// Histories of histograms that nobody draws are let go, where the library holds them; those that are drawn again come
/// back.
void RunList::lookAfterHistories() {
    if (reader_ == nullptr) return;
    for (const RunModel* const run : session_.runs()) {
        const QString runId = QString::fromStdString(run->runId());
        const bool drawn = session_.drawsHistory(*run);
        if (drawn && run->historyReleased()) {
            readAgain(
                runId, [path = reader_->path(), id = run->runId()] { return readHistograms(path, id); },
                [this, runId](const std::vector<run::Record>& histograms) {
                    session_.restoreHistory(runId, histograms);
                });
        } else if (!drawn && !run->historyReleased() && run->histogramHistory().size() > 1 &&
                   unkept_.count(runId) == 0 && !nowhere(runId)) {
            session_.releaseHistory(runId);
        }
    }
}

}  // namespace mantissa::ui
