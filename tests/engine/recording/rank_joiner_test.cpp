// SPDX-License-Identifier: Apache-2.0
// The recordings of several ranks as one run: what is added, what is a mean, what is rank 0's; a rank that is missing,
// lags, was killed or is of another run.
#include "engine/recording/rank_joiner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "engine/base/error.h"
#include "engine/base/ulid.h"
#include "engine/recording/import_recording.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/foreign_cause.h"
#include "tests/engine/recording/recording_testing.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

struct Joined {
    std::vector<run::Record> records;
    std::string texts;
    bool ended = false;
    std::string run_id;
};

/// Bytes of each rank, given in pieces by turns; a rank named in `never` gets no end.
Joined join(const std::vector<std::string>& bytes, std::size_t piece = 1000, bool end_all = true) {
    Joined joined;
    std::vector<std::string> names;
    std::vector<std::uint32_t> ranks;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        names.push_back(i == 0 ? "run.jsonl" : "run.rank" + std::to_string(i) + ".jsonl");
        ranks.push_back(static_cast<std::uint32_t>(i));
    }
    RankJoiner joiner(names, ranks, [&](run::Record&& record) {
        joined.texts += record.event().text() + '\n';
        joined.records.push_back(std::move(record));
    });
    std::vector<std::size_t> at(bytes.size(), 0);
    for (bool moved = true; moved;) {
        moved = false;
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            if (at[i] > bytes[i].size() || !joiner.wants(i)) continue;
            moved = true;
            if (at[i] == bytes[i].size()) {
                if (end_all) joiner.over(i);
                ++at[i];
                continue;
            }
            const std::size_t size = std::min(piece, bytes[i].size() - at[i]);
            joiner.take(i, std::string_view(bytes[i]).substr(at[i], size));
            at[i] += size;
        }
    }
    joined.ended = joiner.ended();
    joined.run_id = joiner.run_id();
    return joined;
}

std::map<std::uint32_t, run::StepRecord> step_numbers_of(const std::vector<run::Record>& records) {
    std::map<std::uint32_t, run::StepRecord> steps;
    for (const run::Record& record : records)
        if (record.has_step_done()) steps[record.step()] = record.step_done();
    return steps;
}

const run::Histogram* histogram(const std::vector<run::Record>& records, std::uint32_t step, const std::string& tensor,
                                run::Role role) {
    for (const run::Record& record : records)
        for (const run::Histogram& one : record.histograms().histograms())
            if (record.step() == step && one.tensor() == tensor && one.role() == role) return &one;
    return nullptr;
}

std::string bytes_of(std::size_t rank) {
    return test::recording_bytes(rank == 0 ? "ddp" : "ddp.rank1");
}

TEST(RankJoiner, LossesAreMeansActivationsAreAddedTheRestIsRankZeros) {
    const auto first = test::records_of(bytes_of(0)), second = test::records_of(bytes_of(1));
    const Joined joined = join({bytes_of(0), bytes_of(1)});
    EXPECT_TRUE(joined.ended);
    EXPECT_TRUE(is_ulid(joined.run_id));
    EXPECT_NE(joined.run_id, first.front().run_id()) << "another run than rank 0 alone";
    const auto a = step_numbers_of(first), b = step_numbers_of(second), all = step_numbers_of(joined.records);
    ASSERT_EQ(all.size(), 30u);
    for (const auto& [step, done] : all) {
        if (std::isfinite(done.loss())) {
            EXPECT_FLOAT_EQ(done.loss(), (a.at(step).loss() + b.at(step).loss()) / 2) << step;
        }
        EXPECT_EQ(done.skipped(), a.at(step).skipped());
        EXPECT_EQ(done.scale(), a.at(step).scale());
    }
    for (const std::uint32_t step : {1u, 10u, 30u}) {
        for (const run::Role role : {run::ROLE_ACTIVATION, run::ROLE_ACTIVATION_GRADIENT}) {
            const run::Histogram *one = histogram(first, step, "layers.1", role),
                                 *two = histogram(second, step, "layers.1", role),
                                 *sum = histogram(joined.records, step, "layers.1", role);
            ASSERT_TRUE(one && two && sum);
            std::map<int, std::uint64_t> expected, found;
            for (const run::Histogram* part : {one, two})
                for (int i = 0; i < part->bins_size(); ++i) expected[part->first_bin() + i] += part->bins(i);
            for (int i = 0; i < sum->bins_size(); ++i) found[sum->first_bin() + i] = sum->bins(i);
            std::erase_if(expected, [](const auto& bin) { return bin.second == 0; });
            std::erase_if(found, [](const auto& bin) { return bin.second == 0; });
            EXPECT_EQ(found, expected);
            EXPECT_EQ(sum->counts().elements(), one->counts().elements() + two->counts().elements());
            EXPECT_EQ(sum->counts().zero(), one->counts().zero() + two->counts().zero());
            EXPECT_EQ(sum->largest(), std::max(one->largest(), two->largest()));
        }
        const run::Histogram* own = histogram(first, step, "layers.1.weight", run::ROLE_WEIGHT_GRADIENT);
        const run::Histogram* kept = histogram(joined.records, step, "layers.1.weight", run::ROLE_WEIGHT_GRADIENT);
        ASSERT_TRUE(own && kept);
        EXPECT_EQ(kept->SerializeAsString(), own->SerializeAsString());
    }
    EXPECT_THAT(joined.texts, HasSubstr("ranks 0, 1 as one run: gradients and weights are rank 0's"));
    EXPECT_THAT(joined.texts, HasSubstr("rank 1: step 1 skipped"));
    EXPECT_FALSE(joined.records.front().started().foreign().has_rank());
}

/// Of several processes one alone may meet the batch that spoils the loss: which one is what one wants to know.
TEST(RankJoiner, TheRankThatMadeTheLossNaNIsNamed) {
    std::string one = test::header;
    one.insert(one.find(R"("every")"), R"("world":2,"rank":0,)");
    std::string other = one;
    other.replace(other.find(R"("rank":0)"), 8, R"("rank":1)");
    const std::string nan = R"({"kind":"step","step":2,"time":0.5,"lr":0.1,"scale":1024,"skipped":true,"loss":"nan"})"
                            "\n";
    const std::string skipped = R"({"kind":"step","step":2,"time":0.5,"lr":0.1,"scale":1024,"skipped":true,"loss":1.5})"
                                "\n";
    const auto told = [&](const std::string& first) {
        Evidence evidence;
        for (const run::Record& record :
             join({one + test::step(1) + first + test::step(3), other + test::step(1) + nan + test::step(3)}).records)
            observe(evidence, record);
        std::string all;
        for (const Phrase& sentence : foreign_cause(*evidence.foreign).sentences) all += english(sentence) + "\n";
        return all;
    };
    EXPECT_THAT(told(skipped), HasSubstr("In step 2 the loss was inf or NaN on rank 1 alone."));
    EXPECT_EQ(told(nan).find("alone"), std::string::npos);
}

TEST(RankJoiner, ThatMoreStepsLostTheLossOfARankThanAreToldIsSaid) {
    std::string one = test::header;
    one.insert(one.find(R"("every")"), R"("world":2,"rank":0,)");
    std::string other = one;
    other.replace(other.find(R"("rank":0)"), 8, R"("rank":1)");
    for (unsigned number = 1; number <= 100; ++number) {
        one += test::step(number);
        std::string lost = test::step(number);
        lost.replace(lost.find(R"("loss":1.5)"), 10, R"("loss":"nan")");
        other += lost;
    }
    Evidence evidence;
    const Joined joined = join({one, other});
    for (const run::Record& record : joined.records) observe(evidence, record);
    std::string all;
    for (const Phrase& sentence : foreign_cause(*evidence.foreign).sentences) all += english(sentence) + "\n";
    EXPECT_THAT(all, HasSubstr("So it was in at least 64 steps. The last of them that is recorded is step 64, and "
                               "there are more."));
    const std::string more = "on which ranks the loss is inf or NaN is not told from here on: it was told 64 times";
    EXPECT_THAT(joined.texts, HasSubstr(more));
    EXPECT_EQ(joined.texts.find(more), joined.texts.rfind(more));
}

TEST(RankJoiner, TheSameHoweverTheFilesAreCut) {
    const auto text_of = [](const Joined& joined) {
        std::string all;
        for (const run::Record& record : joined.records) all += record.SerializeAsString() + '\n';
        return all;
    };
    const std::string whole = text_of(join({bytes_of(0), bytes_of(1)}, 1 << 20));
    for (const std::size_t piece : {1u, 100u, 5000u})
        EXPECT_EQ(text_of(join({bytes_of(0), bytes_of(1)}, piece)), whole);
}

TEST(RankJoiner, ARankThatWasKilledOrIsMissingIsSaid) {
    const std::string half = bytes_of(1).substr(0, bytes_of(1).size() / 2);
    const Joined joined = join({bytes_of(0), half});
    EXPECT_TRUE(joined.ended);
    EXPECT_EQ(step_numbers_of(joined.records).size(), 30u);
    EXPECT_FLOAT_EQ(step_numbers_of(joined.records).at(30).loss(),
                    step_numbers_of(test::records_of(bytes_of(0))).at(30).loss());
    std::string more = bytes_of(0);
    more.replace(more.find("\"world\":2"), 9, "\"world\":4");
    EXPECT_THAT(join({more, bytes_of(1)}).texts, HasSubstr("of 4 ranks these are missing: 2, 3"));
}

TEST(RankJoiner, RankZeroAloneIsItselfAndSaysWhoIsMissing) {
    const Joined joined = join({bytes_of(0)});
    const auto own = test::records_of(bytes_of(0));
    EXPECT_EQ(joined.run_id, own.front().run_id());
    EXPECT_EQ(joined.records.size(), own.size() + 1);
    EXPECT_THAT(joined.texts, HasSubstr("of 2 ranks these are missing: 1"));
    EXPECT_TRUE(joined.records.front().started().foreign().has_rank());
}

TEST(RankJoiner, WhatCameBeforeAnotherRecordingIsHandedOn) {
    std::size_t steps = 0;
    RankJoiner joiner({"run.jsonl"}, {0}, [&](run::Record&& record) { steps += record.has_step_done() ? 1 : 0; });
    std::string bytes = bytes_of(0);
    bytes.resize(bytes.rfind("{\"kind\":\"end\""));
    EXPECT_THROW(joiner.take(0, bytes + test::header), Error);
    EXPECT_EQ(steps, 30u);
}

TEST(RankJoiner, ADamagedLineOfAnyRankIsLeftOutAndSaid) {
    const auto damaged = [](std::string bytes) {
        bytes.insert(bytes.find("{\"kind\":\"step\""), "nonsense\n");
        return bytes;
    };
    const Joined joined = join({damaged(bytes_of(0)), damaged(bytes_of(1))});
    EXPECT_EQ(step_numbers_of(joined.records).size(), 30u);
    EXPECT_THAT(joined.texts, HasSubstr("rank 1: line 7 of the recording cannot be read and is left out"));
    RankJoiner joiner({"run.jsonl", "run.rank1.jsonl"}, {0, 1}, [](run::Record&&) {});
    joiner.take(1, damaged(bytes_of(1)));
    EXPECT_EQ(joiner.unread(), 1u);
    ASSERT_NE(joiner.first_unread(), nullptr);
    EXPECT_THAT(joiner.first_unread()->place(), HasSubstr("run.rank1.jsonl, line "));
}

TEST(RankJoiner, AFileOfAnotherRunIsNotJoined) {
    const Joined joined = join({bytes_of(0), test::recording_bytes("mlp-skips")});
    EXPECT_EQ(joined.run_id, test::records_of(bytes_of(0)).front().run_id());
    EXPECT_THAT(joined.texts, HasSubstr("of 2 ranks these are missing: 1"));
}

TEST(RankJoiner, ALaggardIsLeftOutAndSaid) {
    std::string first = bytes_of(0);
    first.erase(first.rfind("{\"kind\":\"end\""));
    for (unsigned number = 31; number < 6000; ++number) first += test::step(number);
    const std::string half = bytes_of(1).substr(0, bytes_of(1).size() / 2);
    const Joined joined = join({first, half}, 1 << 16, false);  // it is followed: no file is at its end
    EXPECT_THAT(joined.texts, HasSubstr("it is left out from here on"));
    EXPECT_GT(step_numbers_of(joined.records).size(), 1000u);
}

TEST(RankJoiner, TheFilesAreFoundBesideThatOfRankZero) {
    const RunFiles files = find_run_files(test::recording_path("ddp"));
    EXPECT_EQ(files.kind, RunFiles::Kind::ranks);
    EXPECT_EQ(files.ranks, (std::vector<std::uint32_t>{0, 1}));
    EXPECT_EQ(find_run_files(test::recording_path("ddp.rank1")).files.size(), 1u);
    EXPECT_EQ(find_run_files(test::recording_path("mlp-skips")).kind, RunFiles::Kind::recording);
}

}  // namespace
}  // namespace mantissa
