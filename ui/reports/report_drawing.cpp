// SPDX-License-Identifier: GPL-3.0-or-later
// See report_drawing.h.
#include "ui/reports/report_drawing.h"

#include <QFont>
#include <QFontMetricsF>
#include <QGuiApplication>
#include <QPainter>
#include <QRegularExpression>
#include <QTextDocumentFragment>
#include <QXmlStreamReader>
#include <QXmlStreamWriter>
#include <algorithm>

namespace mantissa::ui {

namespace {

/// Of "translate(13 140) rotate(-90)"; anything else stays where it is.
QTransform transformOf(const QString& text) {
    static const QRegularExpression form("^translate\\(([-.\\d]+) ([-.\\d]+)\\) rotate\\(([-.\\d]+)\\)$");
    const QRegularExpressionMatch found = form.match(text);
    QTransform transform;
    if (found.hasMatch()) {
        transform.translate(found.captured(1).toDouble(), found.captured(2).toDouble());
        transform.rotate(found.captured(3).toDouble());
    }
    return transform;
}

}  // namespace

QString captioned(QString svg, const QString& caption) {
    static const QRegularExpression size("viewBox=\"0 0 (\\d+) (\\d+)\" width=\"\\d+\" height=\"\\d+\"");
    constexpr int room = 20;
    constexpr double usual = 11, least = 8;  // letters
    const QRegularExpressionMatch found = size.match(svg);
    if (!found.hasMatch()) return caption + svg;
    const int height = found.captured(2).toInt() + room;
    svg.replace(found.captured(), QStringLiteral("viewBox=\"0 -%1 %2 %3\" width=\"%2\" height=\"%3\"")
                                      .arg(room)
                                      .arg(found.captured(1))
                                      .arg(height));
    const QString plain = QTextDocumentFragment::fromHtml(caption).toPlainText();
    QFont font(QGuiApplication::font().family());
    font.setPixelSize(100);  // as it is drawn
    const QFontMetricsF metrics(font);
    const double width = found.captured(1).toDouble() * 100;
    const double letters = std::clamp(width / metrics.horizontalAdvance(plain), least, usual);
    return svg.insert(svg.lastIndexOf(QLatin1String("</svg>")),
                      QStringLiteral("<text x=\"0\" y=\"-7\" font-size=\"%1\" fill=\"#1a1a1a\">%2</text>")
                          .arg(letters)
                          .arg(metrics.elidedText(plain, Qt::ElideMiddle, width / letters).toHtmlEscaped()));
}

ReportDrawing::ReportDrawing(const QString& svg) : family_(QGuiApplication::font().family()) {
    QByteArray shapes;
    QXmlStreamReader reader(svg);
    QXmlStreamWriter writer(&shapes);
    qreal size = 12;
    while (!reader.atEnd()) {
        reader.readNext();
        if (reader.isStartElement() && reader.name() == QLatin1String("svg")) {
            if (const qreal given = reader.attributes().value("font-size").toDouble(); given > 0) size = given;
        }
        if (reader.isStartElement() && reader.name() == QLatin1String("text")) {
            const QXmlStreamAttributes given = reader.attributes();
            Label label;
            label.at = {given.value("x").toDouble(), given.value("y").toDouble()};
            label.turn = transformOf(given.value("transform").toString());
            label.anchor = given.value("text-anchor").toString();
            label.size = given.hasAttribute("font-size") ? given.value("font-size").toDouble() : size;
            label.bold = given.value("font-weight") == QLatin1String("bold");
            label.color = QColor(given.value("fill").toString());
            label.text = reader.readElementText(QXmlStreamReader::IncludeChildElements);
            if (label.size > 0 && label.color.isValid()) labels_.push_back(std::move(label));
            continue;
        }
        if (!reader.hasError() && !reader.isStartDocument() && !reader.isEndDocument())
            writer.writeCurrentToken(reader);
    }
    if (!reader.hasError()) shapes_.load(shapes);
}

void ReportDrawing::paint(QPainter& painter, const QRectF& place) {
    if (!shapes_.isValid()) return;
    shapes_.render(&painter, place);
    const QRectF box = shapes_.viewBoxF();
    painter.save();
    painter.translate(place.topLeft());
    painter.scale(place.width() / box.width(), place.height() / box.height());
    painter.translate(-box.topLeft());
    for (const Label& label : labels_) {
        QFont font(family_);
        font.setPixelSize(100);  // large, then scaled: small sizes are whole pixels only
        font.setBold(label.bold);
        const qreal width = QFontMetricsF(font).horizontalAdvance(label.text);
        painter.save();
        painter.setTransform(label.turn, true);
        painter.translate(label.at);
        painter.scale(label.size / 100, label.size / 100);
        painter.setFont(font);
        painter.setPen(label.color);
        painter.drawText(QPointF(label.anchor == "end"      ? -width
                                 : label.anchor == "middle" ? -width / 2
                                                            : 0,
                                 0),
                         label.text);
        painter.restore();
    }
    painter.restore();
}

}  // namespace mantissa::ui
