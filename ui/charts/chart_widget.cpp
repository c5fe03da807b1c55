// SPDX-License-Identifier: GPL-3.0-or-later
// What all charts share; see the header.
#include "ui/charts/chart_widget.h"

#include <QApplication>
#include <QBuffer>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QFileDialog>
#include <QFileInfo>
#include <QMenu>
#include <QMessageBox>
#include <QPainter>
#include <QRegularExpression>
#include <QSaveFile>
#include <QStatusBar>
#include <QSvgGenerator>
#include <QToolButton>
#include <algorithm>

#include "ui/charts/chart_accessible.h"

namespace mantissa::ui {

namespace {

/// In the window's status bar, for five seconds; nothing where the chart stands in a window without one.
void tell(const ChartWidget* chart, const QString& text) {
    constexpr int note_ms = 5000;
    if (auto* bar = chart->window()->findChild<QStatusBar*>()) bar->showMessage(text, note_ms);
}

}  // namespace

ChartWidget::ChartWidget(const QString& title, QWidget* parent)
    : QWidget(parent), title_(title), palette_(ChartPalette::fromWidget(this)), menuButton_(new QToolButton(this)) {
    installChartAccessibility();
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(title);
    setAttribute(Qt::WA_OpaquePaintEvent);
    menuButton_->setText(QStringLiteral("⋮"));
    menuButton_->setAutoRaise(true);
    menuButton_->setFocusPolicy(Qt::TabFocus);
    menuButton_->setAccessibleName(tr("%1: menu of the chart").arg(title));
    menuButton_->setToolTip(tr("Picture, data, table"));
    connect(menuButton_, &QToolButton::clicked, this,
            [this] { popUp(menuButton_->mapToGlobal(menuButton_->rect().bottomLeft())); });
}

void ChartWidget::setTitle(const QString& title) {
    title_ = title;
    setAccessibleName(title);
    menuButton_->setAccessibleName(tr("%1: menu of the chart").arg(title));
    repaintPicture();
}

QSize ChartWidget::lines(int wide, int high) const {
    const int line = QFontMetrics(font()).height();
    return {wide * line, high * line};
}

QFont ChartWidget::labelFont() const {
    QFont smaller = font();
    if (smaller.pointSizeF() > 0) smaller.setPointSizeF(smaller.pointSizeF() * 0.88);
    return smaller;
}

int ChartWidget::headerHeight() const {
    return QFontMetrics(font()).height() + 6;
}

int ChartWidget::headerRight() const {
    return width() - headerHeight() - 2;
}

double ChartWidget::titleEnd() const {
    QFont bold = font();
    bold.setBold(true);
    return std::min<double>(8.0 + QFontMetricsF(bold).horizontalAdvance(title_), headerRight());
}

double ChartWidget::paintHeader(QPainter& painter) const {
    // Hatching as wide on a screen of scale 2 as on one of scale 1; else it is drawn in the screen's pixels.
    painter.setRenderHint(QPainter::NonCosmeticBrushPatterns);
    QFont bold = font();
    bold.setBold(true);
    const QFontMetricsF metrics(bold);
    painter.setFont(bold);
    painter.setPen(palette_.text);
    const QRectF row(8, 0, headerRight() - 8, headerHeight());
    const QString text = metrics.elidedText(title_, Qt::ElideRight, row.width());
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
    return row.left() + metrics.horizontalAdvance(text);
}

void ChartWidget::paintEmpty(QPainter& painter, const QString& text) const {
    painter.setFont(font());
    painter.setPen(palette_.muted);
    painter.drawText(QRectF(rect()).adjusted(12, headerHeight(), -12, -4), Qt::AlignCenter | Qt::TextWordWrap, text);
    paintFocus(painter);
}

void ChartWidget::paintFocus(QPainter& painter) const {
    if (!hasFocus() || takingPicture_) return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.setBrush(Qt::NoBrush);
    QPen pen(palette_.focus, 2.0);
    pen.setJoinStyle(Qt::MiterJoin);
    painter.setPen(pen);
    painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    painter.restore();
}

void ChartWidget::describe(const QString& text) {
    if (accessibleDescription() != text) setAccessibleDescription(text);
}

void ChartWidget::beginPicture(bool begin) {
    if (begin) clearHover();
    takingPicture_ = begin;
    menuButton_->setVisible(!begin);
}

QPixmap ChartWidget::picture() {
    const QPixmap chart = grab();
    if (footHeight() == 0) return chart;
    QPixmap whole(QSize(width(), height() + footHeight()) * chart.devicePixelRatio());
    whole.setDevicePixelRatio(chart.devicePixelRatio());
    whole.fill(palette_.background);
    QPainter painter(&whole);
    painter.drawPixmap(0, 0, chart);
    painter.translate(0, height());
    paintFoot(painter);
    return whole;
}

void ChartWidget::copyPicture() {
    beginPicture(true);
    QApplication::clipboard()->setPixmap(picture());
    beginPicture(false);
    tell(this, tr("The picture is in the clipboard."));
}

void ChartWidget::copyData() {
    const std::unique_ptr<ChartTable> table(makeTable());
    QApplication::clipboard()->setText(table->toText());
    tell(this, tr("The data are in the clipboard."));
}

bool ChartWidget::savePictureTo(const QString& path) {
    beginPicture(true);
    const bool saved = paintTo(path);
    beginPicture(false);
    return saved;
}

bool ChartWidget::paintTo(const QString& path) {
    if (QFileInfo(path).suffix().compare(QLatin1String("svg"), Qt::CaseInsensitive) == 0) {
        QBuffer drawn;
        QSvgGenerator generator;
        generator.setOutputDevice(&drawn);
        const QRect whole(0, 0, width(), height() + footHeight());
        generator.setSize(whole.size());
        generator.setViewBox(whole);
        generator.setResolution(logicalDpiX());  // or letters come out smaller than on the screen
        generator.setTitle(title_);
        QPainter painter;
        if (!painter.begin(&generator)) return false;
        render(&painter, QPoint(), QRegion(), QWidget::DrawChildren);
        if (footHeight() > 0) {
            painter.setClipping(false);
            painter.resetTransform();
            painter.fillRect(QRect(0, height(), width(), footHeight()), palette_.background);
            painter.translate(0, height());
            paintFoot(painter);
        }
        if (!painter.end()) return false;
        // A desktop's font, "Sans Serif" say, is none that a browser has: its own one of the kind stands in.
        static const QRegularExpression family(QStringLiteral("font-family=\"([^\"]+)\""));
        const QByteArray text =
            QString::fromUtf8(drawn.data()).replace(family, QStringLiteral("font-family=\"\\1, sans-serif\"")).toUtf8();
        QSaveFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() && file.commit();
    }
    return picture().save(path, "PNG");
}

QString ChartWidget::pictureName() const {
    static const QRegularExpression other("[^\\w]+", QRegularExpression::UseUnicodePropertiesOption);
    QString name = title_.toLower().replace(other, QStringLiteral("-"));
    while (name.endsWith(u'-')) name.chop(1);
    return (name.isEmpty() ? QStringLiteral("chart") : name) + QStringLiteral(".png");
}

QString ChartWidget::pictureFile(const QString& path, const QString& filter) {
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("png") || ending == QLatin1String("svg")) return path;
    return path + (filter.contains(QLatin1String("*.svg")) ? QStringLiteral(".svg") : QStringLiteral(".png"));
}

void ChartWidget::savePicture() {
    const QString filters = tr("Picture (*.png);;Drawing (*.svg)");
    QString filter;
    QString path = QFileDialog::getSaveFileName(this, tr("Save picture"), pictureName(), filters, &filter);
    if (path.isEmpty()) return;
    path = pictureFile(path, filter);
    if (savePictureTo(path)) {
        tell(this, tr("The picture is in %1.").arg(QFileInfo(path).fileName()));
    } else {
        QMessageBox box(QMessageBox::Warning, tr("Save picture"), tr("The picture could not be saved."),
                        QMessageBox::Ok, this);
        box.setTextFormat(Qt::PlainText);
        box.setInformativeText(tr("File: %1").arg(path));
        box.exec();
    }
}

void ChartWidget::openTable() {
    showTable(
        title_, [this] { return makeTable(); }, this);
}

void ChartWidget::popUp(QPoint globalPosition) {
    QMenu menu(this);
    extendMenu(menu);
    if (!menu.isEmpty()) menu.addSeparator();
    menu.addAction(tr("Show &table"), this, &ChartWidget::openTable);
    menu.addAction(tr("Copy &data"), this, &ChartWidget::copyData);
    menu.addAction(tr("Copy &picture"), this, &ChartWidget::copyPicture);
    menu.addAction(tr("&Save picture…"), this, &ChartWidget::savePicture);
    menu.exec(globalPosition);
}

void ChartWidget::contextMenuEvent(QContextMenuEvent* event) {
    const bool keyboard = event->reason() == QContextMenuEvent::Keyboard;
    popUp(keyboard ? mapToGlobal(rect().center()) : event->globalPos());
    event->accept();
}

void ChartWidget::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::FontChange:
        case QEvent::StyleChange:
            palette_ = ChartPalette::fromWidget(this);
            updateGeometry();
            themeChanged();
            repaintPicture();
            break;
        default:
            break;
    }
}

void ChartWidget::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const int side = headerHeight();
    menuButton_->setGeometry(width() - side - 1, 1, side, side - 1);
    menuButton_->raise();
}

void ChartWidget::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    repaintPicture();
}

void ChartWidget::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    repaintPicture();
}

}  // namespace mantissa::ui
