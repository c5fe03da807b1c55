// SPDX-License-Identifier: Apache-2.0
#include "engine/report/decision_message.h"

#include <fmt/format.h>

#include <cmath>

#include "engine/base/error.h"
#include "engine/report/decision.pb.h"
#include "engine/run/json.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

void write(report::Sentence& to, const Phrase& from) {
    to.set_text(english(from));
    if (from.sentence) *to.mutable_phrase() = record_of(from);
}
Phrase read(const report::Sentence& from) {
    return from.has_phrase() ? phrase_of(from.phrase(), from.text()) : Phrase(from.text());
}

void write(report::SheetDifference& to, const PairedDifference& from) {
    to.set_pairs(from.pairs);
    to.set_missing(from.missing);
    to.set_confidence(from.confidence);
    to.set_mean(from.mean);
    to.set_deviation(from.deviation);
    if (from.low) to.set_low(*from.low);
    if (from.high) to.set_high(*from.high);
}
/// With both limits where there are two pairs: what is said of a difference takes them for granted.
PairedDifference read(const report::SheetDifference& from) {
    PairedDifference to;
    to.pairs = from.pairs();
    to.missing = from.missing();
    to.confidence = from.confidence();
    to.mean = from.mean();
    to.deviation = from.deviation();
    if (from.has_low() || to.pairs > 1) to.low = from.low();
    if (from.has_high() || to.pairs > 1) to.high = from.high();
    return to;
}

void write(report::SheetMode& to, const DecisionMode& from) {
    *to.mutable_config() = from.config;
    to.set_emulated(from.emulated);
    to.mutable_reasons()->Assign(from.reasons.begin(), from.reasons.end());
    to.mutable_step_seconds()->Assign(from.step_seconds.begin(), from.step_seconds.end());
    to.set_peak_held(from.peak_held);
    to.set_peak_native(from.peak_native);
    to.set_batch_held(from.batch_held);
    to.set_batch_native(from.batch_native);
    for (const DecisionAccuracy& one : from.accuracies) {
        report::SheetAccuracy& accuracy = *to.add_accuracies();
        accuracy.set_beginning(one.beginning);
        accuracy.set_accuracy(one.accuracy);
    }
    if (from.difference) write(*to.mutable_difference(), *from.difference);
    for (const DecisionWarning& one : from.warnings) {
        report::SheetWarning& warning = *to.add_warnings();
        write(*warning.mutable_title(), one.title);
        for (const Phrase& sentence : one.reason) write(*warning.add_reason(), sentence);
        warning.set_runs(one.runs);
    }
}
DecisionMode read(const report::SheetMode& from) {
    DecisionMode to;
    to.config = from.config();
    to.emulated = from.emulated();
    to.reasons.assign(from.reasons().begin(), from.reasons().end());
    to.step_seconds.assign(from.step_seconds().begin(), from.step_seconds().end());
    to.peak_held = from.peak_held();
    to.peak_native = from.peak_native();
    to.batch_held = from.batch_held();
    to.batch_native = from.batch_native();
    for (const report::SheetAccuracy& one : from.accuracies())
        to.accuracies.push_back({one.beginning(), one.accuracy()});
    if (from.has_difference()) to.difference = read(from.difference());
    for (const report::SheetWarning& one : from.warnings()) {
        DecisionWarning& warning = to.warnings.emplace_back();
        warning.title = read(one.title());
        for (const report::Sentence& sentence : one.reason()) warning.reason.push_back(read(sentence));
        warning.runs = one.runs();
    }
    return to;
}

/// A sheet's sentences grow with each of these, so a short message could make very long ones.
constexpr int most_modes = 16, most_warnings = 64;

void at_most(int count, int most, const Phrase& too_many) {
    if (count > most) throw Error(ErrorCode::bad_data, too_many, "decision sheet", say("at most %1", {most}));
}

}  // namespace

std::string sheet_message(const DecisionSheet& sheet) {
    report::Sheet message;
    message.set_device(sheet.device);
    message.mutable_libraries()->Assign(sheet.libraries.begin(), sheet.libraries.end());
    write(*message.mutable_network(), sheet.network);
    message.set_data(sheet.data);
    message.set_library(sheet.library);
    message.set_budget(sheet.budget);
    message.set_seconds(sheet.seconds);
    message.set_made_unix(sheet.made_unix);
    for (const DecisionMode& mode : sheet.modes) write(*message.add_modes(), mode);
    return to_json(message);
}

DecisionSheet read_sheet_message(std::string_view text) {
    report::Sheet message;
    from_json(text, message, "decision sheet");
    at_most(message.modes_size(), most_modes, say("there are %1 modes", {message.modes_size()}));
    for (const report::SheetMode& mode : message.modes()) {
        at_most(mode.warnings_size(), most_warnings, say("there are %1 warnings of a mode", {mode.warnings_size()}));
        for (const report::SheetWarning& warning : mode.warnings())
            at_most(warning.reason_size(), most_warnings,
                    say("there are %1 reasons of a warning", {warning.reason_size()}));
        for (const double seconds : mode.step_seconds())
            if (!std::isfinite(seconds))
                throw Error(ErrorCode::bad_data, say("a time is not a number"), "decision sheet",
                            say("seconds of a step"));
    }
    DecisionSheet sheet;
    sheet.device = message.device();
    sheet.libraries.assign(message.libraries().begin(), message.libraries().end());
    sheet.network = read(message.network());
    sheet.data = message.data();
    sheet.library = message.library();
    sheet.budget = message.budget();
    sheet.seconds = message.seconds();
    sheet.made_unix = message.made_unix();
    for (const report::SheetMode& mode : message.modes()) sheet.modes.push_back(read(mode));
    return sheet;
}

}  // namespace mantissa
