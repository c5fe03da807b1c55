// SPDX-License-Identifier: GPL-3.0-or-later
// From the session's runs to the three line charts of the Live page: accuracy, loss, loss scale. Rows are handed over
// once, as they come; a run that was trained before stays, faint, and so does a ghost. The lanes of one race are all
// strong.
#pragma once

#include <QString>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "ui/charts/line_chart.h"
#include "ui/pages/run_marks.h"

namespace mantissa::ui {

class RunModel;
class SessionModel;

/// Whether a run is judged by what `current` is judged by, and shares its charts; all are where there is no current
/// one.
bool judgedAlike(const RunModel& run, const RunModel* current);

class LiveLines {
  public:
    /// None is owned; all must outlive this. `session` and the charts are on the UI thread.
    LiveLines(const SessionModel& session, LineChart& accuracy, LineChart& loss, LineChart& scale);

    /// Hands over what is new and refreshes the charts that changed. True if anything did. Of each run at most `most`
    /// steps at once: a long run that is shown for the first time is drawn over several beats.
    bool update(std::size_t most = std::numeric_limits<std::size_t>::max());
    /// Whether the last update() left steps for the next one.
    bool more() const { return more_; }
    /// The last step that the charts' axes reach to.
    double end() const { return end_; }
    /// Colours changed: everything gets its style again at the next update().
    void restyle() { styled_ = false; }

  private:
    struct Feed {
        std::size_t rows = 0;
        std::uint64_t reorders = 0;
        std::uint64_t evals = 0;
        std::uint64_t events = 0;
        bool scaled = false;  // ever used a loss scale
        bool seen = false;
    };
    struct Look {
        QString name;
        PrecisionStyle style;
        QString number;
        QString lane;  // of the current run's race: what tells it from the others; empty: no lane of it
        bool ghost = false;
        bool current = false;
        bool visible = true;
        bool alike = true;  // judged by what the current run is judged by
        bool scaled = false;
        bool evaluated = false;  // more than once
        bool batches = false;    // a recording beside the current run that logged no accuracies but those of batches
        bool operator==(const Look& other) const;
    };

    bool feedRows(const RunModel& run, Feed& feed, const QString& id);
    bool feedEvals(const RunModel& run, Feed& feed, const QString& id);
    void style(const QString& id, const Look& look);
    void addAll(const QString& id);
    void removeRun(const QString& id);
    bool updateEvents(const RunModel& current);
    bool updateAxis();

    const SessionModel& session_;
    LineChart& accuracy_;
    LineChart& loss_;
    LineChart& scale_;
    std::map<std::string, Feed> feeds_;
    std::map<std::string, Look> looks_;
    std::string eventsOf_;
    std::uint64_t eventsSeen_ = 0;
    double end_ = 0.0;
    std::size_t most_ = 0;
    bool more_ = false;
    bool styled_ = true;
};

}  // namespace mantissa::ui
