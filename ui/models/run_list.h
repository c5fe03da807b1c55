// SPDX-License-Identifier: GPL-3.0-or-later
// The table of the Runs dock: the library's runs merged with those in the window, newest first. A run that is in both
// stands once, with the live figures. While training the table changes at most four times a second.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <QThreadPool>
#include <QTimer>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "engine/store/library.h"
#include "ui/models/session_model.h"

namespace mantissa {
class Library;
struct RunSummary;
}  // namespace mantissa

namespace mantissa::ui {

class LibrarySink;

/// One run of the list.
struct RunRow {
    QString id;
    int number = 0;     ///< RunFace's; of a run that is only in the library the one there
    bool held = false;  ///< by the window
    int variant = 0;    ///< RunFace's
    QString name;
    QString note;
    QStringList tags;
    QString preset;
    QString device;
    QString scaling;
    QString model;
    QString hint;  ///< device, or what is wrong
    QString race;  ///< the same for all lanes of one race; empty for none
    run::RunConfig config;
    run::Precision precision = run::PRECISION_UNSET;
    std::uint32_t batch = 0;
    std::uint32_t steps = 0;
    std::optional<double> accuracy;
    double started = 0;  ///< seconds since 1970, 0 if unknown
    RunState state = RunState::interrupted;
    bool elsewhere = false;  ///< another process trains it
    bool damaged = false;
    bool pinned = false;
    bool baseline = false;         ///< what the others are measured against; at most one run
    std::optional<qint64> unkept;  ///< set: the library holds it up to this step only; -1: it holds nothing of it
    bool live() const { return !damaged && (state == RunState::running || state == RunState::paused); }
};

/// Runs as rows. Sortable through QSortFilterProxyModel with SortRole.
class RunList : public QAbstractTableModel {
    Q_OBJECT

  public:
    enum Column {
        NameColumn,
        PrecisionColumn,
        ScalingColumn,
        ModelColumn,
        BatchColumn,
        ResultColumn,
        StepsColumn,
        WhenColumn,
        StateColumn,
        DeltaColumn,
        TagsColumn,
        NoteColumn,
        ColumnCount
    };
    enum Role {
        RunIdRole = Qt::UserRole + 1,  ///< QString
        VisibleRole,                   ///< bool, settable: on the charts (also the check box of the name column)
        PinnedRole,                    ///< bool, settable: stands first
        BaselineRole,                  ///< bool, settable: the others are measured against it
        LiveRole,                      ///< bool: trains or is paused now
        PrecisionRole,                 ///< int, run::Precision that it computes in: for colour and marker
        VariantRole,                   ///< int, as RunFace has it
        NumberRole,                    ///< int, as RunRow has it
        SeedRole,                      ///< std::uint64_t
        SortRole,                      ///< a number or text to sort the column by
    };

    /// `session` is not owned and must outlive the list.
    explicit RunList(SessionModel& session, QObject* parent = nullptr,
                     std::chrono::milliseconds interval = std::chrono::milliseconds(250));
    /// Waits for runs that are just being read.
    ~RunList() override;

    /// Lists the library that `reader` (read-only, may be null: only the runs of this session) has open; edits go
    /// through `writer` (null: the library cannot be changed here). Neither is owned.
    void setLibrary(const Library* reader, LibrarySink* writer);
    /// Reads the library again.
    void reload();
    /// Row of a run, -1 if it is not there.
    int rowOf(const QString& runId) const;
    QString runId(int row) const;
    /// Shows a run on the charts. One that is only in the library is read first, on another thread: shown tells when it
    /// is in the session, message if it cannot be read.
    void show(const QString& runId);
    /// Keeps what the search for the cause of a run's failure answered, with the run; where that is kept.
    void keepAnswer(const run::Record& record);
    const RunRow& row(int row) const { return rows_[static_cast<std::size_t>(row)]; }
    /// The baseline's row, null if there is none.
    const RunRow* baseline() const;
    /// Why this run cannot be hidden on the charts, a sentence; empty where it can.
    QString whyNotHidden(const QString& runId) const;
    /// Accuracy above that of the baseline, in percentage points; nothing where one of them has none.
    std::optional<double> aboveBaseline(const RunRow& row) const;
    /// Why nothing can be changed here, a sentence; empty where it can.
    QString whyReadOnly() const;
    /// What the library lacks of a run that this window saw, a sentence; empty where it lacks nothing.
    static QString whatIsUnkept(const RunRow& row);
    /// Names of runs of this session that are listed, do not train, and are not in the library as a whole; the newest
    /// first. They are lost with the window.
    QStringList unkeptRuns() const;
    /// What is listed, for reading; null: only the runs of this session.
    const Library* library() const { return reader_; }
    /// How much of the disk one run may take, in MiB; past it the library keeps less of its older steps.
    void setRunShare(int mebibytes);
    int runShare() const { return runShare_; }
    /// Whether there is a library to import into and export from.
    bool hasLibrary() const { return reader_ != nullptr; }

    /// Takes runs off the charts and the list and marks them as deleted in the library. Live ones stay, with a message.
    /// Returns how many were taken.
    int removeRuns(const QStringList& runIds);
    /// Brings back what was removed last (and not yet brought back). Returns how many runs.
    int undoRemove();
    bool canUndoRemove() const { return !removals_.empty(); }
    /// How many runs of the library are marked as deleted, as far as it was read.
    int deletedCount() const { return reader_ == nullptr ? 0 : deleted_; }
    /// Erases them for good. Ends in `told`.
    void purgeDeleted();
    /// Writes runs of the library into a file of the same kind, on another thread; ends in `told` or `message`.
    void exportRuns(const QStringList& runIds, const QString& path, bool replace);
    /// Takes the runs of such a file into the library, on the writer's thread; ends in `told` or `message`.
    void importRuns(const QString& path);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    /// EditRole on the name column renames (the library, too), on the notes' and the tags' (separated by commas) sets
    /// them; CheckStateRole on the name column and VisibleRole show or hide; PinnedRole pins, BaselineRole measures the
    /// others against it.
    bool setData(const QModelIndex& index, const QVariant& value, int role = Qt::EditRole) override;

  signals:
    /// A sentence for a person: the library could not be read or written, a live run cannot be deleted.
    void message(const QString& text);
    /// A sentence on what was done, or why nothing was.
    void told(const QString& text);
    void baselineChanged();
    void runShareChanged(int mebibytes);
    void shown(const QString& runId);
    /// It cannot be read, as `message` says.
    void notShown(const QString& runId);

  private:
    static bool before(const RunRow& a, const RunRow& b);
    static RunRow fromSummary(const RunSummary& summary);
    RunRow fromModel(const RunModel& run) const;
    static void describeConfig(RunRow& row, const run::RunConfig& config);
    void noteChange(const QString& runId);
    void update();
    void lookForOthers();
    void takeOthersMarks();
    QString nameInLibrary(const std::string& runId) const;
    void lookAfterHistories();
    void refine(const QString& runId, quint32 first, quint32 last);
    void readAgain(const QString& runId, std::function<std::vector<run::Record>()> read,
                   std::function<void(const std::vector<run::Record>&)> take);
    void place(RunRow row);
    void takeOut(const QString& runId);
    void readOne(const QString& runId);
    bool setVisible(const QString& runId, bool visible);
    void edit(const QString& runId, std::function<void(Library&)> change);
    void setBaseline(const QString& runId, bool on);
    void forgetRemovals();
    bool setText(RunRow& row, int column, const QVariant& value);
    void takeOver(RunRow& row, const RunRow& marks) const;
    void setUnkept(const QString& runId, std::optional<qint64> upTo);
    bool nowhere(const QString& runId) const;
    QVariant text(const RunRow& row, int column) const;
    QVariant sortKey(const RunRow& row, int column) const;

    SessionModel& session_;
    const Library* reader_ = nullptr;
    LibrarySink* writer_ = nullptr;
    std::vector<RunRow> rows_;  // pinned first, then newest first
    std::set<QString> dirty_;
    std::set<QString> reading_;
    std::set<QString> readingAgain_;
    struct Stretch {
        QString runId;
        quint32 first, last;
    };
    std::optional<Stretch> wantedNext_;
    // What was removed, last at the end, with the rows as they stood and whether they were on the charts.
    struct Removed {
        RunRow row;
        bool shown = false;
    };
    std::vector<std::vector<Removed>> removals_;
    std::set<QString> removed_;         // not to be listed, whatever comes of them
    bool forget_ = false;               // runs may have come back from elsewhere
    std::map<QString, qint64> unkept_;  // see RunRow
    int deleted_ = 0;
    int runShare_ = 1024;
    int pendingEdits_ = 0;        // sent to the writer and not answered yet
    std::set<QString> restored_;  // brought back, though the library may not say so yet
    QTimer timer_;
    QTimer histories_;               // looks whose histograms are drawn
    QTimer others_;                  // looks for what other processes keep
    std::int64_t seenVersion_ = -1;  // of the library
    std::int64_t lastRow_ = 0;
    std::map<std::string, RunMarks> marks_;  // as last read from the library
    bool marksStale_ = false;
    QThreadPool pool_;
};

}  // namespace mantissa::ui
