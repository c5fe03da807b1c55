// SPDX-License-Identifier: Apache-2.0
#include "app/worker/foreign_diagnosis.h"

#include <fmt/format.h>

#include <vector>

#include "app/worker/terminal.h"
#include "engine/base/error.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/foreign_cause.h"
#include "engine/report/report_data.h"
#include "engine/run/json.h"

namespace mantissa {
namespace {

std::string json_list(const std::vector<std::string>& texts) {
    std::string out;
    for (const std::string& text : texts) out += (out.empty() ? "" : ",") + json_quoted(text);
    return "[" + out + "]";
}

std::vector<std::string> in_english(const std::vector<Phrase>& sentences) {
    std::vector<std::string> texts;
    for (const Phrase& sentence : sentences) texts.push_back(english(sentence));
    return texts;
}

}  // namespace

bool is_foreign(const Library& library, const std::string& run_id) {
    const std::vector<run::Record> first = library.records(run_id, run::Record::kStarted);
    return !first.empty() && first.front().started().has_foreign();
}

int tell_foreign_cause(const Library& library, const std::string& run_id, bool json, const std::string& reproducer) {
    if (!reproducer.empty())
        throw Error(ErrorCode::usage, "another program trained this run, so there is no step to reproduce", run_id,
                    "a run of Mantissa's own; without --reproducer it says what the recording tells");
    Evidence evidence;
    each_record(library, run_id, [&](const run::Record& record) { observe(evidence, record); });
    const ForeignCause cause = foreign_cause(*evidence.foreign);
    const std::vector<std::string> sentences = in_english(cause.sentences), missing = in_english(cause.missing);
    if (json) {
        fmt::print(
            R"({{"verdict":"{}","where":"{}","step":{},"producer":{},"passed_on":{},"passed_on_count":{},"text":{},)"
            R"("missing":{},"pytorch":{}}})"
            "\n",
            name_of(cause.verdict), name_of(cause.where), cause.step, json_quoted(cause.producer),
            json_list(cause.passed_on), cause.passed_on_count, json_list(sentences), json_list(missing),
            json_quoted(cause.code));
        return 0;
    }
    for (const std::string& sentence : sentences) fmt::print("{}\n", harmless(sentence));
    if (!cause.code.empty()) fmt::print("\nIn PyTorch:\n{}", cause.code);
    if (!missing.empty()) fmt::print("\n{}\n", english(foreign_missing_heading()));
    for (const std::string& sentence : missing) fmt::print("- {}\n", harmless(sentence));
    return 0;
}

}  // namespace mantissa
