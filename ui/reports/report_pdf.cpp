// SPDX-License-Identifier: GPL-3.0-or-later
// See report_pdf.h. QTextDocument lays out the HTML report's own markup, so that both say the same; each <svg> in it
// becomes an object of the text.
#include "ui/reports/report_pdf.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QCoreApplication>
#include <QGuiApplication>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>
#include <memory>
#include <vector>

#include "engine/base/error.h"
#include "engine/base/version.h"
#include "engine/report/html.h"
#include "engine/report/report_data.h"
#include "ui/reports/report_breaks.h"
#include "ui/reports/report_brief.h"
#include "ui/reports/report_drawing.h"
#include "ui/reports/report_tables.h"

namespace mantissa::ui {

namespace {

constexpr int kDrawing = QTextFormat::UserObject + 1;
constexpr int kWhich = QTextFormat::UserProperty + 1;
constexpr int kDpi = 96;  // SVG's own unit
constexpr qreal kMarginMm = 15;
constexpr qreal kFooter = 26;  // pixels
// A drawing that is not wide stands beside another.
constexpr qreal kNarrow = 460;
constexpr qreal kGap = 12;
// Private use: stands in the text for the drawing until the layout has one.
constexpr QChar kOpen(0xE000);
constexpr QChar kClose(0xE001);

const char* const kStyle = R"css(
h1 { font-size: 15pt; } h2 { font-size: 12pt; } h3 { font-size: 9.5pt; }
p, li, div { font-size: 8pt; }
th, td { font-size: 6.5pt; }
pre, code { font-size: 7pt; }
.muted { color: #444444; }
)css";

/// Paints the drawings of a document at the width of its text.
class Drawings : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)

  public:
    using QObject::QObject;

    void add(const QString& svg) { all_.push_back(std::make_unique<ReportDrawing>(svg)); }
    std::size_t count() const { return all_.size(); }

    QSizeF intrinsicSize(QTextDocument* document, int /*position*/, const QTextFormat& format) override {
        const ReportDrawing* drawing = at(format);
        if (!drawing) return {};
        const QSizeF size = drawing->size();
        qreal width = document->textWidth() - 2 * document->documentMargin();
        if (size.width() < kNarrow) width = width / 2 - kGap;
        return size.width() > width ? size * (width / size.width()) : size;
    }
    void drawObject(QPainter* painter, const QRectF& rect, QTextDocument* /*document*/, int /*position*/,
                    const QTextFormat& format) override {
        // The layout paints every object of a block that reaches into the page.
        if (!painter->clipBoundingRect().intersects(rect)) return;
        if (ReportDrawing* drawing = at(format)) drawing->paint(*painter, rect);
    }

  private:
    ReportDrawing* at(const QTextFormat& format) const {
        const auto index = static_cast<std::size_t>(format.intProperty(kWhich));
        return index < all_.size() ? all_[index].get() : nullptr;
    }
    std::vector<std::unique_ptr<ReportDrawing>> all_;
};

/// QTextDocument knows no <figure>: the small ones of a list stand two in a row, the others each in a paragraph.
QString figuresInRows(const QString& html) {
    static const QRegularExpression list("<div class=\"histograms\">(.*?)</div>",
                                         QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression figure("<figure><figcaption>(.*?)</figcaption>(.*?)</figure>",
                                           QRegularExpression::DotMatchesEverythingOption);
    QString out;
    qsizetype done = 0;
    for (auto lists = list.globalMatch(html); lists.hasNext();) {
        const QRegularExpressionMatch found = lists.next();
        out += html.mid(done, found.capturedStart() - done) + QLatin1String("<table width=\"100%\">");
        int number = 0;
        for (auto figures = figure.globalMatch(found.captured(1)); figures.hasNext(); ++number) {
            const QRegularExpressionMatch one = figures.next();
            if (number % 2 == 0) out += number == 0 ? QLatin1String("<tr>") : QLatin1String("</tr><tr>");
            out += QLatin1String("<td width=\"50%\">") + captioned(one.captured(2).trimmed(), one.captured(1)) +
                   QLatin1String("</td>");
        }
        out += QLatin1String(number == 0 ? "<tr><td></td></tr></table>" : "</tr></table>");
        done = found.capturedEnd();
    }
    out += html.mid(done);
    return out.replace(QLatin1String("<figcaption>"), QLatin1String("<p>"))
        .replace(QLatin1String("</figcaption>"), QLatin1String("</p>"));
}

/// The report's body with a mark for each drawing, and what only a screen can use left out.
QString bodyOf(const ReportData& data, Drawings& drawings) {
    QString html = data.runs.size() > 1 ? briefReport(data) : QString::fromStdString(html_report(data));
    html.remove(kOpen).remove(kClose);
    html = html.mid(html.indexOf(QLatin1String("<body>")));
    static const QRegularExpression folded("<details.*?</details>", QRegularExpression::DotMatchesEverythingOption);
    html = figuresInRows(html.remove(folded));
    static const QRegularExpression svg("<svg.*?</svg>", QRegularExpression::DotMatchesEverythingOption);
    QString body;
    qsizetype done = 0;
    for (auto matches = svg.globalMatch(html); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        body += html.mid(done, match.capturedStart() - done);
        body += kOpen + QString::number(drawings.count()) + kClose;
        drawings.add(match.captured().replace(QLatin1String("currentColor"), QLatin1String("#1a1a1a")));
        done = match.capturedEnd();
    }
    body += html.mid(done);
    // A legend is no list here: its lines begin with their line.
    body.replace(QLatin1String("<ul class=\"legend\">"), QLatin1String("<p>"));
    body.remove(QLatin1String("<li>"));
    body.replace(QLatin1String("</li>"), QLatin1String("<br/>"));
    body.replace(QLatin1String("</ul>"), QLatin1String("</p>"));
    // QTextDocument knows attributes of cells, not their style.
    body.replace(QLatin1String("<table>"), QLatin1String("<table cellspacing=\"0\" cellpadding=\"2\" border=\"0\">"));
    body.replace(QLatin1String("<td class=\"text"), QLatin1String("<td align=\"left\" class=\"text"));
    body.replace(QLatin1String("<th scope=\"row\">"), QLatin1String("<th align=\"left\" scope=\"row\">"));
    body.replace(QLatin1String("<th scope=\"col\" class=\"text\">"), QLatin1String("<th align=\"left\">"));
    body.replace(QLatin1String("<th scope=\"col\">"), QLatin1String("<th align=\"right\">"));
    body.replace(QLatin1String("<pre dir=\"ltr\"><code>"), QLatin1String("<p dir=\"ltr\"><code>"));
    body.replace(QLatin1String("</code></pre>"), QLatin1String("</code></p>"));
    body.replace(QLatin1String("<td>"), QLatin1String("<td align=\"right\">"));
    return body;
}

void putDrawings(QTextDocument& document) {
    static const QRegularExpression mark(QString(kOpen) + "(\\d{1,6})" + kClose);
    for (QTextCursor found = document.find(mark); !found.isNull(); found = document.find(mark, found)) {
        QTextCharFormat format;
        format.setObjectType(kDrawing);
        format.setProperty(kWhich, found.selectedText().mid(1).chopped(1).toInt());
        found.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
}

}  // namespace

QByteArray pdfReport(const ReportData& data) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    writer.setCreator(QString("Mantissa %1").arg(program_version));
    const QString title =
        QString::fromStdString(data.runs.size() == 1 ? data.words(data.runs.front().label)
                                                     : data.words("%1 runs compared", {data.runs.size()}));
    writer.setTitle(title);
    writer.setResolution(kDpi);
    writer.setPageLayout(QPageLayout(QPageSize(QPageSize::A4), QPageLayout::Portrait,
                                     QMarginsF(kMarginMm, kMarginMm, kMarginMm, kMarginMm), QPageLayout::Millimeter));
    const QSizeF paper = writer.pageLayout().paintRectPixels(kDpi).size();
    const QSizeF page(paper.width(), paper.height() - kFooter);

    QTextDocument document;
    document.setDefaultFont(QFont(QGuiApplication::font().family(), 8));
    document.setDefaultStyleSheet(kStyle);
    document.setDocumentMargin(0);
    auto* drawings = new Drawings(&document);
    document.documentLayout()->setPaintDevice(&writer);
    document.documentLayout()->registerHandler(kDrawing, drawings);
    document.setHtml(bodyOf(data, *drawings));
    QTextCursor all(&document);
    all.beginEditBlock();  // laid out once, not after each cell
    putDrawings(document);
    layTables(document, page.width());
    all.endEditBlock();
    document.setPageSize(page);
    keepTogether(document);

    QPainter painter;
    if (!painter.begin(&writer))
        throw Error(ErrorCode::failed,
                    QCoreApplication::translate("ReportPdf", "The PDF could not be begun").toStdString());
    const int pages = document.pageCount();
    QFont small = document.defaultFont();
    small.setPointSizeF(7);
    for (int i = 0; i < pages; ++i) {
        if (i > 0 && !writer.newPage())
            throw Error(
                ErrorCode::failed,
                QCoreApplication::translate("ReportPdf", "A page of the PDF could not be written").toStdString());
        painter.save();
        painter.translate(0, -i * page.height());
        QAbstractTextDocumentLayout::PaintContext context;
        context.palette.setColor(QPalette::Text, QColor("#1a1a1a"));
        context.clip = QRectF(0, i * page.height(), page.width(), page.height());
        painter.setClipRect(context.clip);
        document.documentLayout()->draw(&painter, context);
        painter.restore();
        painter.setFont(small);
        painter.setPen(QColor("#444444"));
        const QRectF footer(0, page.height(), page.width(), kFooter);
        const QString number = QString("%1 / %2").arg(i + 1).arg(pages);
        const qreal room = page.width() - QFontMetricsF(small, &writer).horizontalAdvance(number) - 20;
        painter.drawText(footer, Qt::AlignRight | Qt::AlignBottom, number);
        painter.drawText(footer, Qt::AlignLeft | Qt::AlignBottom,
                         QFontMetricsF(small, &writer).elidedText(title, Qt::ElideRight, room));
    }
    painter.end();
    return bytes;
}

}  // namespace mantissa::ui

#include "report_pdf.moc"
