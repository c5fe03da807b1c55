// SPDX-License-Identifier: GPL-3.0-or-later
// The selectors of a histogram; see the header.
#include "ui/pages/tensor_choice.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>
#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/models/health.h"
#include "ui/models/run_model.h"
#include "ui/pages/cell_words.h"
#include "ui/pages/folded_bars.h"
#include "ui/pages/tensor_box.h"

namespace mantissa::ui {

namespace {

void setEntries(QComboBox* box, const QStringList& texts, const QList<QVariant>& values) {
    bool same = box->count() == values.size();
    for (int i = 0; same && i < box->count(); ++i) same = box->itemData(i) == values[i] && box->itemText(i) == texts[i];
    if (same) return;
    const QVariant chosen = box->currentData();
    const QSignalBlocker blocker(box);
    box->clear();
    for (int i = 0; i < values.size(); ++i) box->addItem(texts[i], values[i]);
    box->setCurrentIndex(std::max(0, static_cast<int>(values.indexOf(chosen))));
}

}  // namespace

QString roleName(run::Role role) {
    switch (role) {
        case run::ROLE_ACTIVATION:
            return QCoreApplication::translate("TensorChoice", "activations");
        case run::ROLE_ACTIVATION_GRADIENT:
            return QCoreApplication::translate("TensorChoice", "activation gradients");
        case run::ROLE_WEIGHT_GRADIENT:
            return QCoreApplication::translate("TensorChoice", "weight gradients");
        case run::ROLE_WEIGHT:
            return QCoreApplication::translate("TensorChoice", "weights");
        case run::ROLE_UPDATE:
            return QCoreApplication::translate("TensorChoice", "updates");
        default:
            return QCoreApplication::translate("TensorChoice", "values");
    }
}

TensorChoice::TensorChoice(QWidget* parent)
    : QObject(parent), role_(new QComboBox(parent)), tensor_(new TensorBox(parent)) {
    role_->setAccessibleName(QCoreApplication::translate("TensorChoice", "Histogram of"));
    role_->setToolTip(QCoreApplication::translate("TensorChoice", "What the histogram counts"));
    tensor_->setAccessibleName(QCoreApplication::translate("TensorChoice", "Layer"));
    tensor_->setToolTip(QCoreApplication::translate(
        "TensorChoice",
        "The layer whose tensor is shown. The gradient of the worst layer has lost the most norm against FP32\nor "
        "differs most from it in direction (cosine), as the last shadow measured it. Without a shadow:\nthe layer "
        "whose own cast flushes the most norm."));
    role_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    role_->setMinimumContentsLength(10);
    connect(role_, &QComboBox::activated, this, &TensorChoice::changed);
    connect(tensor_, &QComboBox::activated, this, &TensorChoice::changed);
    connect(tensor_, &TensorBox::picked, this, &TensorChoice::changed);
    tensor_->setFill([this](FoldedBars& tree, std::vector<std::string>& names) { fillTree(tree, names); });
}

run::Role TensorChoice::role() const {
    return static_cast<run::Role>(role_->currentData().toInt());
}

void TensorChoice::offer(const RunModel* run) {
    const bool any = run && !run->latestHistograms().empty();
    role_->setEnabled(any);
    tensor_->setEnabled(any);
    run_ = any ? run : nullptr;
    if (!any) return;
    const auto state = [&] {
        return run->runId() + ' ' + std::to_string(run->tensorsVersion()) + ' ' + std::to_string(role());
    };
    if (state() == offered_) return;  // of thousands of tensors it takes its time
    fillRoles(*run);
    fillTensors(*run);
    offered_ = state();
}

void TensorChoice::forgetRun() {
    run_ = nullptr;
    offered_.clear();
}

void TensorChoice::fillRoles(const RunModel& run) {
    QStringList texts;
    QList<QVariant> values;
    std::set<run::Role> present;
    for (const auto& [key, at] : run.latestHistograms()) present.insert(key.second);
    for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT, run::ROLE_ACTIVATION,
                                 run::ROLE_WEIGHT, run::ROLE_UPDATE}) {
        if (!present.contains(role)) continue;
        QString text = roleName(role);
        text[0] = text[0].toUpper();
        texts << text;
        values << static_cast<int>(role);
    }
    setEntries(role_, texts, values);
}

void TensorChoice::fillTensors(const RunModel& run) {
    const run::Role role = this->role();
    // From input to output as the network has them, not by name.
    const std::vector<std::string> layers = run.layers();
    std::map<std::string, std::size_t> placeOf;  // a foreign run has thousands
    for (std::size_t i = 0; i < layers.size(); ++i) placeOf.emplace(layers[i], i);
    std::vector<std::pair<std::size_t, std::string>> sorted;
    for (const auto& [key, at] : run.latestHistograms()) {
        if (key.second != role) continue;
        const auto place = placeOf.find(at.histogram.layer());
        sorted.emplace_back(place == placeOf.end() ? layers.size() : place->second, key.first);
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::string> names;
    for (auto& [place, name] : sorted) names.push_back(std::move(name));
    tensor_->offer(QCoreApplication::translate("TensorChoice", "Worst layer"), names);
}

/// All tensors of the role with what is known of each, the worst first.
void TensorChoice::fillTree(FoldedBars& tree, std::vector<std::string>& names) {
    std::vector<HealthCell> cells;
    if (run_) cells = tensorHealth(*run_, role(), std::nullopt);
    std::vector<FoldLeaf> leaves;
    for (const HealthCell& cell : cells) {
        leaves.push_back({cell.layer, cell.tensor, cell.severity(), static_cast<int>(leaves.size())});
        names.push_back(cell.tensor);
    }
    BarListData frame;
    frame.nameColumn = QCoreApplication::translate("TensorChoice", "Layer");
    frame.columns = QStringList{QString()};
    const auto row = [&cells](std::size_t leaf) {
        const HealthCell& cell = cells[leaf];
        BarRow made;
        made.name = QString::fromStdString(cell.tensor);
        made.texts = QStringList{healthNote(cell)};
        made.length = std::min(1.0, cell.severity());
        made.lost = true;
        made.sentence = made.name + QStringLiteral(": ") + made.texts.front();
        return made;
    };
    tree.setLeaves(leaves, frame, row, tensor_->palette().color(QPalette::Text));
}

bool TensorChoice::choose(const RunModel* run, const QString& tensor, run::Role role) {
    if (!run || !run->latestHistogram(tensor.toStdString(), role)) return false;
    fillRoles(*run);
    role_->setCurrentIndex(role_->findData(static_cast<int>(role)));
    fillTensors(*run);
    tensor_->choose(tensor.toStdString());
    return true;
}

std::string TensorChoice::tensor(const RunModel& run) {
    if (std::string chosen = tensor_->chosen(); !chosen.empty()) return chosen;
    return worstTensorOf(run, role());
}

}  // namespace mantissa::ui
