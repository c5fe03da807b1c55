// SPDX-License-Identifier: Apache-2.0
#include "engine/report/report_data.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cmath>
#include <ctime>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/report/advisor_text.h"
#include "engine/report/field_text.h"
#include "engine/report/repeat_command.h"
#include "engine/report/run_formats.h"
#include "engine/report/shadow_figures.h"
#include "engine/run/names.h"
#include "engine/run/network_file.h"
#include "engine/run/preset_text.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"

namespace mantissa {
namespace {

constexpr std::uint32_t steps_at_once = 2048;

/// Neighbours taken together, so that at most `most` nodes are left.
std::vector<SeriesNode> thinned_to(std::size_t most, const std::vector<SeriesNode>& nodes) {
    const std::size_t together = std::max<std::size_t>(1, (nodes.size() + most - 1) / std::max<std::size_t>(1, most));
    std::vector<SeriesNode> fewer;
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (i % together == 0)
            fewer.push_back(nodes[i]);
        else
            fewer.back().append(nodes[i]);
    return fewer;
}

/// Evaluations on the test set as nodes, at most `most`.
std::vector<SeriesNode> test_accuracy_of(const std::vector<run::Record>& evaluations, std::size_t most) {
    std::map<std::uint32_t, run::EvalRecord> by_step;
    for (const run::Record& record : evaluations) {
        const run::EvalRecord& one = record.evaluated();
        if (one.training_set() || !one.has_accuracy()) continue;
        const auto [place, added] = by_step.try_emplace(record.step(), one);
        if (!added && one.images() >= place->second.images()) place->second = one;
    }
    std::vector<SeriesNode> nodes;
    for (const auto& [step, one] : by_step) nodes.push_back(SeriesNode::of(step, one.accuracy()));
    return thinned_to(most, nodes);
}

/// Takes in a number that was logged in a step. What is kept of a long run is pairs of nodes, pairs of these, and so
/// on.
void take_logged(std::vector<LoggedSeries>& all, std::uint32_t step, const run::Scalar& scalar, std::size_t most) {
    auto one = std::find_if(all.begin(), all.end(), [&](const LoggedSeries& s) { return s.name == scalar.name(); });
    if (one == all.end()) {
        if (all.size() == most_logged) return;
        one = all.insert(all.end(), {scalar.name(), {}});
    }
    one->nodes.push_back(SeriesNode::of(step, static_cast<float>(scalar.value())));
    if (one->nodes.size() >= 8 * most) one->nodes = thinned_to(4 * most, one->nodes);
}

/// Whether `a` is worse than `b`: the larger of the share of the norm that is lost and of what the cosine lacks, then
/// the norm alone. What is no number is worst.
bool is_worse(const LastHistogram& a, const LastHistogram& b) {
    const auto severity = [](const LastHistogram& one) {
        const run::Shadow& shadow = one.histogram.shadow();
        if (shadow.has_norm() && shadow.norm() == 0) return std::pair(0.0, 0.0);  // there is nothing to lose
        const double lost = shadow.has_norm() ? norm_lost_share(shadow).value_or(2) : 2;
        const double turned = std::isfinite(shadow.cosine()) ? 1 - shadow.cosine() : 2;
        return std::pair(std::max(lost, turned), lost);
    };
    return severity(a) > severity(b);
}

/// What the references of a recording say of the gradients: those that ran the batch again, or else those of single
/// layers.
std::optional<GradientEvidence> recorded_gradients(const std::vector<LastHistogram>& shadows) {
    // A norm that is not finite is told as well: nothing is worse.
    const auto told = [](const LastHistogram& one) {
        const run::Shadow& shadow = one.histogram.shadow();
        return shadow.has_norm() && shadow.norm() != 0;
    };
    run::Tier tier = run::TIER_LOCAL;
    for (const LastHistogram& one : shadows)
        if (told(one) && one.histogram.shadow_tier() == run::TIER_PROBE) tier = run::TIER_PROBE;
    GradientEvidence all;
    for (const LastHistogram& one : shadows) {
        const run::Shadow& shadow = one.histogram.shadow();
        if (!told(one) || one.histogram.shadow_tier() != tier) continue;
        all.shadow = true;
        all.step = std::max(all.step, one.step);
        const double lost = norm_lost_share(shadow).value_or(1);
        if (lost > all.lost || all.lost_tensor.empty()) {
            all.lost = lost;
            all.lost_tensor = one.histogram.tensor();
        }
        const double cosine = std::isfinite(shadow.cosine()) ? shadow.cosine() : 0.0;
        if (cosine < all.cosine || all.cosine_tensor.empty()) {
            all.cosine = cosine;
            all.cosine_tensor = one.histogram.tensor();
            all.signal_to_noise = signal_to_noise_db(shadow);
        }
    }
    return all.shadow ? std::optional(all) : std::nullopt;
}

/// How many of the recorded updates were lost, as of the last histograms.
void take_recorded_updates(RunReport& report) {
    std::uint64_t nonzero = 0, lost = 0;
    for (const LastHistogram& last : report.histograms) {
        if (last.histogram.role() != run::ROLE_UPDATE || !last.histogram.has_updates()) continue;
        const run::Updates& updates = last.histogram.updates();
        if (!updates.has_lost()) report.updates_unknown = true;
        nonzero += updates.nonzero();
        lost += updates.lost();
    }
    if (nonzero > 0 && !report.updates_unknown)
        report.recorded_lost_updates = std::min(1.0, static_cast<double>(lost) / static_cast<double>(nonzero));
}

/// What the advisor says and the last histograms, in one pass over the records.
void read_records(const Library& library, RunReport& report, std::size_t nodes) {
    Evidence evidence;
    using Places = std::map<std::pair<std::string, int>, std::size_t>;
    Places places, shadow_places;
    const auto keep = [](std::vector<LastHistogram>& kept, Places& known, std::uint32_t step, const auto& histogram) {
        const auto key = std::pair(histogram.tensor(), static_cast<int>(histogram.role()));
        const auto [place, added] = known.try_emplace(key, kept.size());
        if (added) kept.emplace_back();
        kept[place->second] = {step, histogram};
    };
    each_record(library, report.summary.run_id, [&](const run::Record& record) {
        if (!report.details.lanes.empty() && record.lane() != report.details.lanes.front()) return;
        observe(evidence, record);
        if (record.has_diagnosis()) report.diagnosis = record.diagnosis();
        if (record.has_budget()) report.budget = record.budget();
        report.operands.take(record.step(), record.histograms());
        for (const run::Scalar& scalar : record.step_done().scalars())
            take_logged(report.logged, record.step(), scalar, nodes);
        for (const run::Histogram& histogram : record.histograms().histograms()) {
            keep(report.histograms, places, record.step(), histogram);
            if (histogram.has_shadow()) keep(report.shadows, shadow_places, record.step(), histogram);
        }
    });
    for (LoggedSeries& one : report.logged) one.nodes = thinned_to(nodes, one.nodes);
    report.findings = advise(evidence);
    if (evidence.foreign) {
        report.foreign_cause = foreign_cause(*evidence.foreign);
        report.unseen_scaler = evidence.foreign->unseen_scaler;
        report.gradients = recorded_gradients(report.shadows);
        take_recorded_updates(report);
    } else if (const GradientEvidence* last = last_shadow(evidence))
        report.gradients = *last;
    std::stable_sort(report.shadows.begin(), report.shadows.end(), is_worse);
    std::stable_sort(
        report.histograms.begin(), report.histograms.end(),
        [](const LastHistogram& a, const LastHistogram& b) { return a.histogram.role() < b.histogram.role(); });
}

void add_repeat(RunReport& report) {
    report.repeat_command = repeat_command(report.config, report.details.started.identity());
    const auto remark = [&](Phrase sentence) { report.repeat_remarks.push_back(std::move(sentence)); };
    const auto changes = std::count_if(report.details.events.begin(), report.details.events.end(),
                                       [](const auto& r) { return r.event().kind() == run::EventRecord::CHANGED; });
    if (changes > 0)
        remark(
            say("Settings were changed while it trained (%1; see the events). The command repeats the run up to the "
                "first change and continues without it.",
                {changes == 1 ? say("once") : say("%1 times", {changes})}));
    if (report.config.model() == run::NETWORK_FILE)
        remark(say("mantissa-worker network --run %1 > network.json writes the network that the command names.",
                   {report.summary.run_id}));
    if (report.details.started.identity().has_initial_weights_file())
        remark(say("It began with the weights of a file: as the command names it, and as it was then."));
    if (!report.summary.parent_run_id.empty())
        remark(say("It is a fork of run %1 at step %2. The command begins from the initial weights instead.",
                   {report.summary.parent_run_id, report.summary.fork_step}));
    if (!report.details.finished)
        remark(say("It had not ended when this report was made. The command trains to the planned end."));
    else if (report.details.finished->outcome() != run::RunFinished::COMPLETED)
        remark(say("It ended before its planned end. The command trains to that end."));
    if (report.details.lanes.size() > 1)
        remark(say("It holds %1 runs; charts and findings show the first. CSV and JSON hold all of them.",
                   {report.details.lanes.size()}));
    if (without_shell_characters(report.config.data()) != report.config.data())
        remark(say("The path of the data holds characters that shells read. Each is \"_\" in the command."));
    if (!report.details.started.identity().has_initial_weights_file())  // an older version did not name it
        remark(say(
            "Initial weights read from a file (--init-weights) are not part of a run's settings; their SHA-256 is."));
}

RunReport read_run(const Library& library, const std::string& run_id, bool detailed, std::size_t nodes) {
    RunReport report;
    report.summary = library.summary(run_id);
    if (!report.summary.problem.empty())
        throw Error(ErrorCode::bad_data, report.summary.problem, library.path().string(),
                    say("the other runs can still be read"));
    report.details = library.details(run_id);
    const bool foreign = report.details.started.has_foreign();
    // Of another program's training nothing has a default: what its recording does not say is not known.
    report.config = foreign ? report.details.started.config() : complete(report.details.started.config());
    report.formats = formats_phrase(report.config, report.details.events);
    report.label = report.summary.name.empty() ? changed_summary(report.config, report.details.events)
                                               : Phrase(report.summary.name);
    report.summary.emulated = was_emulated(report.details.started, report.details.events);
    if (!foreign) add_repeat(report);
    if (!detailed) return report;
    const std::uint32_t lane = report.details.lanes.empty() ? 0 : report.details.lanes.front();
    const auto series = [&](Field field) {
        return library.series(run_id, lane, field, report.details.first_step, report.details.last_step, nodes);
    };
    report.loss = series(Field::loss);
    report.accuracy = series(Field::accuracy);
    report.scale = series(Field::scale);
    report.skipped = series(Field::skipped);
    report.test_accuracy = test_accuracy_of(report.details.evaluations, nodes);
    read_records(library, report, nodes);
    report.detailed = true;
    return report;
}

/// "unet, 23 operations (sha256 ab12cd34)": a whole file has no room in a table.
std::string network_text(const std::string& network) {
    const std::string digest = "(sha256 " + sha256_hex(std::as_bytes(std::span(network))).substr(0, 8) + ")";
    try {
        const run::NetworkDescription read = read_network(network, "");
        return fmt::format("{}, {} {}", read.name(),
                           counted(static_cast<std::uint64_t>(read.operations_size()), "operation"), digest);
    } catch (const Error&) {  // of a damaged library
        return digest;
    }
}

/// A setting of another program's training, in the words of its recording where no setting of ours has them.
std::string recorded_text(const run::ForeignRun& run, const google::protobuf::FieldDescriptor& field) {
    if (field.number() == run::RunConfig::kModelFieldNumber) return run.model();
    std::vector<std::string> parts;  // an optimizer after the other, a rate of each group
    const auto add = [&parts](const std::string& part) {
        if (!part.empty() && std::find(parts.begin(), parts.end(), part) == parts.end()) parts.push_back(part);
    };
    for (const run::ForeignOptimizer& optimizer : run.optimizers()) {
        if (field.number() == run::RunConfig::kOptimizerFieldNumber) {
            std::string name = optimizer.name();  // as flags have it
            std::transform(name.begin(), name.end(), name.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
            add(name);
        }
        for (const run::ForeignGroup& group : optimizer.groups())
            if (field.number() == run::RunConfig::kLrFieldNumber && group.has_lr()) add(number_text(group.lr()));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string setting_text(const run::RunConfig& config, const google::protobuf::FieldDescriptor& field) {
    if (field.number() == run::RunConfig::kNetworkFieldNumber && !config.network().empty())
        return network_text(config.network());
    if (field.number() == run::RunConfig::kStepsFieldNumber && config.has_steps() && config.steps() < 0)
        return "by epochs";
    if (field.number() == run::RunConfig::kPresetFieldNumber) return english(preset_phrase(config));
    return field.is_repeated() ? overrides_text(config) : field_text(config, field);
}

void add_settings(ReportData& data) {
    const run::RunConfig initial = default_config();
    const auto* descriptor = run::RunConfig::descriptor();
    std::vector<run::RunConfig> configs;
    for (const RunReport& report : data.runs)
        if (report.problem.empty()) configs.push_back(report.config);
    for (int i = 0; i < descriptor->field_count(); ++i) {
        const auto& field = *descriptor->field(i);
        if (field.name() == "name") continue;  // it says what a run is called, not what it does
        SettingRow row{field.name(), setting_text(initial, field), {}};
        SettingRow working = row;  // what has no effect on a run is no value of it
        bool works = false, differs = false;
        const std::string* first = nullptr;
        row.values.reserve(data.runs.size());
        working.values.reserve(data.runs.size());
        for (const RunReport& report : data.runs) {
            row.values.push_back(report.problem.empty() ? setting_text(report.config, field) : "");
            const bool foreign = report.details.started.has_foreign();
            // A single one has a table of its own in these words.
            if (foreign && report.problem.empty() && data.runs.size() > 1)
                if (std::string text = recorded_text(report.details.started.foreign(), field); !text.empty())
                    row.values.back() = std::move(text);
            const bool idle = !foreign && idle_because(field.name(), report.config).has_value();
            working.values.push_back(idle ? "" : row.values.back());
            const bool unknown = foreign && row.values.back().empty();
            if (!report.problem.empty() || unknown) continue;
            if (first == nullptr) first = &row.values.back();
            works |= !idle;
            differs |= row.values.back() != (data.runs.size() == 1 ? row.initial : *first);
        }
        if (first == nullptr) continue;  // of another program's training the recording says some
        if (differs && works) data.differing.push_back(std::move(working));
        if (!idle_because(field.name(), configs)) data.settings.push_back(std::move(row));
    }
}

/// Runs that nobody named and that would be called the same get their seeds behind their names.
void tell_apart(std::vector<RunReport>& runs) {
    std::map<std::string, std::vector<RunReport*>> alike;
    for (RunReport& report : runs)
        if (report.problem.empty() && report.summary.name.empty() && report.config.has_seed())
            alike[english(report.label)].push_back(&report);
    for (const auto& [label, reports] : alike) {
        std::set<std::uint64_t> seeds;
        for (const RunReport* report : reports) seeds.insert(report->config.seed());
        if (seeds.size() < 2) continue;
        for (RunReport* report : reports) report->label = say("%1 · seed %2", {report->label, report->config.seed()});
    }
}

/// The runs that the charts draw: `shown`, what it is compared with, the newest.
std::vector<std::size_t> charted_of(const Library& library, const std::vector<std::string>& run_ids,
                                    const std::string& shown) {
    std::vector<RunSummary> all;
    all.reserve(run_ids.size());
    for (const std::string& run_id : run_ids) all.push_back(library.summary(run_id));
    const auto looked_at = std::find(run_ids.begin(), run_ids.end(), shown);
    const RunSummary* const one =
        looked_at == run_ids.end() ? nullptr : &all[static_cast<std::size_t>(looked_at - run_ids.begin())];
    const auto rank = [one](const RunSummary& run) {
        const bool beside = one != nullptr && ((!run.race_id.empty() && run.race_id == one->race_id) ||
                                               (!run.run_id.empty() && run.run_id == one->parent_run_id));
        return one != nullptr && run.run_id == one->run_id ? 0 : run.baseline ? 1 : beside ? 2 : 3;
    };
    std::vector<std::size_t> charted;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].problem.empty()) charted.push_back(i);
    std::stable_sort(charted.begin(), charted.end(), [&](std::size_t a, std::size_t b) {
        return std::pair(rank(all[a]), all[b].number) < std::pair(rank(all[b]), all[a].number);
    });
    charted.resize(std::min(charted.size(), most_charted_runs));
    std::sort(charted.begin(), charted.end());
    return charted;
}

/// The first `detailed` of the runs, and those of `charted`, with charts and findings.
std::vector<RunReport> read_runs(const Library& library, const std::vector<std::string>& run_ids, std::size_t detailed,
                                 const std::vector<std::size_t>& charted, std::size_t nodes) {
    std::vector<RunReport> runs;
    runs.reserve(run_ids.size());
    for (const std::string& run_id : run_ids) {
        try {
            const bool drawn = std::binary_search(charted.begin(), charted.end(), runs.size());
            runs.push_back(read_run(library, run_id, drawn || runs.size() < detailed, nodes));
        } catch (const Error& error) {
            if (error.code() != ErrorCode::bad_data || run_ids.size() == 1) throw;
            RunReport damaged;
            damaged.summary = library.summary(run_id);
            damaged.label = damaged.summary.name.empty() ? run_id : damaged.summary.name;
            damaged.problem = error.message_phrase();
            runs.push_back(std::move(damaged));
        }
    }
    tell_apart(runs);
    return runs;
}

}  // namespace

void each_record(const Library& library, const std::string& run_id,
                 const std::function<void(const run::Record&)>& take) {
    library.details(run_id);  // refuses one without a beginning
    std::optional<std::uint32_t> first = 0;
    while (first) {
        const std::uint32_t last = *first + std::min(steps_at_once - 1, every_step - *first);
        for (const run::Record& record : library.records(run_id, RecordKind::KIND_NOT_SET, *first, last)) take(record);
        // What is read is bounded by what is stored, not by the numbers of its steps.
        first = last == every_step ? std::nullopt : library.next_step(run_id, last + 1);
    }
}

std::string time_text(double unix_seconds) {
    if (!(unix_seconds > 0) || unix_seconds > 4e11) return "";  // years with more than four digits
    const auto seconds = static_cast<std::time_t>(unix_seconds);
    std::tm utc{};
    if (gmtime_r(&seconds, &utc) == nullptr) return "";
    return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", utc.tm_year + 1900, utc.tm_mon + 1, utc.tm_mday,
                       utc.tm_hour, utc.tm_min, utc.tm_sec);
}

ReportData read_report(const Library& library, const std::vector<std::string>& run_ids, std::size_t nodes,
                       const std::string& shown) {
    ReportData data;
    data.made_unix = std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
    data.library = library.path().filename().string();
    data.charted = charted_of(library, run_ids, shown);
    data.runs = read_runs(library, run_ids, most_detailed_runs, data.charted, nodes);
    add_settings(data);
    return data;
}

std::vector<RunReport> read_results(const Library& library, const std::vector<std::string>& run_ids) {
    return read_runs(library, run_ids, 0, {}, 0);
}

}  // namespace mantissa
