// SPDX-License-Identifier: Apache-2.0
// Rules about everything but range: lost updates, a run that stands still, one that is well, memory and sizes.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/report/advisor.h"
#include "engine/report/advisor_text.h"
#include "engine/run/models.h"
#include "engine/run/names.h"
#include "engine/run/policy_of.h"
#include "engine/run/tasks.h"

namespace mantissa {
namespace {

constexpr std::size_t enough_steps = 10;
constexpr double healthy_cosine = 0.99;
constexpr double healthy_loss = 0.01;
constexpr std::uint32_t healthy_steps = 100;
constexpr double chance_accuracy = 0.15;
constexpr std::uint32_t stalled_steps = 200;
constexpr std::size_t stalled_losses = 50;
constexpr double stalled_loss_change = 0.05;
constexpr std::size_t diverged_losses = 20;
constexpr double diverged_factor = 3;  // times the loss of guessing
constexpr std::uint64_t greatest_batch = 65536;
constexpr double coarse_spacing = 0.5;  // of a result, in deviations of the targets: its rounding costs 2 % of R²

/// How often each digit is in MNIST's 10,000 test images (counted in t10k-labels-idx1-ubyte).
constexpr std::array<std::uint32_t, 10> mnist_test_digits{980, 1135, 1032, 1010, 982, 892, 958, 1028, 974, 1009};

struct UpdateShare {
    std::uint64_t nonzero = 0;
    double lost = 0;
};

UpdateShare recent_updates(const Evidence& e) {
    UpdateShare sum;
    std::uint64_t lost = 0;
    for (const StepEvidence& s : e.recent) {
        sum.nonzero += s.updates_nonzero;
        lost += s.updates_lost;
    }
    if (sum.nonzero > 0) sum.lost = static_cast<double>(lost) / static_cast<double>(sum.nonzero);
    return sum;
}

/// Share of updates that would be lost with FP32 master weights, in the last record; nothing if it was not measured.
std::optional<double> lost_with_master(const Evidence& e) {
    if (!e.updates || e.updates->nonzero == 0) return std::nullopt;
    return static_cast<double>(e.updates->lost_with_master) / static_cast<double>(e.updates->nonzero);
}

/// The class that an accuracy on all of MNIST's test images is the share of, if it is one; -1 if not.
int only_answer(const Evidence& e) {
    if (e.data_name != "MNIST" || !e.test || e.test->images != 10000) return -1;
    for (std::size_t digit = 0; digit < mnist_test_digits.size(); ++digit)
        if (std::lround(e.test->accuracy * 10000) == static_cast<long>(mnist_test_digits[digit]))
            return static_cast<int>(digit);
    return -1;
}

/// By which rule it has diverged, or not.
Phrase standing_phrase(const Standing& beside, run::Task task) {
    const auto amount = [task](const std::string& loss) {  // a squared error has another unit, or none
        return has_squared_error(task) ? Phrase(loss) : say("%1 nats", {loss});
    };
    const Phrase threshold = amount(fmt::format("{:g}", beside.rule.threshold));
    const std::string times = fmt::format("{:g}", beside.rule.noise_factor);
    if (!beside.parting)
        return beside.control ? say("Its batch loss stays within %1 of that of %2, or within %3 times the distance "
                                    "of the control run.",
                                    {threshold, beside.baseline, times})
                              : say("Its batch loss stays within %1 of that of %2.", {threshold, beside.baseline});
    if (!std::isfinite(beside.parting->distance)) return say("Its batch loss was not finite there.");
    const Phrase far = amount(fmt::format("{:.2g}", beside.parting->distance));
    return beside.control
               ? say("Its batch loss was %1 away there: more than %2 times the largest distance of the control "
                     "run so far.",
                     {far, times})
               : say("Its batch loss was %1 away there; without a control run more than %2 count as "
                     "diverged.",
                     {far, threshold});
}

/// The recent updates where there are enough and most of them changed nothing.
std::optional<UpdateShare> mostly_lost(const Evidence& e) {
    const UpdateShare updates = recent_updates(e);
    if (e.recent.size() < enough_steps || updates.nonzero == 0 || updates.lost <= 0.5) return std::nullopt;
    return updates;
}

Finding lost_finding(const Evidence& e) {
    Finding f;
    f.rule = "updates_lost";
    f.severity = FindingSeverity::warning;
    f.step = e.recent.back().step;
    return f;
}

/// Updates of phase-change devices that are forgotten because none is worth a pulse.
std::optional<Finding> pulses_missing(const Evidence& e) {
    const std::optional<UpdateShare> updates = mostly_lost(e);
    if (e.config.gather_updates() || !updates) return std::nullopt;
    Finding f = lost_finding(e);
    f.set_title(say("Most updates are smaller than a pulse and are forgotten: gather them"));
    f.add_reason(say("%1 of the updates of the last %2 were too small for a pulse into a phase-change device.",
                     {share_phrase(updates->lost), steps_phrase(e.recent.size())}));
    run::RunConfig change;
    change.set_gather_updates(true);
    f.change = change;
    f.restart = true;
    return f;
}

}  // namespace

std::optional<Finding> updates_lost(const Evidence& e) {
    if (e.config.optimizer() == run::PHASE_CHANGE) return pulses_missing(e);
    // Under stochastic rounding the updates that take are too large by as much as the others are too small.
    if (e.config.master_weights() || e.config.stochastic_rounding()) return std::nullopt;
    if (!run_format(e.config).is_narrow() || e.ruined) return std::nullopt;
    const std::optional<UpdateShare> updates = mostly_lost(e);
    if (!updates) return std::nullopt;
    Finding f = lost_finding(e);
    f.set_title(say("Most updates change nothing: keep master weights in FP32"));
    f.add_reason(say("%1 of the updates of the last %2 were smaller than half the distance to the next %3 number.",
                     {share_phrase(updates->lost), steps_phrase(e.recent.size()), display_name_of(e.config)}));
    if (const std::optional<double> with = lost_with_master(e))
        f.add_reason(*with > 0 ? say("With FP32 master weights it would be %1.", {share_phrase(*with)})
                               : say("With FP32 master weights it would be none."));
    run::RunConfig change;
    change.set_master_weights(true);
    f.change = change;
    return f;
}

std::optional<Finding> stalled(const Evidence& e) {
    if (has_squared_error(e.config.task()) || reads_text(e.config.task()))
        return std::nullopt;  // what chance is there, this rule does not know
    if (!e.test || e.test->step < e.since + stalled_steps || !(e.test->accuracy < chance_accuracy)) return std::nullopt;
    if (e.first_loss_count < Evidence::first_losses || e.recent.size() < stalled_losses) return std::nullopt;
    double now = 0;
    for (auto s = e.recent.end() - static_cast<std::ptrdiff_t>(stalled_losses); s != e.recent.end(); ++s)
        now += static_cast<double>(s->loss) / static_cast<double>(stalled_losses);
    const double first = e.first_loss_sum / static_cast<double>(e.first_loss_count);
    if (!(std::abs(now - first) <= stalled_loss_change * std::abs(first))) return std::nullopt;  // NaN: another rule's
    Finding f;
    f.rule = "stalled";
    f.severity = FindingSeverity::warning;
    f.step = e.test->step;
    const int answer = only_answer(e);
    f.set_title(answer >= 0 ? say("The network learns nothing: it always answers %1", {answer})
                            : say("The network learns nothing: its accuracy stays at chance"));
    const Phrase after = steps_phrase(e.test->step);
    const std::string accuracy = fmt::format("{:.2f}", e.test->accuracy * 100);
    const std::string from = fmt::format("{:.3f}", first), to = fmt::format("{:.3f}", now);
    f.add_reason(answer >= 0
                     ? say("After %1 the test accuracy is %2 %, the share of %3s among MNIST's test images, and the "
                           "loss has gone from %4 to %5.",
                           {after, accuracy, answer, from, to})
                     : say("After %1 the test accuracy is %2 %, and the loss has gone from %3 to %4.",
                           {after, accuracy, from, to}));
    if (!run_format(e.config).is_narrow() && e.config.optimizer() != run::PHASE_CHANGE)
        f.add_reason(say("No 16-bit format is the cause."));
    return f;
}

std::optional<Finding> targets_unresolved(const Evidence& e) {
    const double offset = std::abs(e.config.target_offset());
    if (e.config.model() != run::REGRESSION || !gives_values(e.config.task()) || offset == 0) return std::nullopt;
    const std::string last = "out";  // the layer that gives the value (run/networks.cpp)
    const FloatFormat format = policy_of(e.config).of(last, false).activation;
    const double spacing = std::exp2(std::floor(std::log2(offset)) - format.fraction_bits);
    if (!(spacing >= coarse_spacing)) return std::nullopt;
    const std::string name = name_of(format);
    Finding f;
    f.rule = "targets_unresolved";
    f.severity = FindingSeverity::warning;
    f.step = e.step;
    f.set_title(say("%1 cannot tell the targets apart: no loss scale can cure it", {name}));
    f.add_reason(
        say("Near %1 the numbers of %2 lie %3 apart, and the values that are to be given have a deviation of 1.",
            {fmt::format("{:g}", e.config.target_offset()), name, fmt::format("{:g}", spacing)}));
    f.add_reason(say("FP32 can; it is enough in the layer %1, which gives them.", {last}));
    run::RunConfig change;
    change.set_precision(run::FP32);
    change.set_scaling(run::NONE);
    f.change = change;
    return f;
}

std::optional<Finding> statistics_poisoned(const Evidence& e) {
    if (!has_batch_norm(e.config) || e.ruined || !e.test || e.recent.empty()) return std::nullopt;
    if (std::isfinite(e.test->loss) || !std::isfinite(e.recent.back().loss)) return std::nullopt;
    const bool seen = e.forward && e.forward->step <= e.test->step;  // not, where a change came after it
    if (!seen && e.config.eval_precision() != run::PRECISION_UNSET) return std::nullopt;  // may be the cause
    Finding f;
    f.rule = "statistics_poisoned";
    f.severity = FindingSeverity::warning;
    f.step = seen ? e.forward->step : e.test->step;
    f.restart = true;
    f.set_title(say("Evaluations are NaN although training goes on: BatchNorm remembers a step that was skipped"));
    if (seen)
        f.add_reason(e.forward->tensor.empty()
                         ? say("At step %1 inf or NaN arose in the forward pass.", {f.step})
                         : say("At step %1 inf or NaN arose in the forward pass, in %2.", {f.step, e.forward->tensor}));
    f.add_reason(say(
        "A step with inf or NaN is skipped, but by then the running mean and variance have taken it in. Training "
        "uses the statistics of each batch and does not see it; evaluations use the running ones, and no later step "
        "mends them."));
    run::RunConfig change;
    change.set_precision(run::BF16);
    change.set_scaling(run::NONE);
    if (!has_fp32_range(run_format(e.config))) f.change = change;
    return f;
}

std::optional<Finding> diverged(const Evidence& e) {
    // Cross-entropy of guessing: ln(classes), 2.3 for ten. The squared error of giving a table's mean is its variance,
    // that of an image of middle grey at most a quarter.
    const run::Task task = e.config.task();
    const double guessing = gives_image(task)    ? 0.25
                            : gives_values(task) ? 1
                                                 : std::log(static_cast<double>(std::max(2u, e.classes)));
    if (e.classes == 0 || e.first_loss_count < Evidence::first_losses || e.recent.size() < diverged_losses)
        return std::nullopt;
    std::vector<double> last;
    for (auto s = e.recent.end() - static_cast<std::ptrdiff_t>(diverged_losses); s != e.recent.end(); ++s)
        if (std::isfinite(s->loss)) last.push_back(static_cast<double>(s->loss));
    if (last.size() < diverged_losses) return std::nullopt;  // an inf or NaN is another rule's
    std::nth_element(last.begin(), last.begin() + diverged_losses / 2, last.end());
    const double now = last[diverged_losses / 2];
    const double first = e.first_loss_sum / static_cast<double>(e.first_loss_count);
    // Large initial weights make a large first loss, too; that comes down.
    if (now < diverged_factor * guessing || now < first / 2) return std::nullopt;
    Finding f;
    f.rule = "diverged";
    f.severity = FindingSeverity::warning;
    f.step = e.recent.back().step;
    f.set_title(say("Training has diverged: the learning rate is likely too high"));
    const std::vector<Phrase> values{steps_phrase(diverged_losses), fmt::format("{:.3g}", now),
                                     fmt::format("{:.2g}", guessing), fmt::format("{:g}", e.config.lr())};
    f.add_reason(
        gives_image(task)
            ? say("The loss of the last %1 is about %2; images of middle grey would cost at most %3. The learning rate "
                  "is %4.",
                  values)
            : say("The loss of the last %1 is about %2; guessing would cost %3. The learning rate is %4.", values));
    if (const auto& g = e.gradients; !g.empty() && g.back().shadow && g.back().cosine >= healthy_cosine)
        f.add_reason(say("Its gradients agree with FP32's: the precision is not the cause."));
    else if (!run_format(e.config).is_narrow())
        f.add_reason(say("No 16-bit format is the cause."));
    if (e.config.lr() > 0) {
        run::RunConfig change;
        change.set_lr(e.config.lr() / 10);
        f.change = change;
        f.restart = true;
    }
    return f;
}

/// Two standard errors of the difference of two accuracies, each binomial.
double resolvable(const EvalEvidence& test) {
    return 2 * std::sqrt(2 * test.accuracy * (1 - test.accuracy) / static_cast<double>(test.images));
}

enum class EndsAlike { unknown, alike, better, worse };

/// Whether the accuracies of two runs, at one step, can be told apart.
EndsAlike accuracies(const Evidence& e, const Standing& beside) {
    if (!gives_one_class(e.config.task()) || !e.test || !beside.test || e.test->step != beside.test->step)
        return EndsAlike::unknown;
    if (e.test->images == 0 || e.test->images != beside.test->images) return EndsAlike::unknown;
    if (!(e.test->accuracy > 0 && e.test->accuracy < 1)) return EndsAlike::unknown;
    if (std::abs(e.test->accuracy - beside.test->accuracy) < resolvable(*e.test)) return EndsAlike::alike;
    return e.test->accuracy > beside.test->accuracy ? EndsAlike::better : EndsAlike::worse;
}

std::optional<Finding> no_difference(const Evidence& e, const std::optional<Standing>& beside) {
    const FloatFormat format = run_format(e.config);
    if (!format.is_narrow() || e.ruined || e.gradients.size() < Evidence::gradient_records) return std::nullopt;
    if (e.recent.empty() || e.recent.back().step < e.since + healthy_steps) return std::nullopt;
    const GradientEvidence* worst = nullptr;
    std::size_t alike = 0;
    double lost = 0;
    for (const GradientEvidence& g : e.gradients) {
        if (!g.shadow || g.flushed >= healthy_loss) return std::nullopt;
        if (g.cosine < healthy_cosine || g.lost >= healthy_loss) continue;
        ++alike;
        if (!worst || g.cosine < worst->cosine) worst = &g;
        lost = std::max(lost, g.lost);
    }
    // One batch may stand out: with a single ReLU on the other side of zero a small gradient looks another way.
    if (!worst || alike + 1 < e.gradients.size()) return std::nullopt;
    for (const StepEvidence& s : e.recent)
        if (s.nonfinite == run::ROLE_ACTIVATION || !std::isfinite(s.loss)) return std::nullopt;
    const std::optional<double> with_master = lost_with_master(e);
    if (!e.config.master_weights() && recent_updates(e).lost - with_master.value_or(0) >= healthy_loss)
        return std::nullopt;
    Finding f;
    f.rule = "no_difference";
    f.step = e.gradients.back().step;
    const std::string name = display_name_of(e.config);
    // What lies before a change is part of the title already.
    const bool drifted = beside && beside->parting && beside->parting->step >= e.since;
    if (drifted) f.rule = "drifted";
    const EndsAlike reached = drifted ? accuracies(e, *beside) : EndsAlike::unknown;
    // That its losses do is known of a run beside one in FP32 alone.
    const bool measured = beside && !beside->parting && beside->baseline.text.starts_with("FP32");
    const bool alike_at_the_end = reached == EndsAlike::alike;
    if (alike_at_the_end)
        f.set_title(
            say("%1 has FP32's gradients and reaches what %2 reaches; their batch losses differ from step %3 on",
                {name, beside->baseline, beside->parting->step}));
    else if (reached == EndsAlike::better)
        f.set_title(say("%1 has FP32's gradients and reaches more than %2; their batch losses differ from step %3 on",
                        {name, beside->baseline, beside->parting->step}));
    else if (drifted && reached == EndsAlike::unknown)
        f.set_title(say("%1 has FP32's gradients; its batch losses differ from those of %2 from step %3 on",
                        {name, beside->baseline, beside->parting->step}));
    else if (drifted)
        f.set_title(say("%1 has FP32's gradients, but its loss diverged from that of %2 at step %3",
                        {name, beside->baseline, beside->parting->step}));
    else
        f.set_title(e.since > 0 ? say("Since step %1 the gradients of %2 are those of FP32 within noise; this says "
                                      "nothing of the steps before",
                                      {e.since, name})
                    : measured  ? say("%1 matches FP32 within noise", {name})
                                : say("The gradients of %1 are those of FP32 within noise", {name}));
    f.add_reason(
        say("In %1 of the last %2 comparisons with FP32 on the same batch, the smallest cosine of a gradient was %3 "
            "(%4), and no weight gradient lost more than %5 % of its norm.",
            {alike, e.gradients.size(), fmt::format("{:.4f}", std::floor(worst->cosine * 1e4) / 1e4),
             worst->cosine_tensor, fmt::format("{:.2f}", std::max(std::ceil(lost * 1e4) / 100, 0.01))}));
    if (drifted || (beside && !beside->parting)) f.add_reason(standing_phrase(*beside, e.config.task()));
    if (!beside || !beside->control)
        f.add_reason(say("Rounding alone makes two runs drift apart in time; a control run in Compare shows how far."));
    const bool classes = gives_one_class(e.config.task());
    if (alike_at_the_end || reached == EndsAlike::better)
        f.add_reason(say("On the test set it has %1 %, and %2 has %3 %.",
                         {fmt::format("{:.2f}", e.test->accuracy * 100), beside->baseline,
                          fmt::format("{:.2f}", beside->test->accuracy * 100)}));
    if (classes && (!drifted || alike_at_the_end) && e.since == 0 && e.test && e.test->images > 0 &&
        e.test->accuracy > 0 && e.test->accuracy < 1) {
        const double p = e.test->accuracy, points = resolvable(*e.test) * 100;
        f.add_reason(
            say("With %1 test samples, two accuracies near %2 % can only be told from each other if they differ by at "
                "least %3 percentage points.",
                {count_text(e.test->images), fmt::format("{:.1f}", p * 100), fmt::format("{:.1f}", points)}));
    }
    return f;
}

std::optional<Finding> batch_can_double(const Evidence& e, std::uint64_t budget) {
    if (budget == 0 || !e.memory || e.memory->lane == 0) return std::nullopt;
    const std::uint64_t batch = e.config.batch(), lane = e.memory->lane;
    if (batch == 0 || 2 * batch > greatest_batch || lane > budget) return std::nullopt;
    const std::uint64_t doubled = lane + (lane - e.memory->persistent);
    if (doubled > budget) return std::nullopt;
    Finding f;
    f.rule = "batch_can_double";
    f.step = e.step;
    f.set_title(say("The memory allows twice the batch"));
    f.add_reason(say(
        "With batch %1 this run holds %2, its evaluation included. With batch %3 it would hold at most %4 of the %5 "
        "that runs may use.",
        {batch, byte_text(lane), 2 * batch, byte_text(doubled), byte_text(budget)}));
    f.add_reason(say("A larger batch means fewer updates per epoch and may need a higher learning rate."));
    run::RunConfig change;
    change.set_batch(static_cast<std::uint32_t>(2 * batch));
    f.change = change;
    return f;
}

std::optional<Finding> sizes_not_aligned(const Evidence& e) {
    // 16 bytes: NVIDIA, Matrix Multiplication Background User's Guide, "Tensor Core Requirements".
    std::uint32_t multiple = 0;
    const bool cnn = e.config.model() == run::CNN;
    if (e.config.precision() == run::FP16 || e.config.precision() == run::BF16) multiple = 8;
    if (e.config.precision() == run::TF32 || (e.config.precision() == run::PYTORCH_DEFAULT && cnn)) multiple = 4;
    if (multiple == 0) return std::nullopt;
    run::RunConfig change;
    std::vector<Phrase> sizes;
    const auto check = [&](const Phrase& name, std::uint32_t size, void (run::RunConfig::*set)(std::uint32_t)) {
        if (size == 0 || size % multiple == 0) return;
        const std::uint32_t next = (size / multiple + 1) * multiple;
        sizes.push_back(say("%1 %2 → %3", {name, size, next}));
        (change.*set)(next);
    };
    if (has_network_field(e.config, "token_width")) {
        check(say("token_width"), e.config.token_width(), &run::RunConfig::set_token_width);
    } else if (e.config.model() == run::RESNET) {
        check(say("channels"), e.config.channels(), &run::RunConfig::set_channels);
    } else if (e.config.model() == run::UNET) {
        check(say("unet_channels"), e.config.unet_channels(), &run::RunConfig::set_unet_channels);
    } else if (cnn) {
        check("c1", e.config.c1(), &run::RunConfig::set_c1);
        check("c2", e.config.c2(), &run::RunConfig::set_c2);
    } else if (e.config.model() != run::NETWORK_FILE) {
        check(say("width"), e.config.width(), &run::RunConfig::set_width);
    }
    check(say("batch"), e.config.batch(), &run::RunConfig::set_batch);
    if (sizes.empty()) return std::nullopt;
    Finding f;
    f.rule = "sizes_not_aligned";
    f.step = e.step;
    f.set_title(say("Tensor cores work best with sizes in multiples of %1", {multiple}));
    Phrase all = sizes.front();
    for (std::size_t i = 1; i < sizes.size(); ++i) all = say("%1, %2", {all, sizes[i]});
    f.add_reason(
        say("%1: NVIDIA's guides ask for multiples of 16 bytes, %2 numbers of %3, so that no part of a tensor "
            "core idles.",
            {all, multiple, multiple == 4 ? "TF32" : display_name_of(e.config)}));
    f.add_reason(say("It matters on graphics cards, not on a processor."));
    f.change = change;
    return f;
}

std::optional<Finding> tf32_off(const Evidence& e) {
    if (e.config.precision() != run::PYTORCH_DEFAULT || e.config.model() != run::MLP) return std::nullopt;
    Finding f;
    f.rule = "tf32_off";
    f.step = e.step;
    f.set_title(say("TF32 is off for matrix products, and this network has nothing else"));
    f.add_reason(
        say("PyTorch uses TF32 for convolutions by default, but not for matrix products, so an MLP runs entirely in "
            "FP32."));
    f.add_reason(
        say("%1 turns it on; here that is the precision TF32.", {"torch.set_float32_matmul_precision(\"high\")"}));
    run::RunConfig change;
    change.set_precision(run::TF32);
    f.change = change;
    return f;
}

std::optional<Finding> rank_gradients_flushed(const Evidence& e) {
    if (!e.ranks || e.ranks->nonzero == 0) return std::nullopt;
    Finding f;
    f.rule = "rank_gradients_flushed";
    f.severity = FindingSeverity::advice;
    f.step = e.ranks->step;
    f.set_title(say("Gradients become zero before they are summed over the ranks"));
    f.add_reason(say("In step %1, %2 % of the gradients of %3 ranks became zero in %4, before they were summed.",
                     {e.ranks->step, 100 * std::min(e.ranks->flushed, e.ranks->nonzero) / e.ranks->nonzero,
                      e.config.ranks(), name_of(rank_policy_of(e.config).format)}));
    run::RunConfig change;
    change.set_rank_format(run::FP32);
    f.change = change;
    return f;
}

}  // namespace mantissa
