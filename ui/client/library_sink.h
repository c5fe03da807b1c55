// SPDX-License-Identifier: GPL-3.0-or-later
// The window's writing end of the library: records and edits go to RecordWriter's thread, so that the disk never holds
// up the window. While the library cannot be written nothing is acknowledged: what was received waits here, the worker
// remembers it too, and a checkpoint carries it. A person may decide to go on without keeping: that is for the runs
// that have begun, and ends with the first run that can be kept again.
#pragma once

#include <QObject>
#include <QString>
#include <QStringList>
#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "engine/store/record_writer.h"
#include "ui/client/record_sink.h"

namespace mantissa::ui {

/// Keeps records in a library; see RecordSink. Must outlive the EngineClient that uses it.
class LibrarySink : public QObject, public RecordSink {
    Q_OBJECT

  public:
    /// `library` opened read_write.
    explicit LibrarySink(std::unique_ptr<Library> library, QObject* parent = nullptr);
    /// Opens (or makes) the library at `path` for writing. Throws Error as Library::open does, in particular where
    /// another window writes it: then open it read-only for the list and go on without a sink.
    static std::unique_ptr<LibrarySink> open(const std::filesystem::path& path);
    /// Commits what is queued; may block for the disk.
    ~LibrarySink() override;

    void keep(const std::vector<run::Record>& records, std::function<void()> committed) override;
    bool keeps(const std::string& run_id) const override;
    /// Runs `change` on the writer's thread after everything kept so far: rename, pin, delete. Never blocks. Ends in
    /// edited or editFailed.
    void edit(const QString& runId, std::function<void(Library&)> change);
    /// Takes in the runs of a file from elsewhere, on the writer's thread: what is recorded meanwhile waits. Ends in
    /// imported.
    void importFrom(const QString& path);
    /// While it stalls: one attempt more, then training goes on and what is received is acknowledged but not kept
    /// (`runLeftOut`, `unkept`), until a run that begins later can be kept (`keptAgain`).
    void goOnUnkept();
    /// After `unkept`: tries the library now. Never blocks; ends in keptAgain or unkept.
    void tryAgain();
    /// Runs that began before this was the client's sink: not kept from here on, as after goOnUnkept(). Waits for the
    /// writer's thread.
    void leaveOut(const QStringList& runIds);
    /// How many bytes of the library one run may take from now on; at first RunShare::usual_bytes.
    void setRunShare(quint64 bytes);
    /// Records that wait to be written.
    std::size_t pending() const { return writer_->pending(); }
    const std::filesystem::path& path() const { return path_; }

  signals:
    /// The library cannot be written now, for this reason: what was received waits and is tried again each second. All
    /// signals arrive on the receiver's thread.
    void stalled(const QString& reason);
    /// What waited is kept.
    void recovered();
    /// What was received is not kept, for this reason; told again with each attempt that failed.
    void unkept(const QString& reason);
    /// Nothing that follows of this run is kept, and what the library holds of it stays as it was: up to step `kept`;
    /// 0 also where that cannot be read now; -1: nothing of it. Comes before the `unkept` that says why.
    void runLeftOut(const QString& runId, qint64 kept);
    /// The library can be written again, and this run is kept, whole; empty: no run shows it, but tryAgain(), say.
    void keptAgain(const QString& runId);
    /// Records of this run contradict what is kept of it, or leave a gap: none that follow are kept.
    void runRefused(const QString& runId, const QString& reason);
    /// A run reached its share of the disk: what was thinned, as an event of the run that is kept already.
    void thinned(const run::Record& event);
    void edited(const QString& runId);
    void editFailed(const QString& runId, const QString& text);
    /// What became of an import, for a person; `whole`: nothing of the file was refused.
    void imported(const QString& text, bool whole);

  private:
    void written(std::size_t records);
    void setStalled(bool stalled);
    void setLeftOut(const std::string& runId, bool leftOut);

    std::filesystem::path path_;
    mutable std::mutex mutex_;
    std::deque<std::pair<std::size_t, std::function<void()>>> waiting_;  // records not yet written, whom to tell
    std::set<std::string> leftOut_;                                      // runs
    bool stalled_ = false;
    std::unique_ptr<RecordWriter> writer_;  // last: its thread ends before what it uses
};

}  // namespace mantissa::ui
