// SPDX-License-Identifier: Apache-2.0
#include "engine/recording/recording_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/error.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa {
namespace {

using test::header;
using test::records_of;
using test::step;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

/// Why the file is refused, or why its first line that is left out is.
std::string why_refused(const std::string& bytes) {
    RecordingReader reader("run.jsonl", [](run::Record&&) {});
    try {
        reader.take(bytes);
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        return error.what();
    }
    if (const Error* unread = reader.first_unread()) return std::string("left out: ") + unread->what();
    return "accepted";
}

TEST(RecordingReader, ARunBeginsWithItsDescription) {
    const auto records = records_of(header + step(1));
    ASSERT_EQ(records.size(), 2u);
    ASSERT_TRUE(records[0].has_started());
    const run::RunStarted& started = records[0].started();
    EXPECT_EQ(records[0].run_id(), "01K0000000000000000000000T");
    EXPECT_EQ(started.foreign().framework(), "PyTorch 2.15.0");
    EXPECT_EQ(started.config().scaling(), run::DYNAMIC);
    EXPECT_EQ(started.config().loss_scale(), 1024);
    ASSERT_EQ(started.tensors_size(), 2);
    EXPECT_EQ(started.tensors(0).layer(), "a.b");
    EXPECT_EQ(started.tensors(0).kind(), "linear");
    EXPECT_EQ(started.tensors(1).part(), "bias");
    EXPECT_EQ(started.tensors(0).format(), "FP16");
    EXPECT_EQ(started.tensors(0).stored(), "FP32");
    EXPECT_EQ(records[1].step_done().loss(), 1.5f);
}

TEST(RecordingReader, WhatALaterHeaderAddsBeforeTheFirstStepIsInTheDescription) {
    const std::string more =
        R"({"kind":"header","autocast":{"enabled":true,"dtype":"bfloat16","device":"cpu"},"tensors":[{"index":0,"forward":3}]})"
        "\n";
    const auto early = records_of(header + more + step(1));
    EXPECT_EQ(early[0].started().config().precision(), run::BF16);
    EXPECT_EQ(early[0].started().tensors(0).forward(), 3u);
    const auto late = records_of(header + step(1) + more);
    ASSERT_EQ(late.size(), 3u);
    ASSERT_TRUE(late[2].has_described());
    EXPECT_EQ(late[2].described().tensors(0).forward(), 3u);
    EXPECT_EQ(late[2].described().tensors(0).name(), "a.b.weight") << "a tensor is whole";
}

TEST(RecordingReader, TheSameBytesGiveTheSameRecordsHoweverTheyAreCut) {
    for (const char* name : {"mlp-skips", "resnet-forward-overflow", "three-tiers", "gpt-lost-updates"}) {
        const std::string bytes = test::recording_bytes(name);
        const auto whole = records_of(bytes);
        ASSERT_GT(whole.size(), 20u) << name;
        EXPECT_TRUE(whole.front().has_started());
        EXPECT_TRUE(whole.back().has_finished());
        for (const std::size_t piece : {1u, 7u, 1000u}) {
            const auto cut = records_of(bytes, piece);
            ASSERT_EQ(cut.size(), whole.size()) << name;
            for (std::size_t i = 0; i < cut.size(); ++i)
                ASSERT_EQ(cut[i].SerializeAsString(), whole[i].SerializeAsString()) << name << ", record " << i;
        }
    }
}

TEST(RecordingReader, AFileThatWasCutAnywhereGivesThePrefixOfItsRecords) {
    const std::string bytes = test::recording_bytes("mlp-skips");
    const auto whole = records_of(bytes);
    for (std::size_t length = 0; length < bytes.size(); length += 97) {
        const auto cut = records_of(bytes.substr(0, length));
        ASSERT_LE(cut.size(), whole.size());
        for (std::size_t i = 0; i < cut.size(); ++i)
            ASSERT_EQ(cut[i].SerializeAsString(), whole[i].SerializeAsString()) << length;
    }
}

TEST(RecordingReader, ASkippedStepNamesTheGradientThatHeldInf) {
    const auto records = records_of(test::recording_bytes("mlp-skips"));
    const run::StepRecord* skipped = nullptr;
    for (const run::Record& record : records)
        if (record.step_done().skipped() && skipped == nullptr) skipped = &record.step_done();
    ASSERT_NE(skipped, nullptr);
    EXPECT_EQ(skipped->skip_cause(), "layers.2.weight");
    EXPECT_EQ(skipped->skip_values(), 3u);
    EXPECT_EQ(skipped->nonfinite_role(), run::ROLE_WEIGHT_GRADIENT);
}

TEST(RecordingReader, AStepThatSomeOptimizersSkippedIsSaidToBeOne) {
    const std::string some = R"(,"skipped":true,"skipped_optimizers":[1])";
    const auto records = records_of(header + step(1, R"(,"skipped":true)") + step(2, some) + step(3, some) + step(4));
    std::vector<std::string> said;
    for (const run::Record& record : records)
        if (record.has_event()) said.push_back(record.event().text());
    EXPECT_THAT(said, ElementsAre("some of the optimizers skipped step 2, the others updated their weights; such steps "
                                  "count as skipped"));
}

/// A recording has the scaler's count as the step began; a run has it as the step left it.
TEST(RecordingReader, TheCountOfGoodStepsIsThatAfterTheStep) {
    const auto count = [](const std::string& more) {
        const std::vector<run::Record> records = records_of(header + step(1, more) + step(2));
        for (const run::Record& record : records)
            if (record.has_step_done() && record.step() == 1)
                return record.step_done().has_growth_tracker() ? static_cast<int>(record.step_done().growth_tracker())
                                                               : -1;
        return -2;
    };
    EXPECT_EQ(count(R"(,"tracker":8)"), 9);
    EXPECT_EQ(count(R"(,"tracker":1999)"), 0) << "the scale grew";
    EXPECT_EQ(count(R"(,"tracker":3,"skipped":true)"), 0);
    EXPECT_EQ(count(""), -1);
}

TEST(RecordingReader, ALossThatIsNoNumberAndSpoilsAllGradientsIsOfTheForwardPass) {
    const auto records = records_of(test::recording_bytes("resnet-forward-overflow"));
    bool told = false;
    for (const run::Record& record : records) {
        if (record.step_done().skipped()) {
            EXPECT_EQ(record.step_done().nonfinite_role(), run::ROLE_ACTIVATION);
        }
        told = told || record.event().forward().module() == "layer2.0.conv1";
    }
    EXPECT_TRUE(told);
}

TEST(RecordingReader, AnObservedGradientSaysNothingOfWhatWasFlushed) {
    const std::string line =
        R"({"kind":"hist","step":2,"role":"gradient","scale":1024,"t":[0],"first":[-26],"counts":[[1,1,1,1]],"zero":[4],)"
        R"("max":[0.5],"norm":[1]})"
        "\n";
    const auto records = records_of(header + step(1) + line + step(2));
    ASSERT_EQ(records.size(), 4u);
    const run::Histogram& h = records[2].histograms().histograms(0);
    EXPECT_EQ(h.tier(), run::TIER_OBSERVED);
    EXPECT_EQ(h.layer(), "a.b");
    EXPECT_EQ(h.counts().elements(), 8u);
    EXPECT_EQ(h.counts().zero(), 4u);
    EXPECT_FALSE(h.counts().has_flushed());
    EXPECT_FALSE(h.has_norm_lost());
}

TEST(RecordingReader, UpdatesThatAreNoNumbersAreNoZeros) {
    const std::string line =
        R"({"kind":"hist","step":2,"role":"update","t":[0,1],"first":[0,0],"counts":[[],[1]],"nonzero":[0,1],"nan":[8,2]})"
        "\n";
    const auto records = records_of(header + step(1) + line + step(2));
    const auto& histograms = records[2].histograms().histograms();
    EXPECT_EQ(histograms[0].counts().nan(), 8u);
    EXPECT_EQ(histograms[0].counts().zero(), 0u);
    EXPECT_EQ(histograms[1].counts().nan(), 2u);
    EXPECT_EQ(histograms[1].counts().zero(), 1u);
}

TEST(RecordingReader, AWeightIsCountedBeforeAutocastRoundsIt) {
    const std::string line =
        R"({"kind":"hist","step":2,"role":"weight","t":[0],"first":[-27],"counts":[[3,0,1,1,3]],"max":[0.5],"norm":[1]})"
        "\n";
    const auto records = records_of(header + step(1) + line + step(2));
    const run::CastCounts& counts = records[2].histograms().histograms(0).counts();
    EXPECT_EQ(counts.flushed(), 3u) << "2^-27 is zero in FP16";
    EXPECT_EQ(counts.subnormal(), 5u);
}

TEST(RecordingReader, ReferencesBecomeTheShadowOfTheirTensorAndSayWhatTheyAre) {
    const auto records = records_of(test::recording_bytes("three-tiers"));
    int probed = 0;
    for (const run::Record& record : records)
        for (const run::Histogram& h : record.histograms().histograms())
            if (h.shadow_tier() == run::TIER_PROBE) {
                ++probed;
                EXPECT_TRUE(h.has_shadow());
                EXPECT_GT(h.shadow().nonzero(), 0u);
            }
    EXPECT_GT(probed, 8);
    const std::string line = R"({"kind":"hist","step":2,"role":"gradient","tier":"probe","t":[0],"first":[0],)"
                             R"("counts":[[8]],"cosine":[1],"nonzero":[8])";
    const auto shadow = [&](const std::string& more) {
        return records_of(header + step(1) + line + more + "}\n" + step(2))[2].histograms().histograms(0).shadow();
    };
    EXPECT_FALSE(shadow("").has_norm()) << "not known, which is not 0";
    EXPECT_EQ(shadow(R"(,"norm":[0])").norm(), 0);
    EXPECT_TRUE(shadow(R"(,"norm":[0])").has_norm());
}

TEST(RecordingReader, BinsBeyondWhatChartsHaveAreFoldedIntoTheEnds) {
    const std::string line =
        R"({"kind":"hist","step":2,"role":"gradient","t":[0,1],"first":[-1100,100],"counts":[[2,1],[4]],"max":[1,1],"norm":[1,1]})"
        "\n";
    const auto records = records_of(header + step(1) + line + step(2));
    const auto& histograms = records[2].histograms().histograms();
    EXPECT_EQ(histograms[0].first_bin(), -64);
    EXPECT_EQ(histograms[0].bins(0), 3u);
    EXPECT_EQ(histograms[1].first_bin(), 31);
    EXPECT_EQ(histograms[1].bins(0), 4u);
}

TEST(RecordingReader, TwoTensorsOfOneNameAreToldApart) {
    const std::string twin = R"({"kind":"header","tensors":[{"index":2,"name":"a.b.bias","module":"x","shape":[1],)"
                             R"("dtype":"float32"}]})"
                             "\n";
    const auto records = records_of(header + twin + step(1));
    EXPECT_EQ(records[0].started().tensors(2).name(), "a.b.bias #2");
}

TEST(RecordingReader, UnknownKindsAndKeysArePassedOver) {
    EXPECT_EQ(records_of(header + "{\"kind\":\"dream\",\"x\":[1]}\n" + step(1, ",\"mood\":\"good\"")).size(), 2u);
}

TEST(RecordingReader, WhatIsNoRecordingIsRefusedWithItsPlace) {
    EXPECT_THAT(why_refused("hello\n"), StartsWith("run.jsonl, line 1"));
    EXPECT_THAT(why_refused("{\"kind\":\"step\",\"step\":1}\n"), HasSubstr("no recording of mantissa_probe"));
    EXPECT_THAT(why_refused("{\"kind\":\"header\",\"format\":\"mantissa-recording\",\"version\":2,\"run\":\"x\"}\n"),
                HasSubstr("has version 2"));
    EXPECT_THAT(why_refused(header + "{\"kind\":\"end\"}\n" + step(1)),
                AllOf(HasSubstr("behind the one that ends"), Not(HasSubstr("left out"))));
    EXPECT_THAT(why_refused(header + step(1) + header), StartsWith("run.jsonl, line 3: Another recording begins here"));
}

/// A line behind the header that is damaged costs itself, not the training of days around it.
TEST(RecordingReader, ADamagedLineIsLeftOutWithItsPlace) {
    const std::string bytes = header + step(1) + "{\"kind\":\"st\x01\n" + step(2) + "[]\n" + step(3);
    for (const std::size_t piece : {0u, 1u, 50u}) {
        const auto records = records_of(bytes, piece);
        std::vector<std::string> steps, notices;
        for (const run::Record& record : records) {
            if (record.has_step_done()) steps.push_back(std::to_string(record.step()));
            if (record.has_event()) notices.push_back(record.event().text());
        }
        EXPECT_THAT(steps, ElementsAre("1", "2", "3"));
        EXPECT_THAT(notices, ElementsAre(AllOf(HasSubstr("left out"), StartsWith("line 3 of the recording")),
                                         AllOf(StartsWith("line 5"), HasSubstr("The line is no JSON object"))));
        const auto elsewhere = records_of(bytes, piece, "/home/somebody/run.jsonl");
        ASSERT_EQ(elsewhere.size(), records.size());
        for (std::size_t i = 0; i < records.size(); ++i)
            EXPECT_EQ(elsewhere[i].SerializeAsString(), records[i].SerializeAsString()) << "wherever the file lies";
    }
    std::string many = header + step(1);
    for (int i = 0; i < 1000; ++i) many += "{\n";
    EXPECT_EQ(records_of(many + step(2)).size(), 3u + 8u) << "told a few times, not a thousand times";
}

/// A digit that became larger costs its own line, not those up to it.
TEST(RecordingReader, AStepThatIsDamagedUpwardsIsLeftOutAlone) {
    const auto steps_of = [](const std::vector<run::Record>& records) {
        std::vector<std::uint32_t> steps;
        for (const run::Record& record : records)
            if (record.has_step_done()) steps.push_back(record.step());
        return steps;
    };
    const std::string end = R"({"kind":"end","step":4})"
                            "\n";
    const std::string bytes = header + step(1) + step(902, R"(,"skipped":true)") + step(3) + step(4) + end;
    for (const std::size_t piece : {0u, 1u, 50u}) {
        const auto records = records_of(bytes, piece);
        EXPECT_THAT(steps_of(records), ElementsAre(1, 3, 4));
        EXPECT_EQ(records.back().finished().skipped_steps(), 0u);
        EXPECT_EQ(records[2].event().text(),
                  "line 3 of the recording cannot be read and is left out: step 902 stands between steps 1 and 3");
    }
    EXPECT_THAT(why_refused(bytes), StartsWith("left out: run.jsonl, line 3: step 902"));
    EXPECT_THAT(steps_of(records_of(header + step(1) + step(3) + step(3) + step(4))), ElementsAre(1, 3, 4));
    EXPECT_THAT(steps_of(records_of(header + step(1) + step(2) + step(3) + step(94) + end)), ElementsAre(1, 2, 3));
    // What is beyond it, or ends there, confirms it; the lines between may be lost.
    EXPECT_THAT(steps_of(records_of(header + step(1) + step(902) + step(903) + step(904))),
                ElementsAre(1, 902, 903, 904));
    EXPECT_THAT(steps_of(records_of(header + step(1) + step(4) + end)), ElementsAre(1, 4));
    EXPECT_THAT(steps_of(records_of(header + step(1) + "{\n" + step(3))), ElementsAre(1, 3)) << "no jump, and at once";
    const std::string skip = R"({"kind":"event","event":"skip","step":3,"t":[1],"inf":[1],"nan":[0],"first":1})"
                             "\n";
    const auto skipped = records_of(header + step(1) + step(3, R"(,"skipped":true)") + skip + step(4));
    ASSERT_THAT(steps_of(skipped), ElementsAre(1, 3, 4));
    EXPECT_EQ(skipped[3].step_done().skip_cause(), "a.b.bias");
}

/// Of a line that fails at its last field nothing stays behind.
TEST(RecordingReader, ADamagedLineIsLeftOutWhole) {
    const std::string counts = R"("first":[-26,-26],"counts":[[1,1],[1]],"max":[1,1],"norm":[1,1])";
    const std::string updates = R"({"kind":"hist","step":2,"role":"update","t":[1],"first":[-9],"counts":[[1]]})"
                                "\n";
    for (const std::string& line :
         {std::string(R"({"kind":"header","scaler":{"class":7}})"),
          std::string(R"({"kind":"header","optimizers":[{"class":"SGD","groups":5}]})"),
          std::string(R"({"kind":"header","tensors":[{"index":0,"name":"z","shape":[9]},{"index":5,"name":"y"},7]})"),
          R"({"kind":"hist","step":2,"role":"update","t":[0,1],"from":5,)" + counts + "}",
          R"({"kind":"hist","step":2,"role":"gradient","t":[0,0],)" + counts + "}",
          std::string(R"({"kind":"end","outcome":7})")}) {
        // Names that the line gave are free again, and the tensors are whose they were.
        const std::string more = R"({"kind":"header","tensors":[{"index":2,"name":"y","shape":[1]}]})"
                                 "\n";
        const std::string before = header + step(1), behind = more + updates + step(2) + "{\"kind\":\"end\"}\n";
        std::vector<std::string> with, without;
        for (const run::Record& record : records_of(before + line + "\n" + behind))
            if (record.event().kind() != run::EventRecord::NOTICE) with.push_back(record.SerializeAsString());
        for (const run::Record& record : records_of(before + behind)) without.push_back(record.SerializeAsString());
        EXPECT_EQ(with, without) << line;
        EXPECT_THAT(why_refused(before + line + "\n" + behind), StartsWith("left out: run.jsonl, line 3: ")) << line;
    }
}

TEST(RecordingReader, WhatCannotBeKeptIsNoDamageOfTheLine) {
    int records = 0;
    RecordingReader reader("run.jsonl", [&](run::Record&&) {
        if (++records == 2) throw Error(ErrorCode::failed, "the disk is full");
    });
    EXPECT_THROW(reader.take(header + step(1)), Error);
    EXPECT_EQ(reader.unread(), 0u);
}

TEST(RecordingReader, WhatALineMayNotHoldIsSaidByName) {
    EXPECT_THAT(why_refused(header + step(1) + "{\"kind\":\"step\",\"step\":-3}\n"),
                HasSubstr("run.jsonl, line 3: \"step\" is not a whole number from 0 to"));
    EXPECT_THAT(why_refused(header + step(2) + step(2)), HasSubstr("\"step\" is not a step from 3 on"));
    EXPECT_THAT(why_refused(header + "{\"kind\":\"step\",\"step\":99999999999}\n"), HasSubstr("\"step\" is not"));
    EXPECT_THAT(why_refused(header + "{\"kind\":\"step\",\"step\":1\xff}\n"), HasSubstr("line 2"));
    EXPECT_THAT(why_refused(header + std::string("{\"kind\":\"step\"}\0\n", 17)), HasSubstr("zero byte"));
    EXPECT_THAT(why_refused(header + "{\"kind\":\"hist\",\"step\":1,\"role\":\"gradient\",\"t\":[7],\"first\":[0],"
                                     "\"counts\":[[1]]}\n"),
                HasSubstr("\"t\" is not the index of a tensor of the header"));
    EXPECT_THAT(why_refused(header + "{\"kind\":\"hist\",\"step\":1,\"role\":\"gradient\",\"t\":[0],\"first\":[0],"
                                     "\"counts\":[[18446744073709551615]]}\n"),
                HasSubstr("\"counts\" is not a whole number from 0 to"));
    const std::string deep(1 << 20, '[');
    EXPECT_THAT(why_refused(header + "{\"kind\":" + deep + "\n"), HasSubstr("line 2"));
}

TEST(RecordingReader, HugeDeclarationsAreRefusedBeforeTheyCostMemory) {
    EXPECT_THAT(why_refused(header + R"({"kind":"header","tensors":[{"index":4000000000,"name":"x"}]})" + "\n"),
                HasSubstr("\"index\" is not a whole number from 0 to 65535"));
    std::string names = R"({"kind":"header","tensors":[)";
    for (int i = 0; i < 100000; ++i) names += (i ? ",{" : "{") + std::string(R"("index":0,"name":"x"})");
    EXPECT_THAT(why_refused(header + names + "]}\n"), HasSubstr("\"tensors\" is not a list of at most 65536 values"));
    const std::string endless(17u << 20, ' ');
    EXPECT_THAT(why_refused(header + endless), HasSubstr("longer than 16 MiB"));
}

}  // namespace
}  // namespace mantissa
