// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/rank_joiner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <utility>

#include "engine/recording/recording_reader.h"
#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

/// Steps after which a rank's histograms of one are not waited for any more: they take another way to the file.
constexpr std::uint32_t patience = 64;
constexpr std::size_t most_told_ranks = 64;
constexpr std::size_t most_frames = 2 * patience;  // of one rank, that wait: more than patience lets wait

template <typename Bins>
void add_bins(const Bins& other, int other_first, Bins& sum, int& first) {
    if (other.empty()) return;
    if (sum.empty()) {
        sum = other;
        first = other_first;
        return;
    }
    const int low = std::min(first, other_first);
    const int high = std::max(first + sum.size(), other_first + other.size());
    std::vector<std::uint64_t> all(static_cast<std::size_t>(high - low), 0);
    for (int i = 0; i < sum.size(); ++i) all[static_cast<std::size_t>(first + i - low)] += sum[i];
    for (int i = 0; i < other.size(); ++i) all[static_cast<std::size_t>(other_first + i - low)] += other[i];
    sum.Clear();
    for (const std::uint64_t count : all)
        sum.Add(static_cast<std::uint32_t>(std::min<std::uint64_t>(count, 0xffffffff)));
    first = low;
}

void add_updates(const run::Updates& other, run::Updates& sum) {
    int first = sum.first_bin();
    add_bins(other.bins(), other.first_bin(), *sum.mutable_bins(), first);
    sum.set_first_bin(first);
    sum.set_nonzero(sum.nonzero() + other.nonzero());
    if (sum.has_lost() && other.has_lost()) sum.set_lost(sum.lost() + other.lost());
    sum.set_lost_with_master(sum.lost_with_master() + other.lost_with_master());
    sum.set_lost_without_master(sum.lost_without_master() + other.lost_without_master());
}

void add(const run::CastCounts& other, run::CastCounts& sum) {
    const auto put = [&](auto get, auto set, auto has) {
        if ((other.*has)() || (sum.*has)()) (sum.*set)((sum.*get)() + (other.*get)());
    };
    using C = run::CastCounts;
    put(&C::elements, &C::set_elements, &C::has_elements);
    put(&C::zero, &C::set_zero, &C::has_zero);
    put(&C::flushed, &C::set_flushed, &C::has_flushed);
    put(&C::subnormal, &C::set_subnormal, &C::has_subnormal);
    put(&C::overflow, &C::set_overflow, &C::has_overflow);
    put(&C::infinite, &C::set_infinite, &C::has_infinite);
    put(&C::nan, &C::set_nan, &C::has_nan);
}

/// Sums that become means.
struct Mean {
    double sum = 0;
    std::size_t count = 0;
    void add(double value) {
        sum += value;
        ++count;
    }
    double value() const { return sum / static_cast<double>(count); }
};

}  // namespace

void add_counts(const run::Histogram& other, run::Histogram& sum) {
    int first = sum.first_bin();
    add_bins(other.bins(), other.first_bin(), *sum.mutable_bins(), first);
    sum.set_first_bin(first);
    add(other.counts(), *sum.mutable_counts());
    if (sum.has_elements()) sum.set_elements(sum.elements() + other.elements());
    // Without a number on one side there was an inf: the norm of both is unknown.
    if (sum.has_norm() && other.has_norm())
        sum.set_norm(std::hypot(sum.norm(), other.norm()));
    else
        sum.clear_norm();
    if (sum.has_norm_lost()) sum.set_norm_lost(std::hypot(sum.norm_lost(), other.norm_lost()));
    if (other.has_largest()) sum.set_largest(std::max(sum.largest(), other.largest()));
    if (sum.has_updates() && other.has_updates()) add_updates(other.updates(), *sum.mutable_updates());
}

struct RankJoiner::Rank {
    std::uint32_t number = 0;
    std::unique_ptr<RecordingReader> reader;
    std::deque<run::Record> records;                // of the run's own rank: all, in their order
    std::deque<run::Record> steps, frames, events;  // of another one: what belongs to it
    std::uint32_t frame_seen = 0;                   // the last step with histograms that came
    std::uint32_t step_seen = 0;
    bool outputs = false;  // it has activations, so histograms of its own are to come
    bool over = false;     // its file is at its end
    bool left_out = false;

    bool done() const { return over || left_out || reader->ended(); }
    void keep(run::Record&& record);
};

void RankJoiner::Rank::keep(run::Record&& record) {
    if (record.has_step_done()) {
        step_seen = record.step();
        steps.push_back(std::move(record));
    } else if (record.has_histograms()) {
        frame_seen = record.step();
        frames.push_back(std::move(record));
    } else if (record.has_event()) {
        events.push_back(std::move(record));
    } else {
        const auto& tensors = record.has_started() ? record.started().tensors() : record.described().tensors();
        for (const run::TensorInfo& tensor : tensors) outputs = outputs || tensor.part() == "output";
    }
}

struct RankJoiner::State {
    Sink out;
    std::vector<Rank> ranks;
    std::string run_id;
    bool begun = false, finished = false;
    std::uint32_t last = 0;
    std::size_t told_ranks = 0;  // steps whose loss was lost on some ranks only

    void pump();
    bool settle_id();
    bool ready(const run::Record& record) const;
    void hand_on(run::Record record);
    void join_step(run::Record& record);
    void join_frame(run::Record& record);
    void tell_others(std::uint32_t step, bool all);
    void notice(std::uint32_t step, const Phrase& text);
    void leave_out_laggards();
    std::size_t joined() const;
};

std::size_t RankJoiner::State::joined() const {
    return static_cast<std::size_t>(
        std::count_if(ranks.begin(), ranks.end(), [](const Rank& rank) { return !rank.left_out; }));
}

/// The id of the run, once the header of every rank was read and its own one begins.
bool RankJoiner::State::settle_id() {
    if (!run_id.empty()) return true;
    if (ranks.front().records.empty()) return false;
    const bool late = ranks.front().records.size() >= most_lag;  // one whose file stays empty is not waited for
    for (const Rank& rank : ranks)
        if (!rank.reader->has_header() && !rank.over && !late) return false;
    const std::string own = ranks.front().reader->run_id();
    for (std::size_t i = 1; i < ranks.size(); ++i)
        ranks[i].left_out = ranks[i].reader->run_id() != fmt::format("{}-rank{}", own, ranks[i].number);
    run_id = own;
    if (joined() < 2) return true;
    const std::deque<run::Record>& records = ranks.front().records;
    const double started = records.empty() ? 0 : records.front().started().identity().started_unix();
    run_id = derived_run_id(started, fmt::format("{} of {} ranks", own, joined()));
    return true;
}

void RankJoiner::State::notice(std::uint32_t step, const Phrase& text) {
    run::Record made;
    made.set_run_id(run_id);
    made.set_step(step);
    made.mutable_event()->set_kind(run::EventRecord::NOTICE);
    set_text(*made.mutable_event(), text);
    out(std::move(made));
}

/// Whether all that belongs to this record has come.
bool RankJoiner::State::ready(const run::Record& record) const {
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        const Rank& rank = ranks[i];
        if (rank.done()) continue;
        if (record.has_step_done() && rank.step_seen < record.step()) return false;
        if (!record.has_histograms()) continue;
        const std::uint32_t enough = record.step() + (rank.outputs ? patience : 0);
        if (rank.frame_seen < record.step() && rank.step_seen < enough) return false;
    }
    return true;
}

void RankJoiner::State::leave_out_laggards() {
    const std::deque<run::Record>& own = ranks.front().records;
    if (own.size() < most_lag) return;
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        Rank& rank = ranks[i];
        if (rank.done() || rank.step_seen >= own.front().step() + patience) continue;
        rank.left_out = true;
        notice(last, say("rank %1 is at step %2, more than %3 records behind rank %4: it is left out from here on",
                         {rank.number, rank.step_seen, most_lag, ranks.front().number}));
    }
}

void RankJoiner::State::pump() {
    if (!settle_id()) return;
    std::deque<run::Record>& own = ranks.front().records;
    while (!own.empty()) {
        if (!ready(own.front())) {
            leave_out_laggards();
            if (!ready(own.front())) return;
        }
        run::Record record = std::move(own.front());
        own.pop_front();
        hand_on(std::move(record));
    }
    if (ranks.front().done()) tell_others(last, true);
}

void RankJoiner::State::hand_on(run::Record record) {
    record.set_run_id(run_id);
    if (record.has_finished()) {
        tell_others(last, true);
        finished = true;
    }
    if (record.has_started()) {
        run::RunStarted& started = *record.mutable_started();
        started.mutable_identity()->set_run_id(run_id);
        if (joined() > 1) started.mutable_foreign()->clear_rank();
    }
    if (record.has_described() && joined() > 1) record.mutable_described()->mutable_foreign()->clear_rank();
    if (record.has_histograms()) join_frame(record);
    if (record.has_step_done()) {
        join_step(record);
        last = record.step();
    }
    const bool first = record.has_started();
    const run::ForeignRun about = first ? record.started().foreign() : run::ForeignRun();
    const bool step = record.has_step_done();
    out(std::move(record));
    if (step) tell_others(last, false);
    if (!first) return;
    begun = true;
    std::vector<Phrase> there, missing;
    for (const Rank& rank : ranks)
        if (!rank.left_out) there.push_back(rank.number);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(about.world(), most_ranks); ++i)
        if (std::none_of(there.begin(), there.end(), [&](const Phrase& one) { return one == Phrase(i); }))
            missing.push_back(i);
    const Phrase gradients = about.parallel() == "sharded"
                                 ? say("gradients and weights are the sums over the ranks, which rank 0's file has")
                                 : say("gradients and weights are rank 0's: all ranks have the same");
    if (there.size() > 1)
        notice(0, say("ranks %1 as one run: %2; logged numbers are the mean over these ranks, activations are added, "
                      "all else is rank 0's",
                      {listed(there), gradients}));
    if (!missing.empty()) notice(0, say("of %1 ranks these are missing: %2", {about.world(), listed(missing)}));
}

void RankJoiner::State::join_step(run::Record& record) {
    run::StepRecord& step = *record.mutable_step_done();
    Mean loss, accuracy;
    std::vector<Phrase> lost;  // ranks whose loss was inf or NaN
    std::size_t finite = 0;    // and how many others logged one
    const auto judge = [&](const run::StepRecord& one, std::uint32_t rank) {
        if (!one.has_loss()) return;
        if (std::isfinite(one.loss()) && !one.nonfinite_dropped())
            ++finite;
        else
            lost.emplace_back(rank);
    };
    std::map<std::string, Mean> scalars;
    const auto take = [&](const run::StepRecord& one) {
        if (one.has_loss()) loss.add(static_cast<double>(one.loss()));
        if (one.has_accuracy()) accuracy.add(static_cast<double>(one.accuracy()));
        for (const run::Scalar& scalar : one.scalars()) scalars[scalar.name()].add(scalar.value());
    };
    take(step);
    judge(step, ranks.front().number);
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        if (ranks[i].left_out) continue;
        std::deque<run::Record>& others = ranks[i].steps;
        while (!others.empty() && others.front().step() < record.step()) others.pop_front();
        if (others.empty() || others.front().step() != record.step()) continue;
        take(others.front().step_done());
        judge(others.front().step_done(), ranks[i].number);
        if (others.front().step_done().nonfinite_dropped()) step.set_nonfinite_dropped(true);
    }
    // foreign_failure.cpp knows these notices by their beginning.
    if (!lost.empty() && finite > 0 && told_ranks <= most_told_ranks) {
        ++told_ranks;
        notice(record.step(),
               told_ranks > most_told_ranks
                   ? say("on which ranks the loss is inf or NaN is not told from here on: it was told %1 times",
                         {most_told_ranks})
               : lost.size() == 1 ? say("the loss was inf or NaN on rank %1 alone", {lost.front()})
                                  : say("the loss was inf or NaN on ranks %1 alone", {listed(lost)}));
    }
    if (loss.count > 0) step.set_loss(static_cast<float>(loss.value()));
    if (accuracy.count > 0) step.set_accuracy(static_cast<float>(accuracy.value()));
    step.clear_scalars();
    for (const auto& [name, mean] : scalars) {
        run::Scalar& scalar = *step.add_scalars();
        scalar.set_name(name);
        scalar.set_value(mean.value());
    }
}

void RankJoiner::State::join_frame(run::Record& record) {
    run::HistogramRecord& frame = *record.mutable_histograms();
    std::map<std::pair<std::string, int>, int> places;  // made where a rank adds something
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        if (ranks[i].left_out) continue;
        std::deque<run::Record>& others = ranks[i].frames;
        while (!others.empty() && others.front().step() < record.step()) others.pop_front();
        if (others.empty() || others.front().step() != record.step()) continue;
        if (places.empty())
            for (int at = 0; at < frame.histograms_size(); ++at)
                places[{frame.histograms(at).tensor(), frame.histograms(at).role()}] = at;
        for (const run::Histogram& one : others.front().histograms().histograms()) {
            const auto place = places.find({one.tensor(), one.role()});
            if (place != places.end() && one.has_counts()) add_counts(one, *frame.mutable_histograms(place->second));
        }
    }
}

/// Hands on what the others say of themselves up to `step`.
void RankJoiner::State::tell_others(std::uint32_t step, bool all) {
    for (std::size_t i = 1; i < ranks.size(); ++i) {
        std::deque<run::Record>& events = ranks[i].events;
        for (; !events.empty() && (all || events.front().step() <= step); events.pop_front()) {
            const run::EventRecord& event = events.front().event();
            if (ranks[i].left_out || event.kind() == run::EventRecord::SCALE_UP ||
                event.kind() == run::EventRecord::MARK)
                continue;
            // Whom this rank's gradients accuse is to be read here; the run's own story is that of its first rank.
            notice(std::min(events.front().step(), step), say("rank %1: %2", {ranks[i].number, phrase_of(event)}));
        }
        std::deque<run::Record>& frames = ranks[i].frames;
        while (!frames.empty() && (all || frames.front().step() + patience <= step)) frames.pop_front();
    }
}

RankJoiner::RankJoiner(const std::vector<std::string>& files, std::vector<std::uint32_t> ranks, Sink sink)
    : state_(std::make_unique<State>()) {
    state_->out = std::move(sink);
    state_->ranks.resize(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        Rank& rank = state_->ranks[i];
        rank.number = ranks[i];
        rank.reader = std::make_unique<RecordingReader>(files[i], [&rank, i](run::Record&& record) {
            if (i == 0)
                rank.records.push_back(std::move(record));
            else if (!rank.left_out)
                rank.keep(std::move(record));
        });
    }
}

RankJoiner::~RankJoiner() = default;

void RankJoiner::take(std::size_t at, std::string_view bytes) {
    try {
        state_->ranks[at].reader->take(bytes);
    } catch (...) {
        over(at);  // what came before it is as good as ever
        throw;
    }
    state_->pump();
}

void RankJoiner::over(std::size_t at) {
    state_->ranks[at].over = true;
    state_->pump();
}

bool RankJoiner::wants(std::size_t at) const {
    const Rank& rank = state_->ranks[at];
    return !rank.done() && rank.records.size() < 2 * most_lag && rank.steps.size() < 2 * most_lag &&
           rank.frames.size() < most_frames && rank.events.size() < 2 * most_lag;
}

bool RankJoiner::started() const {
    return state_->begun;
}
bool RankJoiner::ended() const {
    return state_->finished;
}
bool RankJoiner::complete() const {
    return state_->ranks.front().reader->ended();
}
const std::string& RankJoiner::run_id() const {
    return state_->run_id;
}
std::uint32_t RankJoiner::last_step() const {
    return state_->last;
}
bool RankJoiner::partial() const {
    return std::any_of(state_->ranks.begin(), state_->ranks.end(),
                       [](const Rank& rank) { return rank.reader->partial(); });
}
std::uint64_t RankJoiner::unread() const {
    std::uint64_t lines = 0;
    for (const Rank& rank : state_->ranks) lines += rank.reader->unread();
    return lines;
}
const Error* RankJoiner::first_unread() const {
    for (const Rank& rank : state_->ranks)
        if (const Error* first = rank.reader->first_unread()) return first;
    return nullptr;
}

}  // namespace mantissa
