// SPDX-License-Identifier: Apache-2.0
// Records of a race, made by hand.
#pragma once

#include <string>
#include <vector>

#include "tests/ui/live_records.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

inline run::Record laneStarted(const std::string& id, run::Precision precision, const std::string& race,
                               std::uint32_t lane) {
    run::Record r = started(id, precision);
    r.set_lane(lane);
    run::RunIdentity& identity = *r.mutable_started()->mutable_identity();
    identity.set_run_id(id);
    identity.set_data_name("MNIST");
    if (!race.empty()) identity.set_race_id(race);
    r.mutable_started()->mutable_config()->set_model(run::MLP);
    r.mutable_started()->mutable_config()->set_depth(2);
    r.mutable_started()->mutable_config()->set_width(128);
    return r;
}

/// The same with its initial weights moved by one ulp.
inline run::Record controlStarted(const std::string& id, run::Precision precision, const std::string& race,
                                  std::uint32_t lane) {
    run::Record r = laneStarted(id, precision, race, lane);
    r.mutable_started()->mutable_config()->set_one_ulp(true);
    return r;
}

/// A run that was forked from another one.
inline run::Record ghostStarted(const std::string& id, run::Precision precision, const std::string& parent,
                                std::uint32_t lane) {
    run::Record r = laneStarted(id, precision, "", lane);
    r.mutable_started()->mutable_identity()->set_ghost(true);
    r.mutable_started()->mutable_identity()->set_parent_run_id(parent);
    return r;
}

/// It goes on in place of that one.
inline run::Record adopted(const std::string& id, std::uint32_t number) {
    run::Record r = record(id, number);
    r.mutable_event()->set_kind(run::EventRecord::ADOPTED);
    r.mutable_event()->set_text("adopted");
    return r;
}

/// What is lost of a layer's weight gradient.
struct Lack {
    std::string layer;
    double normLost;
    double cosine;
};

inline run::Record shadows(const std::string& id, std::uint32_t number, const std::vector<Lack>& lacks) {
    run::Record r = record(id, number);
    for (const Lack& lack : lacks) {
        addHistogram(r, lack.layer + ".weight", run::ROLE_WEIGHT_GRADIENT, -20, 0);
        run::Shadow& shadow = *r.mutable_histograms()->mutable_histograms()->rbegin()->mutable_shadow();
        shadow.set_norm(1.0);
        shadow.set_norm_lost(lack.normLost);
        shadow.set_cosine(lack.cosine);
        shadow.set_nonzero(100);
    }
    return r;
}

inline RunModel model(const Records& records) {
    RunModel run(records.front().run_id());
    for (const run::Record& r : records) run.apply(r);
    return run;
}

}  // namespace mantissa::ui
