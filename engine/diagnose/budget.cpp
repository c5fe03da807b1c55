// SPDX-License-Identifier: Apache-2.0
#include "engine/diagnose/budget.h"

#include <algorithm>

#include "engine/base/error.h"
#include "engine/diagnose/space.h"
#include "engine/diagnose/watch.h"
#include "engine/run/presets.h"
#include "engine/train/lane_parts.h"

namespace mantissa {
namespace {

constexpr int most_exponent = 8, most_fraction = 23;   // FP32's
constexpr int least_exponent = 2, least_fraction = 1;  // what a run's own format may have

/// The least number in [least, most] that holds, where `most` does.
int bisect(int least, int most, const std::function<bool(int)>& holds) {
    while (least < most) {
        const int middle = least + (most - least) / 2;
        if (holds(middle))
            most = middle;
        else
            least = middle + 1;
    }
    return most;
}

class Budget {
  public:
    Budget(const Bench& bench, const run::RunConfig& config, const BudgetOptions& options)
        : bench_(bench), options_(options), base_(in_fp32(config)), pace_(options.pace) {
        narrowed_ = base_;
        narrowed_.set_scaling(config.scaling());  // the run's, which FP32 alone would not need
    }

    std::vector<PrecisionNeed> needs() {
        std::vector<PrecisionNeed> all;
        try {
            reference();
            const std::vector<PrecisionNeed> wanted = operations();
            pace_.begin(DiagnosisProgress::Stage::searching, static_cast<std::uint32_t>(wanted.size()));
            for (PrecisionNeed need : wanted) {
                pace_.at(static_cast<std::uint32_t>(all.size()));
                look(need);
                all.push_back(need);
                if (options_.found) options_.found(need);
            }
            all.push_back(together(all));
            if (options_.found) options_.found(all.back());
        } catch (const DiagnosisStopped&) {
        }
        return all;
    }

  private:
    void reference() {
        pace_.begin(DiagnosisProgress::Stage::watching, 0);
        Trial fp32(bench_, base_), moved(bench_, base_, nullptr, true);
        fp32_ = train(fp32, options_.steps, pace_);
        if (fp32_.losses.size() < options_.steps || own_failure(fp32_))
            throw Error(ErrorCode::usage,
                        say("FP32 does not learn with these settings: no format can be held against it"),
                        "learning rate", say("settings with which FP32 learns"));
        tolerance_ = tolerance_of(fp32_, train(moved, options_.steps, pace_), options_.steps);
    }

    /// Each with its casts, in the order of the network.
    std::vector<PrecisionNeed> operations() const {
        run::RunConfig narrowest = base_;  // in which every cast there is stands out
        narrowest.set_precision(run::CUSTOM);
        narrowest.set_exponent_bits(least_exponent);
        narrowest.set_fraction_bits(least_fraction);
        const Network network = make_network(base_, bench_.dataset.side, bench_.dataset.classes);
        std::vector<PrecisionNeed> all;
        for (const Widening& cast : widenings_of(network, narrowest)) {
            if (cast.layer.empty()) continue;
            if (options_.each_cast || all.empty() || all.back().layer != cast.layer)
                all.push_back({cast.layer, {}, 0, 0, false, 0});
            all.back().casts.push_back(cast.cast);
        }
        return all;
    }

    static void narrow(run::RunConfig& config, const PrecisionNeed& need) {
        run::LayerOverride& one = *config.add_layer_overrides();
        one.set_layer(need.layer);
        one.set_precision(run::CUSTOM);
        for (const run::LayerCast cast : need.casts) one.add_casts(cast);
    }

    bool keeps_up(run::RunConfig config, int exponent, int fraction) {
        config.set_exponent_bits(static_cast<std::uint32_t>(exponent));
        config.set_fraction_bits(static_cast<std::uint32_t>(fraction));
        Trial trial(bench_, config);
        const Course course = train(trial, options_.steps, pace_);
        return course.losses.size() >= options_.steps && mantissa::keeps_up(course, fp32_, tolerance_);
    }

    void look(PrecisionNeed& need) {
        run::RunConfig config = narrowed_;
        narrow(config, need);
        const auto holds = [&](int exponent, int fraction) {
            ++need.tests;
            return keeps_up(config, exponent, fraction);
        };
        need.fraction_bits = bisect(least_fraction, most_fraction, [&](int f) { return holds(most_exponent, f); });
        need.exponent_bits = bisect(least_exponent, most_exponent, [&](int e) { return holds(e, need.fraction_bits); });
        need.keeps_up = true;
    }

    PrecisionNeed together(const std::vector<PrecisionNeed>& all) {
        PrecisionNeed whole;
        run::RunConfig config = narrowed_;
        for (const PrecisionNeed& one : all) {
            whole.exponent_bits = std::max(whole.exponent_bits, one.exponent_bits);
            whole.fraction_bits = std::max(whole.fraction_bits, one.fraction_bits);
            const auto same =
                std::find_if(config.mutable_layer_overrides()->begin(), config.mutable_layer_overrides()->end(),
                             [&](const run::LayerOverride& o) { return o.layer() == one.layer; });
            if (same == config.mutable_layer_overrides()->end())
                narrow(config, one);
            else
                for (const run::LayerCast cast : one.casts) same->add_casts(cast);
        }
        if (all.empty()) return whole;
        whole.tests = 1;
        whole.keeps_up = keeps_up(config, whole.exponent_bits, whole.fraction_bits);
        return whole;
    }

    const Bench& bench_;
    const BudgetOptions& options_;
    run::RunConfig base_, narrowed_;
    Pace pace_;
    Course fp32_;
    double tolerance_ = 0;
};

}  // namespace

std::vector<PrecisionNeed> precision_budget(const Bench& bench, const run::RunConfig& given,
                                            const BudgetOptions& options) {
    if (given.optimizer() == run::PHASE_CHANGE)
        throw Error(ErrorCode::usage, say("its weights are phase-change devices, and nothing else of it is narrow"),
                    "optimizer", say("sgd, adam or adamw"));
    run::RunConfig config = given;
    if (config.native() == run::NATIVE_AUTO) config.set_native(run::NATIVE_OFF);  // as diagnose() does
    return Budget(bench, config, options).needs();
}

}  // namespace mantissa
