// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/scalar_tags.h"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

namespace mantissa {
namespace {

/// Words of a tag: "Train/loss_epoch" has train, loss, epoch.
std::vector<std::string> words_of(const std::string& tag) {
    std::vector<std::string> words(1);
    for (const char c : tag) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        else if (!words.back().empty())
            words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

using Words = std::initializer_list<std::string_view>;

bool is_one_of(const std::string& word, Words words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

bool has(const std::vector<std::string>& words, Words wanted) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_one_of(word, wanted); });
}

/// One of `wanted`, and else nothing but words that tell where it was measured.
bool plainly(const std::vector<std::string>& words, Words wanted) {
    return has(words, wanted) && std::all_of(words.begin(), words.end(), [&](const std::string& word) {
               return is_one_of(word, wanted) ||
                      is_one_of(word, {"train", "training", "test", "val", "valid", "validation", "eval", "evaluation",
                                       "batch", "step", "total", "losses", "metrics", "settings", "gradients", "grad",
                                       "amp", "loss"});
           });
}

bool fits(ScalarTags::Part part, const std::string& tag) {
    const std::vector<std::string> words = words_of(tag);
    const bool test = has(words, {"test", "val", "valid", "validation", "eval", "evaluation"});
    const bool amp = has(words, {"scale", "scaler"});
    switch (part) {
        case ScalarTags::loss:
            return !test && !amp && plainly(words, {"loss"});
        case ScalarTags::accuracy:
            return !test && plainly(words, {"accuracy", "acc"});
        case ScalarTags::lr:
            return has(words, {"lr"}) || (has(words, {"learning"}) && has(words, {"rate"}));
        case ScalarTags::scale:
            return plainly(words, {"scale", "scaler"});
        case ScalarTags::norm:
            return plainly(words, {"norm"}) && has(words, {"grad", "gradients"});
        case ScalarTags::test_loss:
            return test && plainly(words, {"loss"});
        default:
            return test && plainly(words, {"accuracy", "acc"});
    }
}

}  // namespace

bool ScalarTags::is(Part part, const std::string& tag) {
    if (taken_[part] == tag) return true;
    if (!taken_[part].empty() || !fits(part, tag)) return false;
    taken_[part] = tag;
    return true;
}

void ScalarTags::put(const std::string& tag, double value, run::StepRecord& step, run::EvalRecord& evaluated) {
    const auto narrow = static_cast<float>(value);
    const bool share = value >= 0 && value <= 1;
    if (is(loss, tag))
        step.set_loss(narrow);
    else if (share && is(accuracy, tag))
        step.set_accuracy(narrow);
    else if (is(scale, tag))
        step.set_scale(narrow);
    else if (is(norm, tag))
        step.set_gradient_norm(narrow);
    else if (is(lr, tag))
        step.set_lr(narrow);
    else if (is(test_loss, tag))
        evaluated.set_loss(narrow);
    else if (share && is(test_accuracy, tag))
        evaluated.set_accuracy(narrow);
    else {
        run::Scalar& scalar = *step.add_scalars();
        scalar.set_name(tag);
        scalar.set_value(value);
    }
}

Phrase ScalarTags::told() const {
    std::vector<Phrase> parts;
    const auto add = [&](Part part, const Phrase& what) {
        if (!taken_[part].empty()) parts.push_back(say("%1 for the %2", {taken_[part], what}));
    };
    add(loss, say("loss"));
    add(accuracy, say("accuracy"));
    add(lr, say("learning rate"));
    add(scale, say("loss scale"));
    add(norm, say("gradient norm"));
    add(test_loss, say("test loss"));
    add(test_accuracy, say("test accuracy"));
    return parts.empty() ? Phrase() : say("Tags of the event file taken: %1", {listed(std::move(parts))});
}

}  // namespace mantissa
