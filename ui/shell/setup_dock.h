// SPDX-License-Identifier: GPL-3.0-or-later
// The Setup dock: preset, precision, loss scaling, training, network and the advanced switches, in the order in which a
// newcomer needs them. It only lays out rows and binds them to SetupModel.
#pragma once

#include <QDockWidget>
#include <QList>
#include <utility>
#include <vector>

#include "engine/run/run.pb.h"

class QCheckBox;
class QComboBox;
class QPushButton;
class QScrollArea;
class QToolButton;
class QVBoxLayout;

namespace mantissa::ui {

class FieldGrid;
class PrecisionPicker;
class SetupModel;
class TextLabel;

class SetupDock : public QDockWidget {
    Q_OBJECT

  public:
    explicit SetupDock(SetupModel& model, QWidget* parent = nullptr);

    /// Devices that the worker offers; the resolved line is computed for the chosen one.
    void setDevices(const run::DeviceList& devices);
    /// What the current run resolved to, shown for the same precision where the device has not told about itself.
    void setRunRoles(run::Precision precision, const std::vector<run::ResolvedRole>& roles);

    /// Shows the machine that trains; whose business that is fills it.
    QPushButton& machine() { return *machine_; }

    /// What the chosen precision will really be, in one line ("Requested FP16 → runs FP16, emulated exactly").
    QString resolvedText() const;
    /// Short, for the status bar: "FP16 (emulated)".
    QString effectiveText() const;

    /// Whether a change of precision, scaling or batch leaves a ghost; setting it tells nobody.
    void setKeepGhost(bool on);

  signals:
    /// The person wants another folder of images.
    void dataRequested();
    /// The person wants changes of precision, scaling and batch to leave a ghost, or not.
    void keepGhostToggled(bool on);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void addLegend(QVBoxLayout& column);
    void addGhost(QVBoxLayout& section);
    void addPreset(QVBoxLayout& column);
    void addPrecision(QVBoxLayout& column);
    void addScaling(QVBoxLayout& column);
    void addTraining(QVBoxLayout& column);
    void addNetwork(QVBoxLayout& column);
    void addAdvanced(QVBoxLayout& column);
    void showPresets();
    void showPreset();
    void showResolved();
    void showData();
    void showLocks();
    std::vector<run::ResolvedRole> roles() const;

    SetupModel& model_;
    run::DeviceList devices_;
    run::Precision runPrecision_ = run::PRECISION_UNSET;
    std::vector<run::ResolvedRole> runRoles_;
    QScrollArea* scroll_ = nullptr;
    QCheckBox* ghost_ = nullptr;
    QComboBox* presets_ = nullptr;
    TextLabel* description_ = nullptr;
    QPushButton* backToPreset_ = nullptr;
    PrecisionPicker* picker_ = nullptr;
    TextLabel* precisionProblem_ = nullptr;
    TextLabel* resolved_ = nullptr;
    QPushButton* data_ = nullptr;
    QPushButton* machine_ = nullptr;
    QComboBox* device_ = nullptr;
    QToolButton* advanced_ = nullptr;
    FieldGrid* advancedGrid_ = nullptr;
    QList<QWidget*> presetParts_;                            // what is hidden with the preset
    QList<QWidget*> precisionParts_;                         // and with the precision
    std::vector<std::pair<QWidget*, FieldGrid*>> sections_;  // by their titles
};

}  // namespace mantissa::ui
