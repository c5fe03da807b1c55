// SPDX-License-Identifier: GPL-3.0-or-later
// All runs that the window holds: those of this session in the order they began, and those opened from the library.
// Changes are told once per batch of records and run; views mark themselves dirty and repaint on their own timers.
#pragma once

#include <QObject>
#include <QString>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

class EngineClient;

/// How a run is told from all others, the same on every page, chart and list.
struct RunFace {
    int number = 0;  ///< that of the library which keeps it; else one that no other run here has or had
    QString name;    ///< what a person called it; else its settings, and what sets it apart from runs with the same
    run::Precision precision = run::PRECISION_UNSET;  ///< the format that it computes in now: its colour and marker
    int variant = 0;     ///< of the lanes of one race in one format: 0 the first, 1 the second, …
    bool ghost = false;  ///< dashed
    bool operator==(const RunFace&) const = default;
};

/// The runs on display.
class SessionModel : public QObject {
    Q_OBJECT

  public:
    explicit SessionModel(QObject* parent = nullptr);
    ~SessionModel() override;

    /// Takes records and interruptions from this client from now on.
    void listenTo(EngineClient& client);

    /// Applies live records, each to its run; an unknown run is added (and becomes the current one).
    void apply(const std::vector<run::Record>& records);
    /// Adds a run from the library's records (or returns it if it is there already), interrupted where it has no end.
    /// Who opens it says whether it is looked at: it becomes current only where no run is. Empty `records`: null.
    const RunModel* addRecorded(const std::vector<run::Record>& records);
    /// The same for a run that was read already, perhaps on another thread.
    const RunModel* addRecorded(std::unique_ptr<RunModel> model);
    /// Marks a run that is live, or interrupted for another reason, as interrupted.
    void interrupt(const QString& runId, const QString& reason);
    /// What was read again from the library; see RunModel. Nothing happens where the run is gone.
    void refine(const QString& runId, const std::vector<run::Record>& steps);
    void releaseHistory(const QString& runId);
    void restoreHistory(const QString& runId, const std::vector<run::Record>& histograms);
    /// A person looks at these steps of the current run closely: where rows of it were thinned out, stepsWanted
    /// follows.
    void lookClosely(double first, double last);
    /// Takes a run off the display; nothing happens to it in the library. A live run stays.
    void remove(const QString& runId);

    /// All runs in the order they were added. Pointers stay valid until runRemoved.
    const std::vector<const RunModel*>& runs() const { return order_; }
    /// Null if there is none of this id.
    const RunModel* run(const QString& runId) const;
    /// The run that pages show: the one chosen, else the run that began last in this session (of a race its first lane;
    /// never a ghost), else the one opened first; null if there is none.
    const RunModel* currentRun() const;
    /// Makes this run the current one; nothing happens if there is none of this id.
    void setCurrentRun(const QString& runId);
    /// The lanes of one race in their order, without ghosts; empty for an empty id.
    std::vector<const RunModel*> lanesOf(const std::string& raceId) const;
    /// The race that a run belongs to, a ghost to that of the run it was forked from; empty: to none.
    std::string raceOf(const RunModel& run) const;
    /// Whether pages draw the histograms of this run over its steps: it is the current one or beside it in its race, or
    /// trains on the charts.
    bool drawsHistory(const RunModel& run) const;
    /// Whether any run of the worker trains or is paused; a watched training of another program does not count.
    bool anyLive() const;
    /// Whether the run came in live in this session (false: opened from the library).
    bool fromThisSession(const QString& runId) const;

    /// Earlier runs can be hidden on the charts; the current run is always visible.
    bool isVisible(const QString& runId) const;
    void setVisible(const QString& runId, bool visible);
    /// The numbers of all runs of the library, by id: they are called so here, too. A run that it does not hold (yet)
    /// is given one above all, in the order in which the window met its runs.
    void setKeptNumbers(std::map<std::string, int> kept);
    /// Name by a person; empty: back to the description.
    void setName(const QString& runId, const QString& name);
    /// How this run is told from the others; of an unknown run, nothing. Kept up to date as runs come, go and change;
    /// asking costs a look-up.
    const RunFace& face(const QString& runId) const;
    const RunFace& face(const RunModel& run) const;
    /// The face's name.
    QString displayName(const QString& runId) const { return face(runId).name; }

  signals:
    void runAdded(const QString& runId);
    /// Once per batch of records that touched the run, for a rename or interruption, and where its face changed.
    void runChanged(const QString& runId);
    /// Before it is deleted.
    void runRemoved(const QString& runId);
    void visibilityChanged(const QString& runId, bool visible);
    /// These steps should be read again from the library, for refine().
    void stepsWanted(const QString& runId, quint32 first, quint32 last);
    /// Another run is the current one.
    void currentRunChanged(const QString& runId);

  private:
    struct Entry;
    Entry* find(const std::string& runId) const;
    Entry& add(std::unique_ptr<RunModel> model, bool thisSession);
    std::vector<std::string> nameRuns();
    int numberOf(const std::string& runId);

    std::vector<std::unique_ptr<Entry>> entries_;
    std::map<std::string, Entry*> byId_;
    std::vector<const RunModel*> order_;
    const RunModel* current_ = nullptr;
    // Of all runs so far: one that was taken off and comes again keeps its own.
    std::map<std::string, int> places_;
    std::map<std::string, int> numbers_;
    std::map<std::string, int> kept_;  // numbers in the library
};

}  // namespace mantissa::ui
