// SPDX-License-Identifier: GPL-3.0-or-later
// The histogram with its selectors; see the header.
#include "ui/pages/live_histogram.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "engine/base/error.h"
#include "engine/precision/float_format.h"
#include "ui/charts/histogram_chart.h"
#include "ui/models/run_model.h"
#include "ui/models/tensor_stats.h"

namespace mantissa::ui {

namespace {

/// Another tensor becomes "the worst" only if it is worse by this share, or the chart would flicker between equals.
constexpr double kClearlyWorse = 0.02;

FloatFormat formatOf(const std::string& name) {
    try {
        return format_named(name);
    } catch (const Error&) {
        return fp32;
    }
}

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
    const auto tr = [](const char* text) { return QCoreApplication::translate("LiveHistogram", text); };
    switch (role) {
        case run::ROLE_ACTIVATION:
            return tr("activations");
        case run::ROLE_ACTIVATION_GRADIENT:
            return tr("activation gradients");
        case run::ROLE_WEIGHT_GRADIENT:
            return tr("weight gradients");
        case run::ROLE_WEIGHT:
            return tr("weights");
        case run::ROLE_UPDATE:
            return tr("updates");
        default:
            return tr("values");
    }
}

HistogramData histogramData(const run::Histogram& histogram) {
    HistogramData result;
    const FloatFormat format = formatOf(histogram.format());
    result.tensor = QString::fromStdString(histogram.tensor());
    result.what = roleName(histogram.role());
    result.format = QString::fromStdString(histogram.format());
    result.zones = {std::log2(format.flush_threshold()), static_cast<double>(format.min_exponent()),
                    std::log2(format.overflow_threshold())};
    result.scale = histogram.has_scale() ? static_cast<double>(histogram.scale()) : 1.0;
    result.firstBin = histogram.first_bin();
    result.bins.assign(histogram.bins().begin(), histogram.bins().end());
    const run::CastCounts& counts = histogram.counts();
    result.elements = counts.elements();
    result.zero = counts.zero();
    result.flushed = counts.flushed();
    result.subnormal = counts.subnormal();
    result.overflow = counts.overflow();
    result.infinite = counts.infinite();
    result.nan = counts.nan();
    return result;
}

LiveHistogram::LiveHistogram(QWidget* parent)
    : QWidget(parent),
      role_(new QComboBox(this)),
      tensor_(new QComboBox(this)),
      chart_(new HistogramChart(tr("Magnitudes before the cast"), this)) {
    role_->setAccessibleName(tr("Histogram of"));
    role_->setToolTip(tr("What the histogram counts"));
    tensor_->setAccessibleName(tr("Layer"));
    tensor_->setToolTip(tr("Which layer's tensor; the worst layer is the one that loses most of its gradient norm"));
    for (QComboBox* box : {role_, tensor_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
        connect(box, &QComboBox::activated, this, &LiveHistogram::selectionChanged);
    }
    auto* row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(role_, 1);
    row->addWidget(tensor_, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    column->addLayout(row);
    column->addWidget(chart_, 1);
}

void LiveHistogram::fillRoles(const RunModel& run) {
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

void LiveHistogram::fillTensors(const RunModel& run) {
    const auto role = static_cast<run::Role>(role_->currentData().toInt());
    // From input to output as the network has them, not by name.
    std::vector<std::string> names;
    for (const auto& [key, at] : run.latestHistograms()) {
        if (key.second == role) names.push_back(key.first);
    }
    const std::vector<std::string> layers = run.layers();
    const auto place = [&](const std::string& tensor) {
        const HistogramAt* at = run.latestHistogram(tensor, role);
        return std::find(layers.begin(), layers.end(), at ? at->histogram.layer() : tensor) - layers.begin();
    };
    std::stable_sort(names.begin(), names.end(),
                     [&](const std::string& a, const std::string& b) { return place(a) < place(b); });
    QStringList texts{tr("Worst layer")};
    QList<QVariant> values{QString()};
    for (const std::string& name : names) {
        texts << QString::fromStdString(name);
        values << QString::fromStdString(name);
    }
    setEntries(tensor_, texts, values);
}

std::string LiveHistogram::followed(const RunModel& run) {
    const auto role = static_cast<run::Role>(role_->currentData().toInt());
    const QString chosen = tensor_->currentData().toString();
    if (!chosen.isEmpty()) return chosen.toStdString();
    const HistogramAt* kept = run.latestHistogram(worst_, role);
    double worst = kept ? normLostShare(kept->histogram) + kClearlyWorse : -1.0;
    for (int i = 1; i < tensor_->count(); ++i) {
        const std::string name = tensor_->itemData(i).toString().toStdString();
        const HistogramAt* at = run.latestHistogram(name, role);
        // A bias has few values, and its layer's weights tell the same story better.
        if (!at || name.ends_with(".bias")) continue;
        const double share = normLostShare(at->histogram);
        if (share > worst) {
            worst = share;
            worst_ = name;
        }
    }
    return worst_;
}

void LiveHistogram::show(const RunModel* run, std::optional<std::uint32_t> step, const QColor& color) {
    const bool any = run && !run->latestHistograms().empty();
    role_->setEnabled(any);
    tensor_->setEnabled(any);
    if (!any) {
        chart_->clear();
        return;
    }
    fillRoles(*run);
    fillTensors(*run);
    const auto role = static_cast<run::Role>(role_->currentData().toInt());
    const std::string tensor = followed(*run);
    const HistogramAt* latest = run->latestHistogram(tensor, role);
    const run::Histogram* shown = latest ? &latest->histogram : nullptr;
    std::uint32_t at = latest ? latest->step : 0;
    if (step && latest && *step < latest->step) {
        shown = nullptr;
        for (const HistogramFrame& frame : run->histogramHistory()) {
            if (frame.step > *step) break;
            for (const run::Histogram& histogram : frame.histograms) {
                if (histogram.tensor() != tensor || histogram.role() != role) continue;
                shown = &histogram;
                at = frame.step;
            }
        }
    }
    if (!shown) {
        chart_->clear();
        return;
    }
    chart_->setTitle(tr("%1, step %2").arg(QString::fromStdString(tensor)).arg(at));
    chart_->setHistogram(histogramData(*shown), color);
}

}  // namespace mantissa::ui
