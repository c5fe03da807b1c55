// SPDX-License-Identifier: GPL-3.0-or-later
// See the header.
#include "ui/pages/scale_operands.h"

#include <QHeaderView>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <memory>

#include "engine/report/operand_history.h"
#include "ui/charts/chart_table.h"
#include "ui/charts/format_text.h"
#include "ui/charts/line_chart.h"
#include "ui/charts/palette.h"
#include "ui/models/run_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

const QString kNoOperand = QStringLiteral("–");
const QString kLargestName = QStringLiteral("largest");
const QString kLimit = QStringLiteral("limit");
const QString kClipped = QStringLiteral("clipped");
const QString kFlushed = QStringLiteral("flushed");
const QString kBlocksClipped = QStringLiteral("blocks clipped");
const QString kBlocksFlushed = QStringLiteral("blocks flushed");

QString blockText(std::uint64_t part, std::uint64_t blocks) {
    return blocks > 0 ? percentText(static_cast<double>(part) / static_cast<double>(blocks)) : kNoOperand;
}

QVariant cellOf(const OperandHistory& one, int column) {
    const run::QuantizedOperand& last = one.last;
    switch (column) {
        case 0:
            return QString::fromStdString(last.layer());
        case 1:
            return inWords(operand_phrase(last.role()));
        case 2:
            return inWords(product_phrase(last.product()));
        case 3:
            return QString::fromStdString(last.format());
        case 4:
            return percentText(flushed_share(last));
        case 5:
            return percentText(clipped_share(last));
        case 6:
            return blockText(last.blocks_flushed(), last.blocks());
        case 7:
            return blockText(last.blocks_clipped(), last.blocks());
        case 8:
            return numberText(static_cast<double>(last.amax()));
        case 9:
            return last.has_scale() ? numberText(static_cast<double>(last.scale())) : kNoOperand;
        case 10: {
            const std::optional<double> excess = scale_excess(last);
            return excess ? ScaleOperands::tr("%1 bits").arg(*excess, 0, 'f', 1) : kNoOperand;
        }
        default:
            return one.most_clipped > 0
                       ? ScaleOperands::tr("%1, step %2").arg(percentText(one.most_clipped)).arg(one.most_clipped_step)
                       : kNoOperand;
    }
}

}  // namespace

ScaleOperands::ScaleOperands(QWidget* parent) : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    auto* about = new QLabel(
        tr("Operands in eight or fewer bits: each tensor or block is scaled before the cast. What is too "
           "large at its scale is clipped, what is too small becomes 0. A delayed scale is that of earlier steps: "
           "where it is too large by some bits, the tensor is clipped."),
        this);
    about->setWordWrap(true);
    about->setTextFormat(Qt::PlainText);
    table_ = new QTableView(this);
    table_->setAccessibleName(tr("Operands in eight or fewer bits"));
    table_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table_->setSelectionBehavior(QAbstractItemView::SelectRows);
    table_->setSelectionMode(QAbstractItemView::SingleSelection);
    table_->setTabKeyNavigation(false);
    table_->setShowGrid(false);
    table_->verticalHeader()->hide();
    table_->horizontalHeader()->setHighlightSections(false);
    chart_ = new LineChart(tr("Largest magnitude (power of 2)"), tr("step"), this);
    chart_->setLog2(true);
    shares_ = new LineChart(tr("Clipped and flushed (%)"), tr("step"), this);
    shares_->setYLimits(0.0, 100.0);
    lateness_ = new QLabel(this);
    lateness_->setWordWrap(true);
    lateness_->setTextFormat(Qt::PlainText);
    lateness_->setMinimumHeight(2 * fontMetrics().lineSpacing());  // nothing below moves as it comes and goes
    auto* charts = new QHBoxLayout;
    charts->setSpacing(6);
    charts->addWidget(chart_, 1);
    charts->addWidget(shares_, 1);
    column->addWidget(about);
    column->addWidget(table_, 3);
    column->addWidget(lateness_);
    column->addLayout(charts, 4);
    hide();
}

void ScaleOperands::show(const RunModel* run) {
    const bool any = run && !run->operands().empty();
    setVisible(any);
    if (!any) return;
    if (runShown_ != run->runId()) {
        runShown_ = run->runId();
        stepShown_ = 0;
        chosen_ = false;
    }
    const std::uint32_t step = run->operands().all().front().step;
    if (stepShown_ == step && rowShown_ == row_) return;
    if (stepShown_ != step) fill(*run);
    stepShown_ = step;
    draw(*run);
}

void ScaleOperands::fill(const RunModel& run) {
    const auto all = std::make_shared<std::vector<OperandHistory>>(run.operands().all());
    if (!chosen_) {
        const auto most = std::max_element(
            all->begin(), all->end(),
            [](const OperandHistory& a, const OperandHistory& b) { return a.most_clipped < b.most_clipped; });
        row_ = static_cast<int>(most - all->begin());
    }
    row_ = std::min(row_, static_cast<int>(all->size()) - 1);
    const int scrolled = table_->verticalScrollBar()->value();  // nothing moves while somebody reads
    QAbstractItemModel* before = table_->model();
    table_->setModel(new ChartTable(
        {tr("layer"), tr("operand"), tr("product"), tr("format"), tr("flushed"), tr("clipped"),
         tr("blocks with flushed"), tr("blocks with clipped"), tr("largest"), tr("scale"), tr("scale too large by"),
         tr("most clipped")},
        static_cast<int>(all->size()),
        [all](int row, int column) { return cellOf((*all)[static_cast<std::size_t>(row)], column); }, table_));
    delete before;
    table_->selectRow(row_);
    connect(table_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& at) {
        if (!at.isValid()) return;
        row_ = at.row();
        chosen_ = true;
    });
    table_->resizeColumnsToContents();
    if (before) table_->verticalScrollBar()->setValue(scrolled);
}

void ScaleOperands::draw(const RunModel& run) {
    rowShown_ = row_;
    const OperandHistory& one = run.operands().all()[static_cast<std::size_t>(row_)];
    std::vector<double> steps, largest, limits, scaled;
    struct Late {
        double step, times, clipped;
    };
    std::vector<Late> late;
    std::vector<double> pins;
    for (const OperandHistory::Point& point : one.points) {
        steps.push_back(point.step);
        largest.push_back(static_cast<double>(point.amax));
        if (!(point.limit > 0)) continue;
        scaled.push_back(point.step);
        limits.push_back(static_cast<double>(point.limit));
        const double times = static_cast<double>(point.amax) / static_cast<double>(point.limit);
        if (!(point.clipped > 0 && times > 1)) continue;
        late.push_back({static_cast<double>(point.step), times, static_cast<double>(point.clipped)});
        pins.push_back(late.back().step);
    }
    const ChartPalette palette = ChartPalette::fromWidget(this);
    const QString name =
        QString::fromStdString(one.last.layer()) + QStringLiteral(", ") + inWords(operand_phrase(one.last.role()));
    const auto style = [&](const QString& label, const PrecisionStyle& look) {
        SeriesStyle made;
        made.label = made.legend = name + QStringLiteral(": ") + label;
        made.brief = label;
        made.color = look.color;
        made.glyph = look.marker;
        return made;
    };
    chart_->clearSeries();
    chart_->setSeries(kLargestName, style(tr("largest magnitude"), palette.precision(u"FP32")), steps, largest);
    if (!scaled.empty()) {
        SeriesStyle limit = style(tr("largest number at its scale"), palette.precision(u"FP16"));
        limit.steps = true;
        chart_->setSeries(kLimit, limit, scaled, limits);
    }
    chart_->setPins(std::move(pins), [late](double step) {
        for (const Late& mark : late)
            if (mark.step == step)
                return tr("step %1: %2 times too large for its scale, %3 clipped")
                    .arg(step)
                    .arg(numberText(mark.times, 3))
                    .arg(percentText(mark.clipped));
        return QString();
    });
    chart_->refresh();

    const Phrase lateness = lateness_phrase(one);
    lateness_->setText(lateness.empty() ? QString() : name + QStringLiteral(": ") + inWords(lateness));
    shares_->clearSeries();
    const auto share = [&](const QString& id, const QString& label, const PrecisionStyle& look,
                           float OperandHistory::Point::*part) {
        std::vector<double> values;
        for (const OperandHistory::Point& point : one.points)
            values.push_back(100.0 * static_cast<double>(point.*part));
        shares_->setSeries(id, style(label, look), steps, values);
    };
    using Point = OperandHistory::Point;
    share(kClipped, tr("clipped"), palette.precision(u"FP16"), &Point::clipped);
    share(kFlushed, tr("flushed"), palette.precision(u"FP32"), &Point::flushed);
    if (one.last.blocks() > 0) {
        share(kBlocksClipped, tr("blocks with clipped"), palette.precision(u"TF32"), &Point::blocks_clipped);
        share(kBlocksFlushed, tr("blocks with flushed"), palette.precision(u"BF16"), &Point::blocks_flushed);
    }
    shares_->refresh();
}

}  // namespace mantissa::ui
