// SPDX-License-Identifier: GPL-3.0-or-later
// The Health page: every layer at a glance, worst first, a sentence about the one that is chosen, and what can be done:
// try the loss scale that would save most, give this layer another format, look at the step of the first inf. The page
// asks by signals and sets nothing itself. Repaints at most 8 times a second, and not at all while hidden.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/run/run.pb.h"
#include "ui/models/layer_fold.h"
#include "ui/pages/page_frame.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace mantissa::ui {

class HealthGrid;
class LayerFormatChoice;
class RunModel;
class SessionModel;
struct HealthCell;
struct HealthReport;

class HealthPage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit HealthPage(SessionModel& session, QWidget* parent = nullptr);
    ~HealthPage() override;

    HealthGrid& grid() { return *grid_; }
    QLabel& sentence() { return *sentence_; }
    QPushButton& tryButton() { return *try_; }
    QPushButton& histogramButton() { return *histogram_; }
    QLineEdit& filter() { return *filter_; }
    QComboBox& layerFormat();
    QLabel& formatReason();
    QLabel& nonfinite() { return *nonfinite_; }
    QPushButton& jumpButton() { return *jump_; }
    const HealthReport& report() const { return *report_; }
    /// A lesson asks what cures the run: until it was told the page says where, and not what helps.
    void keepCures(bool kept);

  public slots:
    /// Chooses the cell of this tensor: another page asks for it.
    void chooseTensor(const QString& tensor, mantissa::run::Role role);

  signals:
    /// A person wants to try this loss scale on the run that trains.
    void scaleChosen(double scale);
    /// A person wants this layer of the run that trains in this format from now on; PRECISION_UNSET: as the run.
    void layerFormatChosen(const QString& layer, mantissa::run::Precision precision);
    /// A person wants to see the histogram of this tensor.
    void histogramWanted(const QString& tensor, mantissa::run::Role role);

  protected:
    void showRun(const RunModel* run) override;
    void arrange() override;
    void changeEvent(QEvent* event) override;
    /// Of the grid: once nobody reads it any more its rows are sorted again.
    bool eventFilter(QObject* watched, QEvent* event) override;

  private:
    void build();
    const HealthCell* chosen() const;
    const FoldRow* chosenRow() const;
    void showGrid(const RunModel* run);
    void showRows(const RunModel* run);
    bool toggleFolder();
    void showChosen();
    void showTry(const HealthCell* cell, const RunModel* run);
    void showNonfinite(const RunModel* run);
    void jump();
    void openHistogram();

    HealthGrid* grid_ = nullptr;
    QLabel* title_ = nullptr;
    QLabel* sentence_ = nullptr;
    QPushButton* try_ = nullptr;
    QPushButton* histogram_ = nullptr;
    LayerFormatChoice* format_ = nullptr;
    QBoxLayout* actions_ = nullptr;
    QLabel* nonfinite_ = nullptr;
    QPushButton* jump_ = nullptr;
    const RunModel* sorted_ = nullptr;  // the run that the report is of
    bool kept_ = false;                 // its rows keep an earlier order
    bool curesKept_ = false;
    std::unique_ptr<HealthReport> report_;
    std::vector<FoldRow> rows_;   // of a run with many layers; empty: all layers are shown
    std::set<std::string> open_;  // folders
    QLineEdit* filter_ = nullptr;
    QLabel* hidden_ = nullptr;
};

}  // namespace mantissa::ui
