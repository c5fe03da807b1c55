// SPDX-License-Identifier: GPL-3.0-or-later
// See run_marks.h.
#include "ui/pages/run_marks.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "ui/charts/format_text.h"
#include "ui/models/run_model.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

QString eventLabel(const EventMark& event) {
    const QString text = inWords(event.text);
    switch (event.kind) {
        case run::EventRecord::PAUSED:
            return tr("pause");
        case run::EventRecord::EPOCH:
            if (const std::string said = english(event.text); said.starts_with("epoch "))  // also of old records
                return tr("epoch %1").arg(QString::fromStdString(said.substr(6)));
            return text.isEmpty() ? tr("epoch") : text;
        case run::EventRecord::NON_FINITE:
            return tr("inf/NaN");
        case run::EventRecord::RESUMED_FROM_CHECKPOINT:
            return tr("resumed");
        case run::EventRecord::RESET:
            return tr("reset");
        case run::EventRecord::ADOPTED:
            return tr("adopted");
        case run::EventRecord::NOTICE:
            return tr("notice");
        case run::EventRecord::FORWARD:
            return tr("inf/NaN, forward");
        case run::EventRecord::MARK:
            return text.isEmpty() ? tr("mark") : text;
        case run::EventRecord::GAP:
            return tr("gap");
        default:
            return text.isEmpty() ? tr("change") : text;
    }
}

}  // namespace

double shortestDouble(float value) {
    if (!std::isfinite(value)) return static_cast<double>(value);
    char text[48];
    const auto end = std::to_chars(text, text + sizeof text, value).ptr;
    double result = 0.0;
    std::from_chars(text, end, result);
    return result;
}

std::vector<Bookmark> bookmarksOf(const RunModel& run) {
    std::vector<Bookmark> bookmarks;
    double lastPause = -10.0;
    for (const EventMark& event : run.events()) {
        const double step = event.step;
        switch (event.kind) {
            case run::EventRecord::STARTED:
            case run::EventRecord::RESUMED:
            case run::EventRecord::SCALE_DOWN:
            case run::EventRecord::SCALE_UP:
            case run::EventRecord::SKIPPED:  // a pin is there already
            case run::EventRecord::EVENT_UNSET:
                continue;
            case run::EventRecord::PAUSED: {
                const bool again = step - lastPause <= 2.0;
                lastPause = step;
                if (again) continue;
                break;
            }
            default:
                break;
        }
        const QString label = eventLabel(event);
        const QString text = event.text.empty() || event.kind == run::EventRecord::EPOCH ? label : inWords(event.text);
        bookmarks.push_back({step, label, tr("step %1: %2").arg(event.step).arg(text),
                             event.kind != run::EventRecord::EPOCH && event.kind != run::EventRecord::PAUSED,
                             event.kind == run::EventRecord::EPOCH});
    }
    return bookmarks;
}

std::vector<double> skippedSteps(const RunModel& run) {
    std::vector<double> steps;
    steps.reserve(run.skips().size());
    for (const SkipMark& skip : run.skips()) steps.push_back(skip.step);
    return steps;
}

QString skipText(const RunModel& run, double step) {
    for (const SkipMark& skip : run.skips()) {
        if (skip.step != step) continue;
        QString text = tr("step %1 skipped: inf or NaN").arg(skip.step);
        if (!skip.cause.empty()) text += tr(" first in %1").arg(QString::fromStdString(skip.cause));
        if (skip.values > 0)
            text +=
                tr(" (%1 values)", nullptr, pluralCount(skip.values)).arg(countText(static_cast<double>(skip.values)));
        return text;
    }
    return {};
}

double axisEnd(std::uint32_t step, std::uint32_t total) {
    const double done = std::max<double>(step, 1.0);
    if (total && (done >= total / 4.0 || total <= 100)) return std::max<double>(total, done);
    const double ahead = std::max(1.25 * done, 50.0);
    const double power = std::pow(10.0, std::floor(std::log10(ahead)));
    double end = 10.0 * power;
    for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor * power >= ahead) {
            end = factor * power;
            break;
        }
    }
    return total ? std::min<double>(end, total) : end;
}

}  // namespace mantissa::ui
