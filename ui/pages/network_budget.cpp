// SPDX-License-Identifier: GPL-3.0-or-later
// See network_budget.h.
#include "ui/pages/network_budget.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>

#include "ui/charts/network_diagram.h"
#include "ui/models/network_graph.h"
#include "ui/models/run_model.h"
#include "ui/models/session_model.h"
#include "ui/pages/page_frame.h"

namespace mantissa::ui {

NetworkBudget::NetworkBudget(const SessionModel& session, QWidget* parent)
    : QWidget(parent), session_(session), button_(new QPushButton(parent)), status_(new QLabel(this)) {
    button_->setObjectName(QStringLiteral("precisionBudget"));
    status_->setObjectName(QStringLiteral("precisionBudgetStatus"));
    status_->setWordWrap(true);
    status_->setAccessibleName(tr("Precision budget"));
    for (const QString& text : {tr("Precision budget"), tr("Stop")}) {  // one width for both
        button_->setText(text);
        button_->setMinimumWidth(std::max(button_->minimumWidth(), button_->sizeHint().width()));
    }
    status_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    status_->setMinimumHeight(status_->fontMetrics().lineSpacing());
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(status_);
    connect(button_, &QPushButton::clicked, this, &NetworkBudget::press);
    tell();
}

void NetworkBudget::setRunner(BudgetRunner* runner) {
    runner_ = runner;
    connect(runner_, &BudgetRunner::progressed, this, [this](int done, int of, double secondsLeft) {
        progress_ = of == 0 ? tr("FP32 trains first.") : tr("Operation %1 of %2").arg(std::min(done + 1, of)).arg(of);
        if (of > 0 && secondsLeft >= 1) progress_ += tr(", about %1 s left").arg(std::ceil(secondsLeft));
        tell();
    });
    connect(runner_, &BudgetRunner::found, this, &NetworkBudget::take);
    connect(runner_, &BudgetRunner::ended, this, [this](const QString& problem) {
        known_[searched_].problem = problem;
        tell();
    });
    tell();
}

void NetworkBudget::press() {
    if (!runner_) return;
    if (runner_->running()) {
        button_->setEnabled(false);  // until it has left, with what it knows
        return runner_->stop();
    }
    const RunModel* run = session_.run(QString::fromStdString(shown_));
    if (!run) return;
    searched_ = shown_;
    known_[searched_] = {};
    progress_ = tr("FP32 trains first.");
    runner_->start(run->currentConfig());
    tell();
    emit changed();
}

void NetworkBudget::take(const BitNeed& need) {
    known_[searched_].needs[need.operation] = need;
    if (searched_ == shown_) emit changed();
}

void NetworkBudget::show(const RunModel* run) {
    shown_ = run && !run->foreign() ? run->runId() : std::string();
    tell();
}

const NetworkBudget::Known* NetworkBudget::known() const {
    const auto found = known_.find(shown_);
    return found == known_.end() ? nullptr : &found->second;
}

void NetworkBudget::tell() {
    const bool searches = runner_ && runner_->running();
    button_->setText(searches ? tr("Stop") : tr("Precision budget"));
    button_->setEnabled(runner_ && (searches || !shown_.empty()));
    button_->setToolTip(
        searches ? tr("Ends the search; what was found stays.")
        : shown_.empty()
            ? tr("Only of a run whose settings are known: it is trained again, many times.")
            : tr("Searches how few exponent and fraction bits each operation can do with while everything else is in "
                 "FP32. It trains this run's settings again, %1 steps each time, beside what trains now.")
                  .arg(BudgetRunner::steps));
    const Known* of = known();
    QString told = tr("How few bits each operation can do with");
    if (searches) {
        told = searched_ == shown_ ? progress_ : tr("The budget of another run is being searched.");
    } else if (of && !of->problem.isEmpty()) {
        told = of->problem;
    } else if (of && of->needs.count(QString()) > 0) {
        const BitNeed& all = of->needs.at(QString());
        told = (all.keepsUp ? tr("All at once in %1: keeps up with FP32 (one seed, %2 steps).")
                            : tr("All at once in %1: falls behind FP32 (one seed, %2 steps)."))
                   .arg(all.format())
                   .arg(BudgetRunner::steps);
    } else if (of && !of->needs.empty()) {
        told = tr("Stopped; operations that are known: %1").arg(of->needs.size());
    }
    if (status_->text() != told) status_->setText(told);
}

QString NetworkBudget::sentence(const BitNeed& need) {
    return tr("It needs %1 exponent and %2 fraction bits while everything else is in FP32 (%3).")
        .arg(need.exponentBits)
        .arg(need.fractionBits)
        .arg(need.format());
}

void NetworkBudget::writeInto(DiagramData& drawn, const NetworkGraph& graph) const {
    const Known* of = known();
    if (!of || of->needs.empty()) return;
    std::set<QString> written;
    for (DiagramBox& box : drawn.boxes) {
        if (!box.folded) {
            const auto found = of->needs.find(box.layer);
            if (box.layer.isEmpty() || found == of->needs.end() || !written.insert(box.layer).second) continue;
            box.need = tr("needs %1").arg(found->second.format());
            box.text += u' ' + sentence(found->second);
            continue;
        }
        BitNeed widest;
        for (const GraphBlock& block : graph.blocks) {
            if (QString::fromStdString(block.path) != box.id) continue;
            for (int i = block.first; i <= block.last; ++i) {
                const auto found =
                    of->needs.find(QString::fromStdString(graph.operations[static_cast<std::size_t>(i)].layer));
                if (found == of->needs.end() || found->first.isEmpty()) continue;
                widest.exponentBits = std::max(widest.exponentBits, found->second.exponentBits);
                widest.fractionBits = std::max(widest.fractionBits, found->second.fractionBits);
            }
        }
        if (widest.exponentBits > 0) box.need = tr("needs %1").arg(widest.format());
    }
}

}  // namespace mantissa::ui
