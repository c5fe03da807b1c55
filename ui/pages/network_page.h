// SPDX-License-Identifier: GPL-3.0-or-later
// The Network page: the picture of a step. The network of the run as a graph, forward or backward, with the format of
// every tensor and what became of its numbers, where the first inf or NaN arose, and for the operation that is chosen
// the figure of mixed precision training with its own numbers. Repaints at most 8 times a second, and not at all while
// hidden.
#pragma once

#include <memory>
#include <set>
#include <string>

#include "engine/run/run.pb.h"
#include "ui/pages/page_frame.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QLayout;
class QMenu;
class QPushButton;
class QToolButton;

namespace mantissa::ui {

class FormatChips;
class LayerFigure;
class LayerFormatChoice;
class NetworkBudget;
class NetworkDiagram;
class NetworkState;
struct NetworkGraph;

class NetworkPage : public RunPage {
    Q_OBJECT

  public:
    /// `session` is not owned and must outlive the page.
    explicit NetworkPage(SessionModel& session, QWidget* parent = nullptr);
    ~NetworkPage() override;

    NetworkDiagram& diagram() { return *diagram_; }
    LayerFigure& figure() { return *figure_; }
    FormatChips& chips() { return *chips_; }
    QComboBox& layerFormat();
    QLabel& sentence() { return *sentence_; }
    QToolButton& forwardButton() { return *forward_; }
    QToolButton& backwardButton() { return *backward_; }
    QPushButton& healthButton() { return *health_; }
    QPushButton& histogramButton() { return *histogram_; }
    QPushButton& followButton() { return *follow_; }
    QPushButton& unfoldButton() { return *unfold_; }
    NetworkBudget& budget() { return *budget_; }
    /// A lesson asks what cures the run: the page does not say it.
    void keepCures(bool kept);

  public slots:
    /// Chooses the operation of this tensor, unfolding what hides it: another page asks for it.
    void chooseTensor(const QString& tensor, mantissa::run::Role role);
    void setBackward(bool backward);

  signals:
    /// A person wants to see this tensor on the page Health, Underflow or Follow.
    void healthWanted(const QString& tensor, mantissa::run::Role role);
    void histogramWanted(const QString& tensor, mantissa::run::Role role);
    void numberWanted(const QString& tensor, mantissa::run::Role role, int bin);
    /// A person wants this layer of the run that trains in this format from now on; PRECISION_UNSET: as the run.
    void layerFormatChosen(const QString& layer, mantissa::run::Precision precision);

  protected:
    void showRun(const RunModel* run) override;
    void runGoes() override;
    void arrange() override;
    void restyle() override;

  private:
    void build();
    void buildTools(QLayout& row);
    void learn(const RunModel* run);
    void showDiagram();
    void chooseFirst();
    void showChosen();
    void toggle(const QString& block);
    void toggleAll();
    void extendMenu(QMenu& menu);
    int chosenOperation() const;
    std::string resultOf(int operation) const;
    void goToHealth();
    void goToHistogram();
    void goToNumber();
    run::Role role() const;

    NetworkDiagram* diagram_ = nullptr;
    LayerFigure* figure_ = nullptr;
    FormatChips* chips_ = nullptr;
    QLabel* sentence_ = nullptr;
    QToolButton* forward_ = nullptr;
    QToolButton* backward_ = nullptr;
    QPushButton* unfold_ = nullptr;
    QPushButton* health_ = nullptr;
    QPushButton* histogram_ = nullptr;
    QPushButton* follow_ = nullptr;
    LayerFormatChoice* format_ = nullptr;
    NetworkBudget* budget_ = nullptr;
    QBoxLayout* columns_ = nullptr;
    std::unique_ptr<NetworkGraph> graph_;
    std::unique_ptr<NetworkState> state_;
    std::string known_;           // of which the graph is: run and number of its tensors
    std::set<std::string> open_;  // blocks
    bool curesKept_ = false;
    bool fresh_ = false;  // the graph is not shown yet
};

}  // namespace mantissa::ui
