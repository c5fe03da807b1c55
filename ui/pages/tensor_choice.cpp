// SPDX-License-Identifier: GPL-3.0-or-later
// The selectors of a histogram; see the header.
#include "ui/pages/tensor_choice.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QSignalBlocker>
#include <algorithm>
#include <map>
#include <utility>

#include "ui/models/health.h"
#include "ui/models/run_model.h"

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
    : QObject(parent), role_(new QComboBox(parent)), tensor_(new QComboBox(parent)) {
    role_->setAccessibleName(QCoreApplication::translate("TensorChoice", "Histogram of"));
    role_->setToolTip(QCoreApplication::translate("TensorChoice", "What the histogram counts"));
    tensor_->setAccessibleName(QCoreApplication::translate("TensorChoice", "Layer"));
    tensor_->setToolTip(QCoreApplication::translate(
        "TensorChoice",
        "The layer whose tensor is shown. The gradient of the worst layer has lost the most norm against FP32\nor "
        "differs most from it in direction (cosine), as the last shadow measured it. Without a shadow:\nthe layer "
        "whose own cast flushes the most norm."));
    for (QComboBox* box : {role_, tensor_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        connect(box, &QComboBox::activated, this, &TensorChoice::changed);
    }
}

run::Role TensorChoice::role() const {
    return static_cast<run::Role>(role_->currentData().toInt());
}

void TensorChoice::offer(const RunModel* run) {
    const bool any = run && !run->latestHistograms().empty();
    role_->setEnabled(any);
    tensor_->setEnabled(any);
    if (!any) return;
    fillRoles(*run);
    fillTensors(*run);
}

void TensorChoice::fillRoles(const RunModel& run) {
    QStringList texts;
    QList<QVariant> values;
    for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT, run::ROLE_ACTIVATION,
                                 run::ROLE_WEIGHT, run::ROLE_UPDATE}) {
        const bool present = std::any_of(run.latestHistograms().begin(), run.latestHistograms().end(),
                                         [role](const auto& entry) { return entry.first.second == role; });
        if (!present) continue;
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
    std::vector<std::string> names;
    for (const auto& [key, at] : run.latestHistograms()) {
        if (key.second == role) names.push_back(key.first);
    }
    const std::vector<std::string> layers = run.layers();
    std::map<std::string, std::size_t> placeOf;  // a foreign run has thousands
    for (std::size_t i = 0; i < layers.size(); ++i) placeOf.emplace(layers[i], i);
    std::vector<std::pair<std::size_t, std::string>> sorted;
    for (std::string& name : names) {
        const HistogramAt* at = run.latestHistogram(name, role);
        const auto place = placeOf.find(at ? at->histogram.layer() : name);
        sorted.emplace_back(place == placeOf.end() ? layers.size() : place->second, std::move(name));
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    names.clear();
    for (auto& [place, name] : sorted) names.push_back(std::move(name));
    QStringList texts{QCoreApplication::translate("TensorChoice", "Worst layer")};
    QList<QVariant> values{QString()};
    for (const std::string& name : names) {
        texts << QString::fromStdString(name);
        values << QString::fromStdString(name);
    }
    setEntries(tensor_, texts, values);
}

bool TensorChoice::choose(const RunModel* run, const QString& tensor, run::Role role) {
    if (!run || !run->latestHistogram(tensor.toStdString(), role)) return false;
    fillRoles(*run);
    role_->setCurrentIndex(role_->findData(static_cast<int>(role)));
    fillTensors(*run);
    tensor_->setCurrentIndex(tensor_->findData(tensor));
    return true;
}

std::string TensorChoice::tensor(const RunModel& run) {
    const QString chosen = tensor_->currentData().toString();
    if (!chosen.isEmpty()) return chosen.toStdString();
    // Of thousands of tensors that is no small question: once for each state of a run.
    const std::string now = run.runId() + ' ' + std::to_string(run.version()) + ' ' + std::to_string(role());
    if (now == known_) return worst_;
    known_ = now;
    worst_ = worstOf(tensorHealth(run, role(), std::nullopt), worst_);
    return worst_;
}

}  // namespace mantissa::ui
