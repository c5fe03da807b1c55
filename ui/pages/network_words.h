// SPDX-License-Identifier: GPL-3.0-or-later
// What the Network page shows of a run at one step: its graph with formats, magnitudes and losses as the diagram takes
// them, and one operation's part of a step as the figure takes it. Pure functions.
#pragma once

#include <QCoreApplication>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/charts/layer_figure.h"
#include "ui/charts/network_diagram.h"
#include "ui/models/health.h"
#include "ui/models/network_formats.h"
#include "ui/models/network_graph.h"

namespace mantissa::ui {

/// Ids of the two boxes that are no operations.
inline const QString kSamplesBox = QStringLiteral("input");
inline const QString kLossBox = QStringLiteral("loss");

/// What an operation is called: "BatchNorm" of batch_norm2d. A module of another program keeps the name of its class.
QString kindName(const std::string& kind);

/// All that is known of a run at a step; `run` and `graph` must outlive it.
class NetworkState {
    Q_DECLARE_TR_FUNCTIONS(mantissa::ui::NetworkState)

  public:
    /// `step`: nothing means now. `curesKept`: a lesson asks what cures the run, and its sentences do not say it.
    NetworkState(const RunModel& run, const NetworkGraph& graph, std::optional<std::uint32_t> step, bool curesKept);
    bool curesKept() const { return report_.curesKept; }
    /// Loss and scale anew, after steps without numbers of tensors.
    void takeStep();

    /// Blocks in `open` are unfolded. `backward`: of gradients.
    DiagramData diagram(const std::set<std::string>& open, bool backward) const;
    DiagramBox lossBox(bool backward) const;
    /// Of an operation of the graph.
    LayerFigureData figure(int operation) const;
    /// What a tensor lost in a role; null where there is no record of it.
    const HealthCell* cell(const std::string& tensor, run::Role role) const;
    /// In a sentence or two what the operation's result, or its gradient, went through.
    QString sentence(int operation, bool backward) const;
    const NetworkFormats& formats() const { return formats_; }
    /// The loss scale of the step; NaN where no step has been taken.
    double scale() const { return scale_; }
    /// The newest step of which there are numbers of tensors; nothing where there are none.
    std::optional<std::uint32_t> recorded() const { return recorded_; }

  private:
    struct Group;
    std::vector<Group> groups(const std::set<std::string>& open) const;
    DiagramBox box(int operation, bool backward) const;
    DiagramBox folded(const Group& group, bool backward) const;
    DiagramBox samplesBox(bool backward) const;
    void describe(DiagramBox& box, const std::string& tensor, run::Role role, const std::string& format) const;
    void addEdges(const std::vector<Group>& groups, int shift, DiagramData& data) const;
    QString mark(int operation, bool backward) const;
    /// `next`: the format from step since_ on.
    FigurePlate plate(const QString& name, const std::string& format, const HealthCell* cell,
                      const std::string& next = {}) const;

    const RunModel& run_;
    const NetworkGraph& graph_;
    std::optional<std::uint32_t> step_, recorded_;
    NetworkFormats formats_, ofRecorded_;  // of the newest step; of the one that the numbers are of
    std::optional<std::uint32_t> since_;   // the first step with formats_, where ofRecorded_ are others
    HealthReport report_;
    std::map<std::pair<std::string, run::Role>, HealthCell> cells_;
    const NonfiniteMark* nonfinite_ = nullptr;  // at or before the step
    int nonfiniteAt_ = -1;                      // operation; -1: in the loss
    double loss_ = 0;
    double scale_ = 1;  // NaN: not known
};

/// "2⁻¹² … 2³" of what is finite and not zero; empty where nothing is.
QString extentText(const run::Histogram& histogram);

}  // namespace mantissa::ui
