// SPDX-License-Identifier: Apache-2.0
// Field by field, both ways; what comes from a file is checked before anything is made of it.
#include "engine/train/checkpoint_message.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "engine/base/error.h"
#include "engine/run/presets.h"
#include "engine/run/validation.h"

namespace mantissa {
namespace {

constexpr std::size_t longest_run_id = 64;  // as the library

void put(const RunTotals::Share& share, checkpoint::Share& to) {
    to.set_part(share.part);
    to.set_whole(share.whole);
}

RunTotals::Share share_from(const checkpoint::Share& share) {
    return {share.part(), share.whole()};
}

void put(const RunTotals& totals, checkpoint::Totals& to) {
    put(totals.weight_gradients, *to.mutable_weight_gradients());
    put(totals.activation_gradients, *to.mutable_activation_gradients());
    put(totals.updates, *to.mutable_updates());
    for (const auto& [key, share] : totals.layers) {
        checkpoint::LayerShare& layer = *to.add_layers();
        layer.set_layer(key.first);
        layer.set_role(static_cast<std::uint32_t>(key.second));
        put(share, *layer.mutable_share());
    }
    to.set_lost_in_products(totals.lost_in_products);
    to.mutable_pulses()->Add(totals.pulses.begin(), totals.pulses.end());
    to.mutable_refreshed_pairs()->Add(totals.refreshed_pairs.begin(), totals.refreshed_pairs.end());
    to.set_skipped(totals.skipped);
    to.set_seconds(totals.seconds);
    to.set_images(totals.images);
}

RunTotals totals_from(const checkpoint::Totals& totals) {
    RunTotals result;
    result.weight_gradients = share_from(totals.weight_gradients());
    result.activation_gradients = share_from(totals.activation_gradients());
    result.updates = share_from(totals.updates());
    for (const checkpoint::LayerShare& layer : totals.layers())
        result.layers[{layer.layer(), static_cast<GaugeRole>(layer.role())}] = share_from(layer.share());
    result.lost_in_products = totals.lost_in_products();
    result.pulses.assign(totals.pulses().begin(), totals.pulses().end());
    result.refreshed_pairs.assign(totals.refreshed_pairs().begin(), totals.refreshed_pairs().end());
    result.skipped = totals.skipped();
    result.seconds = totals.seconds();
    result.images = totals.images();
    return result;
}

[[noreturn]] void refuse(const Phrase& what, const std::string& place, const Phrase& expected) {
    throw Error(ErrorCode::bad_data, say("the checkpoint contradicts itself: %1", {what}), place, expected);
}

void check(const checkpoint::Description& d, const std::string& place) {
    if (d.run_id().empty() || d.run_id().size() > longest_run_id || d.run_id() != d.started().identity().run_id())
        refuse(say("its run is not the one that the run's first record names"), place, say("the id of one run"));
    if (d.race().size() > longest_run_id)
        refuse(say("the id of the race in it is not valid"), place, say("at most %1 bytes", {longest_run_id}));
    // 0 as well: a dynamic scale without a floor falls to it where every step overflows, and stays there. Infinity
    // where growth to it is not refused, or was not.
    for (const float scale : {d.scale(), d.pending_scale()})
        if (std::isnan(scale) || scale < 0) refuse(say("the loss scale is not valid"), place, say("0 or more"));
    if (d.index() < 0) refuse(say("the place in the data is negative"), place, say("0 or more"));
    if (!std::isfinite(d.totals().seconds()) || d.totals().seconds() < 0)
        refuse(say("the time spent is negative"), place, say("0 or more seconds"));
    for (const checkpoint::LayerShare& layer : d.totals().layers())
        if (layer.role() > static_cast<std::uint32_t>(GaugeRole::weight))
            refuse(say("it counts a role that does not exist"), place, say("0 to 3"));
    for (const run::Record& record : d.unsettled())
        if (record.run_id() != d.run_id() || record.lane() != d.lane() || record.step() > d.step() ||
            record.kind_case() == run::Record::KIND_NOT_SET)
            refuse(say("it holds a record that does not belong to it"), place,
                   say("records of this run up to its step"));
    try {
        validate(complete(d.config()));
    } catch (const Error& error) {
        refuse(say("%1: %2", {error.place(), error.message_phrase()}), place, error.remedy_phrase());
    }
}

}  // namespace

checkpoint::Description describe(const Checkpoint& from) {
    checkpoint::Description d;
    d.set_run_id(from.run_id);
    d.set_lane(from.lane);
    d.set_program_version(from.program_version);
    d.set_commit(from.commit);
    if (from.race) d.set_race(*from.race);
    *d.mutable_started() = from.started;
    const Snapshot& s = from.snapshot;
    *d.mutable_config() = s.config;
    d.set_step(s.step);
    d.set_epoch(s.position.epoch);
    d.set_index(s.position.index);
    d.set_scale(s.scaler.scale);
    d.set_growth_tracker(s.scaler.tracker);
    d.set_optimizer_step(s.scaler.optimizer_step);
    d.set_skipped(s.scaler.skipped);
    d.set_pending_scale(s.scaler.pending);
    d.set_overflows_absorbed(s.scaler.absorbed);
    d.set_overflows_tolerated(s.scaler.overflows);
    d.set_steps_since_rescale(s.scaler.since_rescale);
    put(s.totals, *d.mutable_totals());
    if (s.last_complete) *d.mutable_last_complete() = *s.last_complete;
    d.set_last_complete_step(s.last_complete_step);
    if (s.owed_evaluation) d.set_owed_evaluation(*s.owed_evaluation);
    d.set_saw_nonfinite_loss(s.saw_nonfinite_loss);
    d.set_told_of_rank_sum(s.told_of_rank_sum);
    d.set_told_of_rank_flushes(s.told_of_rank_flushes);
    if (s.native_choice) *d.mutable_native_choice() = *s.native_choice;
    for (const run::Record& record : from.unsettled) *d.add_unsettled() = record;
    return d;
}

Checkpoint checkpoint_from(const checkpoint::Description& d, const std::string& place) {
    check(d, place);
    Checkpoint c;
    c.run_id = d.run_id();
    c.lane = d.lane();
    c.program_version = d.program_version();
    c.commit = d.commit();
    c.race = d.has_race() ? d.race() : d.started().identity().race_id();
    c.started = d.started();
    Snapshot& s = c.snapshot;
    s.config = complete(d.config());  // of an older version it may lack a field
    s.step = d.step();
    s.position = {d.epoch(), d.index()};
    s.scaler.scale = d.scale();
    s.scaler.tracker = d.growth_tracker();
    s.scaler.optimizer_step = d.optimizer_step();
    s.scaler.skipped = d.skipped();
    s.scaler.pending = d.has_pending_scale() ? d.pending_scale() : d.scale();
    s.scaler.absorbed = d.overflows_absorbed();
    s.scaler.overflows = d.overflows_tolerated();
    s.scaler.since_rescale = d.steps_since_rescale();
    s.totals = totals_from(d.totals());
    if (d.has_last_complete()) s.last_complete = d.last_complete();
    s.last_complete_step = d.last_complete_step();
    if (d.has_owed_evaluation()) s.owed_evaluation = d.owed_evaluation();
    s.saw_nonfinite_loss = d.saw_nonfinite_loss();
    s.told_of_rank_sum = d.told_of_rank_sum();
    s.told_of_rank_flushes = d.told_of_rank_flushes();
    if (d.has_native_choice()) s.native_choice = d.native_choice();
    c.unsettled.assign(d.unsettled().begin(), d.unsettled().end());
    return c;
}

}  // namespace mantissa
