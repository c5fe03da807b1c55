// SPDX-License-Identifier: GPL-3.0-or-later
// See library_sink.h. The writer counts records in the order of push; here the count is turned back into batches.
#include "ui/client/library_sink.h"

#include <algorithm>
#include <vector>

#include "ui/client/import_words.h"

namespace mantissa::ui {

LibrarySink::LibrarySink(std::unique_ptr<Library> library, QObject* parent) : QObject(parent), path_(library->path()) {
    RecordWriter::Callbacks callbacks;
    callbacks.on_committed = [this](std::size_t records) { written(records); };
    callbacks.on_error = [this](const Error& error) { giveUp(QString::fromUtf8(error.what())); };
    callbacks.on_stalled = [this](const Error& error) { emit stalled(QString::fromUtf8(error.what())); };
    callbacks.on_recovered = [this] { emit recovered(); };
    callbacks.on_refused = [this](const std::string& runId, const Error& error) {
        emit runRefused(QString::fromStdString(runId), QString::fromStdString(error.message()));
    };
    writer_ = std::make_unique<RecordWriter>(std::move(library), std::move(callbacks));
}

std::unique_ptr<LibrarySink> LibrarySink::open(const std::filesystem::path& path) {
    return std::make_unique<LibrarySink>(Library::open(path, Access::read_write));
}

LibrarySink::~LibrarySink() = default;

void LibrarySink::keep(const std::vector<run::Record>& records, std::function<void()> committed) {
    bool lost = false;
    {
        const std::lock_guard lock(mutex_);
        lost = failed_;
        if (!lost) waiting_.emplace_back(records.size(), committed);
    }
    if (lost) {
        committed();
        return;
    }
    try {
        writer_->push(records);
    } catch (const Error& error) {
        giveUp(QString::fromUtf8(error.what()));
    }
}

void LibrarySink::edit(const QString& runId, std::function<void(Library&)> change) {
    writer_->post([this, runId, change = std::move(change)](Library& library) {
        try {
            change(library);
            emit edited(runId);
        } catch (const std::exception& error) {
            emit editFailed(runId, QString::fromUtf8(error.what()));
        }
    });
}

void LibrarySink::importFrom(const QString& path) {
    writer_->post([this, path](Library& library) {
        const QString name = path.section('/', -1);
        try {
            const ImportResult result = library.import_runs(path.toStdString());
            emit imported(name + QStringLiteral(": ") + wordsFor(result), result.refused.empty());
        } catch (const std::exception& error) {
            emit imported(tr("Nothing was imported from %1: %2").arg(name, QString::fromUtf8(error.what())), false);
        }
    });
}

void LibrarySink::goOnUnkept() {
    writer_->give_up();
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

void LibrarySink::giveUp(const QString& text) {
    std::deque<std::pair<std::size_t, std::function<void()>>> unwritten;
    bool first = false;
    {
        const std::lock_guard lock(mutex_);
        first = !std::exchange(failed_, true);
        unwritten.swap(waiting_);
    }
    for (const auto& [records, committed] : unwritten) committed();
    if (!first) return;
    emit failed(
        tr("The library of runs cannot be written any more: %1. Training goes on, but what follows is not kept.")
            .arg(text));
}

}  // namespace mantissa::ui
