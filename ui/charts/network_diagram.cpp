// SPDX-License-Identifier: GPL-3.0-or-later
// See network_diagram.h.
#include "ui/charts/network_diagram.h"

#include <QGraphicsScene>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "ui/charts/format_text.h"
#include "ui/charts/network_view.h"

namespace mantissa::ui {
namespace {

constexpr double kStep = 1.25;  // of + and -

}  // namespace

NetworkDiagram::NetworkDiagram(const QString& title, QWidget* parent)
    : ChartWidget(title, parent),
      emptyText_(tr("No network yet")),
      scene_(new QGraphicsScene(this)),
      view_(new DiagramView(this)) {
    scene_->setItemIndexMethod(QGraphicsScene::NoIndex);
    view_->setScene(scene_);
    view_->setAccessibleName(title);
    view_->setFocusProxy(this);
    measure();
    connect(view_, &DiagramView::pressed, this, &NetworkDiagram::pressedAt);
    connect(view_, &DiagramView::doubleClicked, this, [this](QGraphicsItem* item) {
        if (!item || item->type() != BoxItem::typeId()) return;
        const DiagramBox& box = data_.boxes[static_cast<std::size_t>(static_cast<BoxItem*>(item)->index())];
        if (box.folded) {
            emit toggled(QString(box.id));
        } else {
            emit activated();
        }
    });
    connect(view_, &DiagramView::hovered, this, [this](QGraphicsItem* item) {
        for (BoxItem* box : boxes_)
            box->setTarget(box == item && !data_.boxes[static_cast<std::size_t>(box->index())].layer.isEmpty());
    });
    connect(view_, &DiagramView::dropped, this, [this](QGraphicsItem* item, const QString& format) {
        if (!item || item->type() != BoxItem::typeId()) return;
        const QString layer = data_.boxes[static_cast<std::size_t>(static_cast<BoxItem*>(item)->index())].layer;
        if (!layer.isEmpty()) emit formatDropped(layer, format);
    });
    connect(view_, &DiagramView::zoomed, this, [this] { fitted_ = false; });
}

NetworkDiagram::~NetworkDiagram() {
    scene_->clear();  // the items point to the style
}

/// Sizes follow the font. A box holds four rows and a ruler.
void NetworkDiagram::measure() {
    style_.palette = colors();
    style_.font = font();
    style_.label = labelFont();
    const QFontMetricsF metrics(style_.font), small(style_.label);
    LayoutMeasures& m = style_.measures;
    const double pad = style_.padding();
    m.boxWidth = std::round(metrics.height() * 12.5);
    m.boxHeight = std::ceil(pad * 1.2 + metrics.height() + 2.5 * small.height() + 10.0);
    m.gap = std::round(metrics.height() * 1.2);
    m.markHeight = std::ceil(small.height() + 8.0);
    m.markWidth = std::ceil(small.horizontalAdvance(QStringLiteral("E8M10")) + small.height() * 1.25);
    m.bandTitle = std::ceil(small.height() + 8.0);
    m.bandEnd = 10.0;
    m.lane = std::round(metrics.height() * 0.8);
    m.columnGap = std::round(m.markWidth + metrics.height());
}

void NetworkDiagram::setEmptyText(const QString& text) {
    if (text == emptyText_) return;
    emptyText_ = text;
    tell();
    QWidget::update();
}

void NetworkDiagram::setTakesFormats(bool takes) {
    view_->setTakesFormats(takes);
}

bool NetworkDiagram::sameShape(const DiagramData& shown) const {
    if (shown.boxes.size() != data_.boxes.size() || shown.edges.size() != data_.edges.size() ||
        shown.bands != data_.bands)
        return false;
    for (std::size_t i = 0; i < shown.boxes.size(); ++i)
        if (shown.boxes[i].id != data_.boxes[i].id) return false;
    for (std::size_t i = 0; i < shown.edges.size(); ++i) {
        const DiagramEdge &now = shown.edges[i], &then = data_.edges[i];
        const bool marked = !now.cast.isEmpty() || !now.castBack.isEmpty();
        if (now.from != then.from || now.to != then.to || now.order != then.order ||
            marked != (!then.cast.isEmpty() || !then.castBack.isEmpty()))
            return false;
    }
    return true;
}

void NetworkDiagram::setDiagram(const DiagramData& shown) {
    if (shown == data_) return;
    const bool turned = shown.backward != data_.backward;
    const bool same = sameShape(shown);
    if (!same) {
        data_ = shown;
        style_.backward = shown.backward;
        build();
        return;
    }
    const DiagramData before = std::exchange(data_, shown);
    style_.backward = shown.backward;
    for (std::size_t i = 0; i < boxes_.size(); ++i) {
        if (data_.boxes[i] == before.boxes[i]) continue;
        boxes_[i]->show(data_.boxes[i]);
        boxes_[i]->setToolTip(plainTip(data_.boxes[i].text));
    }
    for (std::size_t i = 0; i < edges_.size(); ++i) {
        if (data_.edges[i] == before.edges[i]) continue;
        edges_[i]->show(data_.edges[i]);
        edges_[i]->setToolTip(plainTip(data_.edges[i].text));
    }
    if (turned) scene_->update();
    tell();
}

/// Lays everything out anew. The box that is chosen stays where it is on the screen.
void NetworkDiagram::build() {
    const QRectF before = boxArea(chosen_);
    scene_->clear();
    boxes_.clear();
    edges_.clear();
    std::vector<LayoutEdge> edges;
    for (const DiagramEdge& edge : data_.edges)
        edges.push_back({edge.from, edge.to, !edge.cast.isEmpty() || !edge.castBack.isEmpty()});
    std::vector<LayoutBand> bands;
    for (const DiagramBand& band : data_.bands) bands.push_back({band.first, band.last, band.depth});
    layout_ = layOut(static_cast<int>(data_.boxes.size()), edges, bands, style_.measures);
    for (std::size_t i = 0; i < bands.size(); ++i) {
        auto* item = new BandItem(data_.bands[i].path, data_.bands[i].title, style_, layout_.bands[i]);
        item->setToolTip(plainTip(tr("A click on the title folds %1.").arg(data_.bands[i].path)));
        scene_->addItem(item);
    }
    for (std::size_t i = 0; i < edges.size(); ++i) {
        edges_.push_back(new EdgeItem(data_.edges[i], style_, layout_.edges[i]));
        edges_.back()->setToolTip(plainTip(data_.edges[i].text));
        scene_->addItem(edges_.back());
    }
    for (std::size_t i = 0; i < data_.boxes.size(); ++i) {
        boxes_.push_back(new BoxItem(data_.boxes[i], style_, layout_.boxes[i], static_cast<int>(i)));
        boxes_.back()->setToolTip(plainTip(data_.boxes[i].text));
        scene_->addItem(boxes_.back());
    }
    QRectF area = layout_.area;
    for (const EdgeItem* edge : edges_) area |= edge->boundingRect();
    scene_->setSceneRect(area.adjusted(-6, -8, 6, 12));
    view_->setBackgroundBrush(style_.palette.background);
    view_->setVisible(!data_.boxes.empty());
    if (indexOf(chosen_) < 0) {
        chosen_ = data_.boxes.empty() ? QString() : data_.boxes.front().id;
        for (const DiagramBox& box : data_.boxes) {
            if (box.layer.isEmpty()) continue;
            chosen_ = box.id;
            break;
        }
        if (fitted_) fit();
        mark();
        tell();
        QWidget::update();
        emit chosenChanged();
        return;
    }
    if (fitted_) {
        fit();
    } else if (const QRectF now = boxArea(chosen_); !before.isEmpty() && !now.isEmpty()) {
        view_->horizontalScrollBar()->setValue(view_->horizontalScrollBar()->value() +
                                               static_cast<int>(now.left() - before.left()));
        view_->verticalScrollBar()->setValue(view_->verticalScrollBar()->value() +
                                             static_cast<int>(now.top() - before.top()));
    }
    mark();
    tell();
    QWidget::update();
}

int NetworkDiagram::indexOf(const QString& id) const {
    for (std::size_t i = 0; i < data_.boxes.size(); ++i)
        if (data_.boxes[i].id == id) return static_cast<int>(i);
    return -1;
}

const DiagramBox* NetworkDiagram::chosenBox() const {
    const int at = indexOf(chosen_);
    return at < 0 ? nullptr : &data_.boxes[static_cast<std::size_t>(at)];
}

void NetworkDiagram::choose(const QString& id) {
    const int at = indexOf(id);
    if (at < 0) return;
    const QRectF place = layout_.boxes[static_cast<std::size_t>(at)];
    view_->ensureVisible(place, 24, 24);
    if (id == chosen_) return;
    chosen_ = id;
    mark();
    tell();
    emit chosenChanged();
}

/// The box that is chosen, and its lines.
void NetworkDiagram::mark() {
    const int at = indexOf(chosen_);
    for (BoxItem* box : boxes_) box->setChosen(box->index() == at);
    for (std::size_t i = 0; i < edges_.size(); ++i)
        edges_[i]->setStrong(data_.edges[i].from == at || data_.edges[i].to == at);
}

void NetworkDiagram::tell() {
    const DiagramBox* box = chosenBox();
    describe(box ? tr("%1: %2 Arrow keys choose another box, Return opens it.").arg(box->id, box->text) : emptyText_);
}

void NetworkDiagram::fit() {
    const QRectF area = scene_->sceneRect();
    const QSizeF room = view_->maximumViewportSize();
    if (!area.isEmpty() && room.width() > 10 && room.height() > 10)
        view_->setZoom(std::min({room.width() / area.width(), room.height() / area.height(), 1.0}));
    fitted_ = true;
}

void NetworkDiagram::magnify(double factor) {
    view_->setZoom(view_->zoom() * factor);
    fitted_ = false;
    const int at = indexOf(chosen_);
    if (at >= 0) view_->ensureVisible(layout_.boxes[static_cast<std::size_t>(at)], 24, 24);
}

QRectF NetworkDiagram::boxArea(const QString& id) const {
    const int at = indexOf(id);
    if (at < 0 || static_cast<std::size_t>(at) >= layout_.boxes.size()) return {};
    return view_->mapFromScene(layout_.boxes[static_cast<std::size_t>(at)]).boundingRect();
}

const EdgeItem* NetworkDiagram::edge(const QString& tensor, const QString& to) const {
    for (std::size_t i = 0; i < edges_.size(); ++i)
        if (data_.edges[i].tensor == tensor && data_.edges[i].to == indexOf(to)) return edges_[i];
    return nullptr;
}

void NetworkDiagram::pressedAt(QGraphicsItem* item, QPointF scene) {
    setFocus(Qt::MouseFocusReason);
    if (!item) return;
    if (item->type() == BoxItem::typeId()) {
        choose(QString(data_.boxes[static_cast<std::size_t>(static_cast<BoxItem*>(item)->index())].id));
    } else if (item->type() == BandItem::typeId()) {
        const auto* band = static_cast<BandItem*>(item);
        if (band->titleArea().contains(scene)) emit toggled(QString(band->block()));
    }
}

/// To the box that is nearest in another row, or to the next one in the same row.
void NetworkDiagram::step(int rows, int columns) {
    const int at = indexOf(chosen_);
    if (at < 0) return;
    const auto place = [this](int i) { return layout_.boxes[static_cast<std::size_t>(i)].center(); };
    const QPointF here = place(at);
    int best = -1;
    double least = std::numeric_limits<double>::infinity();
    for (int i = 0; i < static_cast<int>(data_.boxes.size()); ++i) {
        const QPointF there = place(i) - here;
        const double ahead = rows != 0 ? there.y() * rows : there.x() * columns;
        const double aside = std::abs(rows != 0 ? there.x() : there.y());
        if (ahead < 1.0 || (rows == 0 && aside > 1.0)) continue;
        const double far = ahead * 8.0 + aside;
        if (far >= least) continue;
        least = far;
        best = i;
    }
    if (best >= 0) choose(QString(data_.boxes[static_cast<std::size_t>(best)].id));
}

void NetworkDiagram::keyPressEvent(QKeyEvent* event) {
    if (data_.boxes.empty()) return ChartWidget::keyPressEvent(event);
    switch (event->key()) {
        case Qt::Key_Up:
            return step(-1, 0);
        case Qt::Key_Down:
            return step(1, 0);
        case Qt::Key_Left:
            return step(0, -1);
        case Qt::Key_Right:
            return step(0, 1);
        case Qt::Key_Home:
            return choose(QString(data_.boxes.front().id));
        case Qt::Key_End:
            return choose(QString(data_.boxes.back().id));
        case Qt::Key_PageUp:
            return view_->verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepSub);
        case Qt::Key_PageDown:
            return view_->verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        case Qt::Key_Plus:
        case Qt::Key_Equal:
            return event->modifiers().testFlag(Qt::ControlModifier) ? ChartWidget::keyPressEvent(event)
                                                                    : magnify(kStep);
        case Qt::Key_Minus:
            return event->modifiers().testFlag(Qt::ControlModifier) ? ChartWidget::keyPressEvent(event)
                                                                    : magnify(1 / kStep);
        case Qt::Key_0:
            return event->modifiers().testFlag(Qt::ControlModifier) ? ChartWidget::keyPressEvent(event) : fit();
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (const DiagramBox* box = chosenBox(); box && box->folded) {
                emit toggled(QString(box->id));
            } else {
                emit activated();
            }
            return;
        default:
            ChartWidget::keyPressEvent(event);
    }
}

void NetworkDiagram::extendMenu(QMenu& menu) {
    if (boxMenu_ && chosenBox()) boxMenu_(menu);
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addAction(tr("&Fit into the window"), this, &NetworkDiagram::fit);
}

void NetworkDiagram::themeChanged() {
    measure();
    build();
}

void NetworkDiagram::resizeEvent(QResizeEvent* event) {
    ChartWidget::resizeEvent(event);
    view_->setGeometry(2, headerHeight(), width() - 4, height() - headerHeight() - 2);
    if (fitted_) fit();
}

void NetworkDiagram::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.fillRect(rect(), colors().background);
    paintHeader(painter);
    if (data_.boxes.empty()) return paintEmpty(painter, emptyText_);
    paintFocus(painter);
}

int NetworkDiagram::partCount() const {
    return static_cast<int>(data_.boxes.size());
}

QString NetworkDiagram::partText(int part) const {
    const DiagramBox& box = data_.boxes[static_cast<std::size_t>(part)];
    return tr("%1: %2").arg(box.id, box.text);
}

ChartTable* NetworkDiagram::makeTable() const {
    const QStringList columns{tr("operation"),        tr("kind"),          tr("shape"),
                              tr("format"),           tr("magnitudes"),    tr("flushed (%)"),
                              tr("overflow (%)"),     tr("norm lost (%)"), tr("step"),
                              tr("first inf or NaN"), tr("fewest bits")};
    return new ChartTable(
        columns, static_cast<int>(data_.boxes.size()), [boxes = data_.boxes](int row, int column) -> QVariant {
            const DiagramBox& box = boxes[static_cast<std::size_t>(row)];
            const auto percent = [](double share) { return std::isnan(share) ? QVariant() : QVariant(share * 100.0); };
            switch (column) {
                case 0:
                    return box.id;
                case 1:
                    return box.kind;
                case 2:
                    return box.shape;
                case 3:
                    return box.format;
                case 4:
                    return box.extent;
                case 5:
                    return percent(box.flushed);
                case 6:
                    return percent(box.overflow);
                case 7:
                    return percent(box.normLost);
                case 8:
                    return box.extent.isEmpty() ? QVariant() : QVariant(box.step);
                case 9:
                    return box.mark;
                default:
                    return box.need;
            }
        });
}

}  // namespace mantissa::ui
