// SPDX-License-Identifier: GPL-3.0-or-later
// Two selectors for one histogram of a run: what (weight gradients, activations, ...) and which tensor. By default they
// follow the worst one, as the Health page ranks them, since that is where to look: by the shadow's norm lost and
// cosine, so that a starved tensor, of which nothing is left to be flushed, comes first. Shared by the pages that show
// histograms.
#pragma once

#include <QObject>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/histogram_lookup.h"

class QComboBox;
class QWidget;

namespace mantissa::ui {

class FoldedBars;
class RunModel;
class TensorBox;

/// Plural noun of a role: "weight gradients".
QString roleName(run::Role role);

class TensorChoice : public QObject {
    Q_OBJECT

  public:
    /// Makes the two boxes, for the caller to place; `parent` owns them.
    explicit TensorChoice(QWidget* parent);

    /// Offers what `run` (null: nothing) has histograms of, keeping what was chosen where it can.
    void offer(const RunModel* run);
    run::Role role() const;
    /// Name of the tensor chosen, or of the worst one; call after offer() with the same run.
    std::string tensor(const RunModel& run);
    /// Chooses this tensor of `run` (null: nothing) as if a person had; false, and nothing changes, where the run has
    /// no histogram of it.
    bool choose(const RunModel* run, const QString& tensor, run::Role role);

    QComboBox& roleBox() { return *role_; }
    TensorBox& tensorBox() { return *tensor_; }
    /// Forgets the run that was offered: it is about to be deleted.
    void forgetRun();

  signals:
    /// A person chose.
    void changed();

  private:
    void fillRoles(const RunModel& run);
    void fillTensors(const RunModel& run);
    void fillTree(FoldedBars& tree, std::vector<std::string>& names);

    QComboBox* role_;
    TensorBox* tensor_;
    const RunModel* run_ = nullptr;  // that was offered last
    std::string offered_;            // what the boxes were filled with: run and version of its tensors
};

}  // namespace mantissa::ui
