// SPDX-License-Identifier: GPL-3.0-or-later
// See report_brief.h.
#include "ui/reports/report_brief.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>

#include "engine/report/html.h"
#include "engine/report/html_parts.h"
#include "engine/report/markup_text.h"
#include "engine/report/report_data.h"
#include "engine/report/run_formats.h"
#include "engine/run/phrase_record.h"

namespace mantissa::ui {

namespace {

constexpr std::size_t kMostFindings = 3;
constexpr std::size_t kMostChanges = 6;
constexpr std::size_t kMostNote = 600;  // characters
constexpr std::size_t kMostCommand = 1200;

/// Text from a run, as markup.
QString shown(const std::string& text, std::size_t most = 300) {
    return QString::fromStdString(isolated(shortened(text, most)));
}

/// Plain text, as markup.
QString marked(const std::string& text) {
    return QString::fromStdString(escaped(text));
}

QString row(const QString& what, const QString& markup) {
    return QStringLiteral("<tr><th scope=\"row\">%1</th><td class=\"text\">%2</td></tr>\n").arg(what, markup);
}

/// What became of the run and how to tell it from the others.
QString facts(const ReportData& data, std::size_t index) {
    const Words& words = data.words;
    const RunReport& report = data.runs[index];
    const run::RunIdentity& identity = report.details.started.identity();
    const run::RunFinished finished = report.details.finished.value_or(run::RunFinished());
    QString out = QStringLiteral("<table><tbody>\n");
    out += row(marked(words(test_metric(data, say("Test accuracy"), say("Test set")))),
               marked(tested_text(words, report)));
    out += row(marked(words("Steps, of which skipped")),
               marked(words.count(report.summary.steps) + ", " + words.count(report.summary.skipped)));
    out += row(marked(words("Flushed gradients, lost updates")),
               marked(percent_text(finished.has_flushed_share(), finished.flushed_share()) + ", " +
                      percent_text(finished.has_lost_update_share(), finished.lost_update_share())));
    for (const SettingRow& setting : data.differing) {
        if (index < setting.values.size() && !setting.values[index].empty())
            out += row(shown(setting.setting), shown(setting.values[index]));
    }
    out += row(marked(words("Device")), shown(words(Phrase(identity.device()))));
    out += row(marked(words("Started")), shown(time_text(report.summary.started_unix)));
    out += row(marked(words("Run")), shown(report.summary.run_id));
    return out + QStringLiteral("</tbody></table>\n");
}

QString findings(const Words& words, const RunReport& report) {
    QString out;
    for (std::size_t i = 0; i < std::min(report.findings.size(), kMostFindings); ++i) {
        const Finding& finding = report.findings[i];
        out += QStringLiteral("<p><strong>%1: %2.</strong> %3</p>\n")
                   .arg(marked(words(severity_phrase(finding.severity))), shown(words(finding.title_phrase)),
                        shown(words.all(finding.reason_phrases), 500));
    }
    if (const std::size_t more = report.findings.size() - std::min(report.findings.size(), kMostFindings); more > 0)
        out += QStringLiteral("<p>%1</p>\n")
                   .arg(marked(more == 1 ? words("1 more finding is in the HTML report.")
                                         : words("%1 more findings are in the HTML report.", {more})));
    return out;
}

/// What a person did to it while it trained.
QString changes(const Words& words, const RunReport& report) {
    QStringList lines;
    std::size_t count = 0;
    for (const run::Record& record : report.details.events) {
        if (record.event().kind() != run::EventRecord::CHANGED || ++count > kMostChanges) continue;
        lines << QString::fromStdString(escaped_around(
            words("From step %1 on: %2"),
            {std::to_string(record.step()), isolated(shortened(words(phrase_of(record.event())), 300))}));
    }
    if (count == kMostChanges + 1) lines << marked(words("1 more change"));
    if (count > kMostChanges + 1) lines << marked(words("%1 more changes", {count - kMostChanges}));
    return lines.isEmpty() ? QString() : QStringLiteral("<p>%1</p>\n").arg(lines.join(QStringLiteral("<br/>\n")));
}

/// Its accuracy and its loss, each with its heading: the first two figures of a report of this run alone.
QString charts(const Words& words, const RunReport& report) {
    ReportData alone;
    alone.words = words;
    alone.runs.push_back(report);
    const QString all = QString::fromStdString(html_charts(alone));
    static const QRegularExpression figure("<figcaption><strong>(.*?)</strong>.*?(<svg class=\"chart\".*?</svg>)",
                                           QRegularExpression::DotMatchesEverythingOption);
    QString out;
    int count = 0;
    for (auto found = figure.globalMatch(all); found.hasNext() && count < 2; ++count) {
        const QRegularExpressionMatch one = found.next();
        out += QStringLiteral("<p>%1</p>\n<p>%2</p>\n").arg(one.captured(1), one.captured(2));
    }
    return out;
}

QString briefPage(const ReportData& data, std::size_t index) {
    const Words& words = data.words;
    const RunReport& report = data.runs[index];
    QString out = QStringLiteral("<h2 style=\"page-break-before: always\">%1</h2>\n")
                      .arg(QString::fromStdString(escaped_around(
                          words("Run %1: %2"),
                          {std::to_string(report.summary.number), isolated(shortened(words(report.label), 120))})));
    if (!report.problem.empty()) return out + QStringLiteral("<p>%1</p>\n").arg(shown(words(report.problem)));
    out += QStringLiteral("<p>%1</p>\n").arg(shown(words(changed_summary(report.config, report.details.events))));
    if (!report.summary.note.empty()) out += QStringLiteral("<p>%1</p>\n").arg(shown(report.summary.note, kMostNote));
    return out + facts(data, index) + findings(words, report) + changes(words, report) + charts(words, report) +
           QStringLiteral("<p dir=\"ltr\"><code>%1</code></p>\n").arg(shown(report.repeat_command, kMostCommand));
}

}  // namespace

QString briefReport(const ReportData& data) {
    const Words& words = data.words;
    QString out = QStringLiteral("<body>\n<h1>%1</h1>\n").arg(marked(words("%1 runs compared", {data.runs.size()})));
    out += QStringLiteral("<p class=\"muted\">%1</p>\n")
               .arg(QString::fromStdString(escaped_around(
                   words("Made %1 from the library %2: the comparison, then a page for each run. Everything else about "
                         "them (histograms, evaluations, events, all settings) is in the HTML report of the same "
                         "runs."),
                   {isolated(time_text(data.made_unix)), isolated(shortened(data.library, 300))})));
    out += QString::fromStdString(html_results(data) + html_seeds(data) + html_common(data) + html_differing(data) +
                                  html_charts(data));
    const std::size_t pages = std::min(data.runs.size(), most_detailed_runs);
    for (std::size_t i = 0; i < pages; ++i) out += briefPage(data, i);
    if (const std::size_t more = data.runs.size() - pages; more > 0)
        out +=
            QStringLiteral("<p>%1</p>\n")
                .arg(marked(more == 1 ? words("1 more run has no page of its own; CSV and JSON hold everything.")
                                      : words("%1 more runs have no page of their own; CSV and JSON hold everything.",
                                              {more})));
    return out + QStringLiteral("</body>\n");
}

}  // namespace mantissa::ui
