// SPDX-License-Identifier: GPL-3.0-or-later
// See network_budget.h.
#include "ui/pages/network_budget.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <algorithm>
#include <cmath>
#include <set>

#include "ui/charts/network_diagram.h"
#include "ui/client/budget_runner.h"
#include "ui/models/network_graph.h"
#include "ui/models/run_model.h"
#include "ui/models/session_model.h"
#include "ui/pages/page_frame.h"

namespace mantissa::ui {

namespace {

using Need = run::PrecisionBudget::Need;

/// "E5M10"
QString formatOf(const Need& need) {
    return QStringLiteral("E%1M%2").arg(need.exponent_bits()).arg(need.fraction_bits());
}

/// Of an operation, or under an empty name of all at once; null: not known.
const Need* needOf(const run::PrecisionBudget& budget, const std::string& operation) {
    const auto found = std::find_if(budget.needs().begin(), budget.needs().end(),
                                    [&](const Need& need) { return need.operation() == operation; });
    return found == budget.needs().end() ? nullptr : &*found;
}

}  // namespace

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
    connect(runner_, &BudgetRunner::ended, this, &NetworkBudget::finish);
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
    lane_ = run->lane();
    problem_.clear();
    found_ = {};
    found_.set_steps(BudgetRunner::steps);
    progress_ = tr("FP32 trains first.");
    runner_->start(run->currentConfig());
    tell();
    emit changed();
}

void NetworkBudget::take(const Need& need) {
    *found_.add_needs() = need;
    if (searched_ == shown_) emit changed();
}

void NetworkBudget::finish(const QString& problem) {
    problem_ = problem;
    const RunModel* run = session_.run(QString::fromStdString(searched_));  // null: deleted meanwhile
    const bool whole = needOf(found_, {}) != nullptr;
    found_.set_stopped(!whole);
    // One that went to its end says more than one that was stopped.
    if (run && found_.needs_size() > 0 && (whole || !run->budget() || run->budget()->stopped())) {
        run::Record record;
        record.set_run_id(searched_);
        record.set_lane(lane_);
        *record.mutable_budget() = found_;
        emit answered(record);
    }
    tell();
    if (searched_ == shown_) emit changed();
}

void NetworkBudget::show(const RunModel* run) {
    shown_ = run && !run->foreign() ? run->runId() : std::string();
    tell();
}

bool NetworkBudget::searches() const {
    return runner_ && runner_->running();
}

const run::PrecisionBudget* NetworkBudget::known() const {
    if (shown_.empty()) return nullptr;
    if (searches() && searched_ == shown_) return &found_;
    const RunModel* run = session_.run(QString::fromStdString(shown_));
    return run && run->budget() ? &*run->budget() : nullptr;
}

void NetworkBudget::tell() {
    const bool searches = this->searches();
    button_->setText(searches ? tr("Stop") : tr("Precision budget"));
    button_->setEnabled(runner_ && (searches || !shown_.empty()));
    button_->setToolTip(
        searches ? tr("Ends the search; what was found stays.")
        : shown_.empty()
            ? tr("Only of a run whose settings are known: it is trained again, many times.")
            : tr("Searches how few exponent and fraction bits each operation can do with while everything else is in "
                 "FP32. It trains this run's settings again, %1 steps each time, beside what trains now.")
                  .arg(BudgetRunner::steps));
    const run::PrecisionBudget* of = known();
    const Need* all = of ? needOf(*of, {}) : nullptr;
    QString told = tr("How few bits each operation can do with");
    if (searches) {
        told = searched_ == shown_ ? progress_ : tr("The budget of another run is being searched.");
    } else if (!problem_.isEmpty() && searched_ == shown_) {
        told = problem_;
    } else if (all) {
        const int steps = pluralCount(of->steps());
        told = (all->keeps_up() ? tr("All at once in %1: keeps up with FP32 (one seed, %n steps).", nullptr, steps)
                                : tr("All at once in %1: falls behind FP32 (one seed, %n steps).", nullptr, steps))
                   .arg(formatOf(*all));
    } else if (of && of->needs_size() > 0) {
        told = tr("Stopped; operations that are known: %1").arg(of->needs_size());
    }
    if (status_->text() != told) status_->setText(told);
}

void NetworkBudget::writeInto(DiagramData& drawn, const NetworkGraph& graph) const {
    const run::PrecisionBudget* of = known();
    if (!of || of->needs_size() == 0) return;
    std::set<QString> written;
    for (DiagramBox& box : drawn.boxes) {
        if (!box.folded) {
            if (box.layer.isEmpty()) continue;
            const Need* need = needOf(*of, box.layer.toStdString());
            if (!need || !written.insert(box.layer).second) continue;
            box.need = tr("needs %1").arg(formatOf(*need));
            box.text += u' ' + tr("It needs %1 exponent and %n fraction bits while everything else is in FP32 (%2).",
                                  nullptr, static_cast<int>(need->fraction_bits()))
                                   .arg(need->exponent_bits())
                                   .arg(formatOf(*need));
            continue;
        }
        Need widest;
        for (const GraphBlock& block : graph.blocks) {
            if (QString::fromStdString(block.path) != box.id) continue;
            for (int i = block.first; i <= block.last; ++i) {
                const std::string& layer = graph.operations[static_cast<std::size_t>(i)].layer;
                const Need* need = layer.empty() ? nullptr : needOf(*of, layer);
                if (!need) continue;
                widest.set_exponent_bits(std::max(widest.exponent_bits(), need->exponent_bits()));
                widest.set_fraction_bits(std::max(widest.fraction_bits(), need->fraction_bits()));
            }
        }
        if (widest.exponent_bits() > 0) box.need = tr("needs %1").arg(formatOf(widest));
    }
}

}  // namespace mantissa::ui
