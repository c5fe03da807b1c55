// SPDX-License-Identifier: Apache-2.0
// Errors as records: in English for everyone, with their phrases for a window, which believes them only where they say
// the same.
#include "engine/run/error_record.h"

#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "engine/run/phrase_record.h"

namespace mantissa {
namespace {

const Error missing_run(ErrorCode::usage, say("there is no run with the number %1", {7}), "lane",
                        say("%1 to %2", {0, "6 %1"}));

TEST(ErrorRecord, TheTextsAreEnglish) {
    EXPECT_EQ(missing_run.message(), "there is no run with the number 7");
    EXPECT_EQ(missing_run.remedy(), "0 to 6 %1");
    EXPECT_STREQ(missing_run.what(), "lane: there is no run with the number 7 (0 to 6 %1)");
    EXPECT_EQ(english(whole_phrase(missing_run)), missing_run.what());
    EXPECT_STREQ(Error(ErrorCode::failed, "it is %1", "", say("stop it first")).what(), "it is %1 (stop it first)");
    EXPECT_STREQ(Error(ErrorCode::failed, say("it is"), "here").what(), "here: it is");
    EXPECT_STREQ(Error(ErrorCode::failed, say("it is")).what(), "it is");
}

TEST(ErrorRecord, ComesBackWithItsPhrases) {
    run::ErrorRecord read;
    ASSERT_TRUE(read.ParseFromString(to_record(missing_run).SerializeAsString()));
    EXPECT_EQ(read.code(), "usage");
    EXPECT_EQ(read.message(), "there is no run with the number 7");
    EXPECT_EQ(read.place(), "lane");
    EXPECT_EQ(message_phrase(read), say("there is no run with the number %1", {"7"}));
    EXPECT_EQ(remedy_phrase(read), say("%1 to %2", {"0", "6 %1"}));
}

TEST(ErrorRecord, WhatHasNoWordsIsTextAlone) {
    const run::ErrorRecord record = to_record(error_of(std::runtime_error("of a library, %1")));
    EXPECT_FALSE(record.has_message_phrase());
    EXPECT_FALSE(record.has_remedy_phrase());
    EXPECT_EQ(message_phrase(record), Phrase("of a library, %1"));
    EXPECT_EQ(remedy_phrase(record), Phrase());
    EXPECT_TRUE(to_record(error_of(std::bad_alloc())).has_message_phrase());
}

TEST(ErrorRecord, OneOfAnOldVersionShowsItsTexts) {
    run::ErrorRecord old;
    old.set_message("there is no run with the number 7");
    old.set_remedy("0 to 6");
    EXPECT_EQ(message_phrase(old), Phrase("there is no run with the number 7"));
    EXPECT_EQ(remedy_phrase(old), Phrase("0 to 6"));
}

TEST(ErrorRecord, APhraseThatSaysSomethingElseIsNotBelieved) {
    run::ErrorRecord record = to_record(missing_run);
    *record.mutable_message_phrase() = record_of(say("there is a lane %1", {7}));
    record.mutable_remedy_phrase()->mutable_values(0)->set_text("5");
    EXPECT_EQ(message_phrase(record), Phrase("there is no run with the number 7"));
    EXPECT_EQ(remedy_phrase(record), Phrase("0 to 6 %1"));
}

TEST(ErrorRecord, BytesThatAreNoTextBecomeQuestionMarksInBoth) {
    const google::protobuf::LogSilencer silent;
    const Error error(ErrorCode::failed,
                      say("it cannot be read: %1", {"a\xff"
                                                    "b"}),
                      "c\xfe", say("not %1", {"\x80"}));
    run::ErrorRecord read;
    ASSERT_TRUE(read.ParseFromString(to_record(error).SerializeAsString()));
    EXPECT_EQ(read.place(), "c?");
    EXPECT_EQ(message_phrase(read), say("it cannot be read: %1", {"a?b"}));
    EXPECT_EQ(remedy_phrase(read), say("not %1", {"?"}));
}

}  // namespace
}  // namespace mantissa
