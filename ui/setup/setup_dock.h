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
class QStackedWidget;
class QVBoxLayout;

namespace mantissa::ui {

class FieldGrid;
class ForeignPanel;
class PrecisionPicker;
class PresetAbout;
class SetupModel;
class LinesLabel;
class TextLabel;

class SetupDock : public QDockWidget {
    Q_OBJECT

  public:
    explicit SetupDock(SetupModel& model, QWidget* parent = nullptr);

    /// Devices that the worker offers; the resolved line is computed for the chosen one.
    void setDevices(const run::DeviceList& devices);
    /// What the current run resolved to, shown for the same precision where the device has not told about itself.
    void setRunRoles(run::Precision precision, const std::vector<run::ResolvedRole>& roles);

    /// The settings of what trains now, null where nothing does: whether the dock shows them or the next run's is said.
    void setRunning(const run::RunConfig* running);
    /// The description of the run that the pages show, where it is not ours: it then stands in place of the settings.
    /// Null: the settings.
    void describe(const run::ForeignRun* run, bool unseenScaler = false);
    /// While a lesson's question is open the preset's description is not shown: it would give the answer away.
    void setQuiet(bool quiet);
    /// Whose settings these are, in a sentence.
    QString whose() const;

    /// Shows the machine that trains; whose business that is fills it.
    QPushButton& machine() { return *machine_; }

    /// What the precision of these settings really is, in one line ("Requested FP16 → runs FP16, emulated exactly").
    QString resolvedText(const run::RunConfig& config) const;
    /// Short, for the status bar: "FP16 (emulated)".
    QString effectiveText(const run::RunConfig& config) const;

    /// Whether a change leaves a ghost; setting it tells nobody.
    void setKeepGhost(bool on);
    /// Where as many runs train as the worker can have at once, a change leaves none, and the box says so.
    void setGhostRoom(bool room);

  signals:
    /// What trains shall take these settings, too.
    void applyWanted(const mantissa::run::RunConfig& change);
    /// The person wants another folder of images.
    void dataRequested();
    /// The person wants changes to leave a ghost, or not.
    void keepGhostToggled(bool on);

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    static constexpr int row_gap = 6;
    /// A part of the column, with a title where there is one.
    static QVBoxLayout* addSection(QVBoxLayout& column, const QString& title);
    /// The words at the head of a section that has a title.
    static QWidget* titleOf(const QVBoxLayout& section);
    void addLegend(QVBoxLayout& column);
    void addGhost(QVBoxLayout& section);
    void addPreset(QVBoxLayout& column);
    void addPrecision(QVBoxLayout& column);
    void addCasts(QVBoxLayout& section);
    void addOperands(FieldGrid& grid);
    void addScaling(QVBoxLayout& column);
    void addScaler(FieldGrid& grid);
    void addTraining(QVBoxLayout& column);
    void addNetwork(QVBoxLayout& column);
    void addAdvanced(QVBoxLayout& column);
    void showPresets();
    void showPreset();
    void showResolved();
    void showData();
    void showLocks();
    void showProblem();
    QWidget* makeHead();
    std::vector<run::ResolvedRole> roles(const run::RunConfig& config) const;

    SetupModel& model_;
    run::DeviceList devices_;
    run::Precision runPrecision_ = run::PRECISION_UNSET;
    std::vector<run::ResolvedRole> runRoles_;
    QStackedWidget* faces_ = nullptr;  // the settings, or a foreign run's description
    ForeignPanel* foreign_ = nullptr;
    QScrollArea* scroll_ = nullptr;
    QCheckBox* ghost_ = nullptr;
    QComboBox* presets_ = nullptr;
    LinesLabel* whose_ = nullptr;
    QPushButton* apply_ = nullptr;
    LinesLabel* problem_ = nullptr;
    PresetAbout* about_ = nullptr;
    LinesLabel* description_ = nullptr;
    run::RunConfig change_;  // what would make the run that trains as the dock shows it
    bool quiet_ = false;
    QPushButton* backToPreset_ = nullptr;
    PrecisionPicker* picker_ = nullptr;
    LinesLabel* resolved_ = nullptr;
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
