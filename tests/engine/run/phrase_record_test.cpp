// SPDX-License-Identifier: Apache-2.0
// Sentences in records: they come back as they were said, and what a file of somebody else holds instead of one is
// neither believed nor followed without end.
#include "engine/run/phrase_record.h"

#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <string>

#include "tests/fuzz/mutate.h"

namespace mantissa {
namespace {

run::EventRecord said(const Phrase& phrase) {
    run::EventRecord event;
    set_text(event, phrase);
    return event;
}

/// An event of `text` whose phrase is a sentence of `pattern`.
run::EventRecord claimed(const std::string& text, const std::string& pattern) {
    run::EventRecord event;
    event.set_text(text);
    event.mutable_phrase()->set_text(pattern);
    event.mutable_phrase()->set_sentence(true);
    return event;
}

TEST(PhraseRecord, ComesBackWithItsValuesApart) {
    const Phrase phrase = say("%1, %2 → %3", {say("inf in %1, 100 % sure", {"fc1 %2"}), 65536, ""});
    const run::EventRecord event = said(phrase);
    EXPECT_EQ(event.text(), "inf in fc1 %2, 100 % sure, 65536 → ");
    EXPECT_EQ(phrase_of(event), phrase);
    run::EventRecord read;
    ASSERT_TRUE(read.ParseFromString(event.SerializeAsString()));
    EXPECT_EQ(phrase_of(read), phrase);
    run::ResolvedRole role;
    set_reason(role, phrase);
    EXPECT_EQ(role.reason(), event.text());
    EXPECT_EQ(phrase_of(role), phrase);
}

TEST(PhraseRecord, ARoleHasItsLayerApart) {
    const auto called = [](const char* name) {
        run::ResolvedRole role;
        role.set_role(name);
        return role_phrase(role);
    };
    EXPECT_EQ(called("weight gradient"), say("weight gradient"));
    EXPECT_EQ(called("fc1 weight gradient"), say("%1 (%2)", {say("weight gradient"), "fc1"}));
    EXPECT_EQ(called("convolution operand"), say("%1 (%2)", {say("operand"), say("convolution")}));
    EXPECT_EQ(called("something else"), Phrase("something else"));
}

TEST(PhraseRecord, WhatHasNoWordsIsTextAlone) {
    EXPECT_FALSE(said("precision: fp16 → bf16").has_phrase());
    run::EventRecord old;
    old.set_text("paused");
    EXPECT_EQ(phrase_of(old), Phrase("paused"));
    EXPECT_EQ(phrase_of(run::EventRecord()), Phrase(""));
}

TEST(PhraseRecord, APhraseThatIsNotTheTextIsNotBelieved) {
    EXPECT_EQ(phrase_of(claimed("paused", "paused")), say("paused"));
    EXPECT_EQ(phrase_of(claimed("paused", "resumed")), Phrase("paused"));
    EXPECT_EQ(phrase_of(claimed("paused", "pause")), Phrase("paused"));
    EXPECT_EQ(phrase_of(claimed("pause", "paused")), Phrase("pause"));
    EXPECT_EQ(phrase_of(claimed("paused", "")), Phrase("paused"));
    EXPECT_EQ(phrase_of(claimed("%1 left", "%1 left")), say("%1 left")) << "a place without a value stays";
}

TEST(PhraseRecord, DepthAndNumberHaveTheirLimits) {
    Phrase deep = "x";
    for (int i = 1; i < deepest_phrase; ++i) deep = say("%1", {deep});
    EXPECT_EQ(phrase_of(said(deep)), deep);
    EXPECT_EQ(phrase_of(said(say("%1", {deep}))), Phrase("x"));
    // 7 of 9 values, of which each has eight more: 64; and one more.
    std::vector<Phrase> eight(8, Phrase("x"));
    Phrase wide = say("%1%2%3%4%5%6%7", std::vector<Phrase>(7, say("%1%2%3%4%5%6%7%8", eight)));
    EXPECT_EQ(phrase_of(said(wide)), wide);
    wide.values.push_back("x");
    EXPECT_EQ(phrase_of(said(wide)), Phrase(std::string(56, 'x')));
    run::EventRecord ten = claimed("x", "x");
    for (int i = 0; i < 10; ++i) ten.mutable_phrase()->add_values();
    EXPECT_EQ(phrase_of(ten), Phrase("x"));
}

TEST(PhraseRecord, APatternThatRepeatsItsPlacesIsGivenUp) {
    // In English this is 200 to the power of seven times nothing: it would never end.
    run::EventRecord event = claimed("x", "");
    run::Phrase* phrase = event.mutable_phrase();
    for (int depth = 1; depth < deepest_phrase; ++depth) {
        std::string places;
        for (int i = 0; i < 200; ++i) places += "%1";
        phrase->set_text(places);
        phrase->set_sentence(true);
        phrase = phrase->add_values();
    }
    EXPECT_EQ(phrase_of(event), Phrase("x"));
}

/// Damaged records, as a fuzzer would make them: what is said of one is its text, in words or not.
TEST(PhraseRecord, SaysTheTextWhateverTheBytes) {
    const std::string good =
        said(say("%1, %2 → %3", {say("inf in %1, %2 values", {"fc1", 3}), 65536, say("%1", {"%1"})}))
            .SerializeAsString();
    const fuzz::Bytes bytes(good.begin(), good.end());
    fuzz::Mutator mutator(20);
    const google::protobuf::LogSilencer silent;  // of damaged UTF-8
    int read = 0, sentences = 0;
    for (std::uint32_t i = 0; i < 20000; ++i) {
        const fuzz::Bytes damaged = mutator.variant(bytes, i);
        run::EventRecord event;
        if (!event.ParseFromArray(damaged.data(), static_cast<int>(damaged.size()))) continue;
        const Phrase phrase = phrase_of(event);
        EXPECT_EQ(english(phrase), event.text());
        ++read;
        if (phrase.sentence) ++sentences;
    }
    EXPECT_GT(read, 1000);
    EXPECT_GT(sentences, 20);
    EXPECT_LT(sentences, read) << "some phrases no longer are the text";
}

}  // namespace
}  // namespace mantissa
