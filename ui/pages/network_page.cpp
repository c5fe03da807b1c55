// SPDX-License-Identifier: GPL-3.0-or-later
// The Network page; see the header.
#include "ui/pages/network_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QToolButton>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/charts/format_chips.h"
#include "ui/charts/network_diagram.h"
#include "ui/charts/wrap_layout.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/layer_overrides.h"
#include "ui/models/session_model.h"
#include "ui/pages/layer_format.h"
#include "ui/pages/network_budget.h"
#include "ui/pages/network_words.h"

namespace mantissa::ui {

namespace {

/// From so many operations on blocks are folded until a person unfolds them.
constexpr std::size_t kFoldedOperations = 24;
constexpr double kZoomStep = 1.25;

constexpr std::array kPrecisions{run::FP32, run::TF32, run::FP16, run::BF16};

QToolButton* toolButton(const QString& text, const QString& name, const QString& tip, QWidget* parent) {
    auto* button = new QToolButton(parent);
    button->setText(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    return button;
}

}  // namespace

NetworkPage::NetworkPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("network_page"), session, 125, parent), graph_(std::make_unique<NetworkGraph>()) {
    build();
    connect(diagram_, &NetworkDiagram::chosenChanged, this, &NetworkPage::showChosen);
    connect(diagram_, &NetworkDiagram::toggled, this, &NetworkPage::toggle);
    connect(diagram_, &NetworkDiagram::activated, this, &NetworkPage::goToHealth);
    connect(diagram_, &NetworkDiagram::formatDropped, this, [this](const QString& layer, const QString& format) {
        for (const run::Precision precision : kPrecisions)
            if (format == QString::fromStdString(nameOf(precision))) emit layerFormatChosen(layer, precision);
    });
    diagram_->setBoxMenu([this](QMenu& menu) { extendMenu(menu); });
    connect(format_, &LayerFormatChoice::chosen, this, &NetworkPage::layerFormatChosen);
    connect(budget_, &NetworkBudget::changed, this, &NetworkPage::showDiagram);
    connect(forward_, &QToolButton::clicked, this, [this] { setBackward(false); });
    connect(backward_, &QToolButton::clicked, this, [this] { setBackward(true); });
    connect(unfold_, &QPushButton::clicked, this, &NetworkPage::toggleAll);
    connect(health_, &QPushButton::clicked, this, &NetworkPage::goToHealth);
    connect(histogram_, &QPushButton::clicked, this, &NetworkPage::goToHistogram);
    connect(follow_, &QPushButton::clicked, this, &NetworkPage::goToNumber);
    refreshNow();
}

NetworkPage::~NetworkPage() = default;

QComboBox& NetworkPage::layerFormat() {
    return format_->box();
}

void NetworkPage::build() {
    auto* about = makeSentence(tr(
        "Boxes are operations, lines are tensors in the colour of their format, chips on them are casts. The bar in a "
        "box: its magnitudes, over what the format holds (subnormals dotted)."));
    sentence_ = makeSentence();
    sentence_->setAccessibleName(tr("About the box that is chosen"));
    sentence_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    diagram_ = new NetworkDiagram(tr("Network"), content());
    figure_ = new LayerFigure(tr("Training step of a layer"), content());
    health_ = new QPushButton(tr("Health"), content());
    health_->setObjectName(QStringLiteral("openHealth"));
    health_->setToolTip(tr("Shows what is chosen on the page Health (also: Return, double click)."));
    histogram_ = new QPushButton(tr("Underflow"), content());
    histogram_->setObjectName(QStringLiteral("openUnderflow"));
    histogram_->setToolTip(tr("Shows the histogram of what is chosen on the page Underflow."));
    follow_ = new QPushButton(tr("Follow"), content());
    follow_->setObjectName(QStringLiteral("openFollow"));
    follow_->setToolTip(tr("Follows one gradient of what is chosen through the next step, on the page Follow."));
    format_ = new LayerFormatChoice(content());
    budget_ = new NetworkBudget(session(), content());

    auto* tools = new WrapLayout(8, 4);
    buildTools(*tools);
    auto* jumps = new WrapLayout(8, 4);
    for (QPushButton* one : {health_, histogram_, follow_}) jumps->addWidget(one);
    auto* formats = new WrapLayout(8, 4);
    formats->addWidget(&format_->label());
    formats->addWidget(&format_->box());
    formats->addWidget(&budget_->button());
    auto* right = new QVBoxLayout;
    right->setSpacing(6);
    right->addWidget(figure_, 3);
    right->addWidget(sentence_);
    right->addLayout(jumps);
    right->addLayout(formats);
    right->addWidget(budget_);
    right->addWidget(&format_->reason());
    right->addStretch(1);
    columns_ = new QBoxLayout(QBoxLayout::LeftToRight);
    columns_->setSpacing(6);
    columns_->addWidget(diagram_, 15);
    columns_->addLayout(right, 21);
    column()->addWidget(about);
    column()->addLayout(tools);
    column()->addLayout(columns_, 1);
}

void NetworkPage::buildTools(QLayout& row) {
    forward_ = toolButton(tr("Forward"), QStringLiteral("showForward"),
                          tr("Activations, as the forward pass computes them"), content());
    backward_ =
        toolButton(tr("Backward"), QStringLiteral("showBackward"),
                   tr("Their gradients, as the backward pass computes them, with the loss scale in them"), content());
    for (QToolButton* button : {forward_, backward_}) {
        button->setCheckable(true);
        button->setAutoExclusive(true);
    }
    forward_->setChecked(true);
    auto* pair = new QWidget(content());
    auto* inside = new QHBoxLayout(pair);
    inside->setContentsMargins(0, 0, 0, 0);
    inside->setSpacing(0);
    inside->addWidget(forward_);
    inside->addWidget(backward_);
    chips_ = new FormatChips(
        {QStringLiteral("FP32"), QStringLiteral("TF32"), QStringLiteral("FP16"), QStringLiteral("BF16")}, content());
    chips_->setAccessibleName(tr("Colours of the formats"));
    unfold_ = new QPushButton(content());
    unfold_->setObjectName(QStringLiteral("unfoldBlocks"));
    auto* fit = toolButton(tr("Fit"), QStringLiteral("fitNetwork"),
                           tr("The whole network fits into the window (key 0)"), content());
    auto* larger =
        toolButton(QStringLiteral("+"), QStringLiteral("zoomIn"), tr("Larger (+, or Ctrl and the wheel)"), content());
    auto* smaller =
        toolButton(QStringLiteral("−"), QStringLiteral("zoomOut"), tr("Smaller (−, or Ctrl and the wheel)"), content());
    larger->setAccessibleName(tr("Larger"));
    smaller->setAccessibleName(tr("Smaller"));
    connect(fit, &QToolButton::clicked, this, [this] { diagram_->fit(); });
    connect(larger, &QToolButton::clicked, this, [this] { diagram_->magnify(kZoomStep); });
    connect(smaller, &QToolButton::clicked, this, [this] { diagram_->magnify(1 / kZoomStep); });
    for (QWidget* one : std::initializer_list<QWidget*>{pair, chips_, unfold_, smaller, larger, fit})
        row.addWidget(one);
}

void NetworkPage::arrange() {
    if (!columns_) return;
    const int needed = diagram_->minimumSizeHint().width() + figure_->minimumSizeHint().width() + 24;
    columns_->setDirection(width() < needed ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void NetworkPage::restyle() {
    chips_->update();
}

run::Role NetworkPage::role() const {
    return backward_->isChecked() ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_ACTIVATION;
}

void NetworkPage::setBackward(bool backward) {
    (backward ? backward_ : forward_)->setChecked(true);
    showDiagram();
}

/// The graph of another run, folded as the one before where its blocks have the same names.
void NetworkPage::learn(const RunModel* run) {
    const std::string now = run ? run->runId() + ' ' + std::to_string(run->tensors().size()) : std::string();
    if (now == known_) return;
    known_ = now;
    const auto paths = [](const NetworkGraph& graph) {
        std::set<std::string> found;
        for (const GraphBlock& block : graph.blocks) found.insert(block.path);
        return found;
    };
    const std::set<std::string> before = paths(*graph_);
    *graph_ = run ? networkGraph(*run) : NetworkGraph{};
    const std::set<std::string> blocks = paths(*graph_);
    fresh_ = run && !graph_->operations.empty();
    if (blocks == before) return;
    open_ = graph_->operations.size() > kFoldedOperations ? std::set<std::string>{} : blocks;
}

/// Of a network that is new to the page the first operation with weights, which has the whole figure; what a person
/// chose stays where the network has it.
void NetworkPage::chooseFirst() {
    fresh_ = false;
    if (chosenOperation() > 0) return;
    for (const GraphOperation& one : graph_->operations) {
        const QString id = QString::fromStdString(one.name);
        const auto& boxes = diagram_->diagram().boxes;
        const bool seen = std::any_of(boxes.begin(), boxes.end(), [&](const DiagramBox& box) { return box.id == id; });
        if (seen && (one.hasOperandWeights() || !graph_->wired)) return diagram_->choose(id);
    }
}

void NetworkPage::runGoes() {
    state_.reset();
    known_.clear();
}

void NetworkPage::keepCures(bool kept) {
    if (std::exchange(curesKept_, kept) != kept) refreshNow();
}

void NetworkPage::showRun(const RunModel* run) {
    if (!tensorsChanged(run) && (!state_ || state_->curesKept() == curesKept_)) {
        // Until there are numbers of tensors, the box of the loss and the figure tell those of each step.
        if (!run || lookAt() || !state_ || state_->recorded()) return;
        state_->takeStep();
        DiagramData drawn = diagram_->diagram();
        for (DiagramBox& box : drawn.boxes)
            if (box.id == kLossBox) box = state_->lossBox(backward_->isChecked());
        diagram_->setDiagram(drawn);
        return showChosen();
    }
    learn(run);
    state_ = run ? std::make_unique<NetworkState>(*run, *graph_, lookAt(), curesKept_) : nullptr;
    showDiagram();
}

void NetworkPage::showDiagram() {
    const RunModel* run = session().currentRun();
    diagram_->setEmptyText(!run ? tr("Start a run to see its network")
                                : tr("The record of this run does not name its layers"));
    diagram_->setTitle(backward_->isChecked() ? tr("Network, backward") : tr("Network, forward"));
    budget_->show(run);
    DiagramData drawn = state_ ? state_->diagram(open_, backward_->isChecked()) : DiagramData{};
    budget_->writeInto(drawn, *graph_);
    diagram_->setDiagram(drawn);
    if (fresh_) chooseFirst();
    const bool all = std::all_of(graph_->blocks.begin(), graph_->blocks.end(),
                                 [this](const GraphBlock& block) { return open_.count(block.path) > 0; });
    unfold_->setText(all && !graph_->blocks.empty() ? tr("Fold all") : tr("Unfold all"));
    unfold_->setEnabled(!graph_->blocks.empty());
    unfold_->setToolTip(graph_->blocks.empty() ? tr("This network has no blocks that repeat.")
                                               : tr("Every block of operations as one box, or all of them"));
    showChosen();
}

int NetworkPage::chosenOperation() const {
    const DiagramBox* box = diagram_->chosenBox();
    if (!box || box->folded) return -1;
    for (std::size_t i = 0; i < graph_->operations.size(); ++i)
        if (QString::fromStdString(graph_->operations[i].name) == box->id) return static_cast<int>(i);
    return -1;
}

void NetworkPage::showChosen() {
    const RunModel* run = session().currentRun();
    const int operation = state_ ? chosenOperation() : -1;
    const DiagramBox* box = diagram_->chosenBox();
    figure_->setEmptyText(box && box->folded ? tr("Return or a double click unfolds this block")
                                             : tr("Choose an operation"));
    figure_->setTitle(operation < 0 ? tr("Training step of a layer")
                      : !state_->recorded()
                          ? tr("Training step of %1").arg(box->id)
                          : tr("Training step of %1, at step %2").arg(box->id).arg(*state_->recorded()));
    figure_->setFigure(operation < 0 ? LayerFigureData{} : state_->figure(operation));
    const QString told = !box            ? QString()
                         : operation < 0 ? box->text
                                         : state_->sentence(operation, backward_->isChecked());
    if (sentence_->text() != told) sentence_->setText(told);
    const std::string tensor = operation < 0 ? std::string() : resultOf(operation);
    const bool known = state_ && operation >= 0 && state_->cell(tensor, role());
    health_->setEnabled(operation >= 0);
    histogram_->setEnabled(known);
    follow_->setEnabled(operation >= 0 && run && !run->foreign() &&
                        state_->cell(tensor, run::ROLE_ACTIVATION_GRADIENT));
    format_->show(run, operation < 0 ? QString() : box->layer);
    const bool takes = run && run->takesCommands() && !run->ghost();
    chips_->setDraggable(takes);
    chips_->setToolTip(
        takes ? tr("Colours of the formats. Drag one onto a box: its layer takes that format. A folded block takes "
                   "none: unfold it first.")
              : tr("Colours of the formats"));
    diagram_->setTakesFormats(takes);
    arrange();
}

void NetworkPage::toggle(const QString& block) {
    const std::string path = block.toStdString();
    if (open_.erase(path) == 0) open_.insert(path);
    showDiagram();
    if (open_.count(path) == 0) diagram_->choose(block);
}

void NetworkPage::toggleAll() {
    const bool all = std::all_of(graph_->blocks.begin(), graph_->blocks.end(),
                                 [this](const GraphBlock& block) { return open_.count(block.path) > 0; });
    open_.clear();
    if (!all)
        for (const GraphBlock& block : graph_->blocks) open_.insert(block.path);
    showDiagram();
}

void NetworkPage::extendMenu(QMenu& menu) {
    const DiagramBox* box = diagram_->chosenBox();
    if (!box) return;
    if (box->folded) {
        const QString id = box->id;
        menu.addAction(tr("&Unfold %1").arg(id), this, [this, id] { toggle(id); });
        return;
    }
    if (chosenOperation() < 0) return;
    menu.addAction(tr("&Health of %1").arg(box->id), this, &NetworkPage::goToHealth)->setEnabled(health_->isEnabled());
    menu.addAction(tr("&Underflow of %1").arg(box->id), this, &NetworkPage::goToHistogram)
        ->setEnabled(histogram_->isEnabled());
    menu.addAction(tr("F&ollow a gradient of %1").arg(box->id), this, &NetworkPage::goToNumber)
        ->setEnabled(follow_->isEnabled());
    QMenu* formats = menu.addMenu(tr("&Give layer %1 the format").arg(box->layer));
    formats->setEnabled(format_->possible());
    for (int i = 0; i < format_->box().count(); ++i) {
        const auto precision = static_cast<run::Precision>(format_->box().itemData(i).toInt());
        QAction* one = formats->addAction(format_->box().itemText(i), this, [this, precision, layer = box->layer] {
            emit layerFormatChosen(layer, precision);
        });
        one->setCheckable(true);
        one->setChecked(i == format_->box().currentIndex());
    }
}

std::string NetworkPage::resultOf(int operation) const {
    const GraphOperation& one = graph_->operations[static_cast<std::size_t>(operation)];
    return graph_->tensors[static_cast<std::size_t>(one.output)].name;
}

void NetworkPage::goToHealth() {
    const int operation = chosenOperation();
    if (operation >= 0) emit healthWanted(QString::fromStdString(resultOf(operation)), role());
}

void NetworkPage::goToHistogram() {
    const int operation = chosenOperation();
    if (operation >= 0) emit histogramWanted(QString::fromStdString(resultOf(operation)), role());
}

/// A weight gradient, where there is one, of the bin with the most elements.
void NetworkPage::goToNumber() {
    const RunModel* run = session().currentRun();
    const int operation = chosenOperation();
    if (!run || operation < 0) return;
    const GraphOperation& one = graph_->operations[static_cast<std::size_t>(operation)];
    run::Role role = run::ROLE_ACTIVATION_GRADIENT;
    std::string tensor = resultOf(operation);
    if (!one.parameters.empty() && state_->cell(one.parameters.front(), run::ROLE_WEIGHT_GRADIENT)) {
        tensor = one.parameters.front();
        role = run::ROLE_WEIGHT_GRADIENT;
    }
    const FoundHistogram found = findHistogram(*run, tensor, role, lookAt());
    if (!found.histogram || found.histogram->bins().empty()) return;
    const auto& bins = found.histogram->bins();
    const auto fullest = std::max_element(bins.begin(), bins.end()) - bins.begin();
    emit numberWanted(QString::fromStdString(tensor), role, found.histogram->first_bin() + static_cast<int>(fullest));
}

void NetworkPage::chooseTensor(const QString& tensor, run::Role role) {
    refreshNow();  // a hidden page may not know the run yet
    const int operation = graph_->operationOf(tensor.toStdString());
    if (operation < 0) return;
    for (const GraphBlock& block : graph_->blocks)
        if (block.first <= operation && operation <= block.last) open_.insert(block.path);
    if (role != run::ROLE_WEIGHT)
        setBackward(role == run::ROLE_ACTIVATION_GRADIENT || role == run::ROLE_WEIGHT_GRADIENT);
    showDiagram();
    diagram_->choose(QString::fromStdString(graph_->operations[static_cast<std::size_t>(operation)].name));
}

}  // namespace mantissa::ui
