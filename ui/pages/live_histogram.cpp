// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram with its selectors; see the header.
#include "ui/pages/live_histogram.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/charts/histogram_chart.h"
#include "ui/models/run_model.h"
#include "ui/pages/histogram_records.h"
#include "ui/pages/run_heading.h"
#include "ui/pages/tensor_box.h"
#include "ui/pages/tensor_choice.h"

namespace mantissa::ui {

LiveHistogram::LiveHistogram(QWidget* parent)
    : QWidget(parent),
      choice_(new TensorChoice(this)),
      chart_(new HistogramChart(tr("Magnitudes before the cast"), this)) {
    connect(choice_, &TensorChoice::changed, this, &LiveHistogram::selectionChanged);
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(&choice_->roleBox(), 11);
    row->addWidget(&choice_->tensorBox(), 9);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(chart_, 1);
}

QComboBox& LiveHistogram::roleBox() {
    return choice_->roleBox();
}

QComboBox& LiveHistogram::tensorBox() {
    return choice_->tensorBox();
}

void LiveHistogram::forgetRun() {
    choice_->forgetRun();
}

bool LiveHistogram::choose(const RunModel* run, const QString& tensor, run::Role role) {
    return choice_->choose(run, tensor, role);
}

void LiveHistogram::show(const RunModel* run, std::optional<std::uint32_t> step, const RunFace& face) {
    choice_->offer(run);
    chart_->setEmptyText(missingHistogramText(run));
    FoundHistogram shown;
    std::string tensor;
    if (run && !run->latestHistograms().empty()) {
        tensor = choice_->tensor(*run);
        shown = findHistogram(*run, tensor, choice_->role(), step);
    }
    if (!shown.histogram) {
        chart_->setTitle(tr("Magnitudes before the cast"));
        chart_->clear();
        return;
    }
    chart_->setTitle(tr("%1, step %2").arg(QString::fromStdString(tensor)).arg(shown.step));
    chart_->setHistogram(histogramData(*shown.histogram),
                         tensorColor(ChartPalette::fromWidget(this), face, *shown.histogram));
}

}  // namespace mantissa::ui
