// SPDX-License-Identifier: GPL-3.0-or-later
// See library_sink.h. The writer counts records in the order of push; here the count is turned back into batches.
#include "ui/client/library_sink.h"

#include <algorithm>
#include <vector>

#include "engine/recording/import_recording.h"
#include "ui/client/import_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

LibrarySink::LibrarySink(std::unique_ptr<Library> library, QObject* parent) : QObject(parent), path_(library->path()) {
    RecordWriter::Callbacks callbacks;
    callbacks.on_committed = [this](std::size_t records) { written(records); };
    callbacks.on_stalled = [this](const Error& error) {
        setStalled(true);
        emit stalled(inWords(error));
    };
    callbacks.on_recovered = [this] {
        setStalled(false);
        emit recovered();
    };
    callbacks.on_refused = [this](const std::string& runId, const Error& error) {
        emit runRefused(QString::fromStdString(runId), messageInWords(error));
    };
    callbacks.on_unkept = [this](const Error& error) {
        setStalled(false);
        emit unkept(inWords(error));
    };
    callbacks.on_left_out = [this](const std::string& runId, std::optional<std::uint32_t> kept) {
        setLeftOut(runId, true);
        emit runLeftOut(QString::fromStdString(runId), kept ? qint64{*kept} : -1);
    };
    callbacks.on_kept_again = [this](const std::string& runId) {
        setLeftOut(runId, false);
        emit keptAgain(QString::fromStdString(runId));
    };
    callbacks.on_thinned = [this](const run::Record& event) { emit thinned(event); };
    writer_ = std::make_unique<RecordWriter>(std::move(library), std::move(callbacks));
}

std::unique_ptr<LibrarySink> LibrarySink::open(const std::filesystem::path& path) {
    return std::make_unique<LibrarySink>(Library::open(path, Access::read_write));
}

LibrarySink::~LibrarySink() = default;

void LibrarySink::keep(const std::vector<run::Record>& records, std::function<void()> committed) {
    {
        const std::lock_guard lock(mutex_);
        waiting_.emplace_back(records.size(), std::move(committed));
    }
    writer_->push(records);
}

bool LibrarySink::keeps(const std::string& run_id) const {
    const std::lock_guard lock(mutex_);
    return !stalled_ && !leftOut_.contains(run_id);
}

void LibrarySink::edit(const QString& runId, std::function<void(Library&)> change) {
    writer_->post([this, runId, change = std::move(change)](Library& library) {
        try {
            change(library);
            emit edited(runId);
        } catch (const std::exception& error) {
            emit editFailed(runId, inWords(error));
        }
    });
}

void LibrarySink::importFrom(const QString& path) {
    writer_->post([this, path](Library& library) {
        const QString name = path.section('/', -1);
        try {
            if (looks_like_recording(path.toStdString())) {
                const RecordingImport one = import_recording(library, path.toStdString());
                QString told =
                    tr("%1: a recorded training of %n steps is in the library.", nullptr, static_cast<int>(one.steps))
                        .arg(name);
                if (one.unread > 0)
                    told += ' ' + tr("%n of its lines cannot be read and were left out; its log says which.", nullptr,
                                     static_cast<int>(std::min<std::uint64_t>(one.unread, 1u << 30)));
                emit imported(told, one.unread == 0);
                return;
            }
            const ImportResult result = library.import_runs(path.toStdString());
            emit imported(name + QStringLiteral(": ") + wordsFor(result), result.refused.empty());
        } catch (const std::exception& error) {
            emit imported(tr("Nothing was imported from %1: %2").arg(name, inWords(error)), false);
        }
    });
}

void LibrarySink::goOnUnkept() {
    writer_->give_up();
}

void LibrarySink::setRunShare(quint64 bytes) {
    writer_->set_run_share(bytes);
}

void LibrarySink::tryAgain() {
    writer_->try_again();
}

void LibrarySink::leaveOut(const QStringList& runIds) {
    std::vector<std::string> ids;
    for (const QString& id : runIds) ids.push_back(id.toStdString());
    writer_->leave_out_from_now(std::move(ids)).wait();
}

void LibrarySink::written(std::size_t records) {
    std::vector<std::function<void()>> done;
    {
        const std::lock_guard lock(mutex_);
        while (records > 0 && !waiting_.empty()) {
            auto& [left, committed] = waiting_.front();
            const std::size_t part = std::min(left, records);
            left -= part;
            records -= part;
            if (left > 0) break;
            done.push_back(std::move(committed));
            waiting_.pop_front();
        }
    }
    for (const auto& committed : done) committed();
}

void LibrarySink::setStalled(bool stalled) {
    const std::lock_guard lock(mutex_);
    stalled_ = stalled;
}

void LibrarySink::setLeftOut(const std::string& runId, bool leftOut) {
    const std::lock_guard lock(mutex_);
    if (leftOut)
        leftOut_.insert(runId);
    else
        leftOut_.erase(runId);
}

}  // namespace mantissa::ui
