// SPDX-License-Identifier: Apache-2.0
// A hundred thousand damaged streams, the same ones every time: none is taken for another message, none hangs or grows.
#include <gmock/gmock.h>
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/engine/wire/wire_samples.h"
#include "tests/fuzz/frame_target.h"
#include "tests/fuzz/mutate.h"

namespace mantissa {
namespace {

fuzz::Bytes bytes_of(const std::string& text) {
    return {text.begin(), text.end()};
}

TEST(FrameMutation, ADamagedStreamGivesUndamagedMessagesOrARefusal) {
    std::vector<std::string> sent;
    std::string stream;
    for (std::uint64_t i = 1; i <= 4; ++i) {
        sent.push_back(test::heartbeat(i * 1000).SerializeAsString());
        stream += encode_frame(test::heartbeat(i * 1000));
    }
    const google::protobuf::LogSilencer silencer;
    fuzz::Mutator mutator(2);
    int refused = 0;
    for (const std::string& begin : {std::string(), "noise\n" + encode_preamble(Side::worker)}) {
        const fuzz::Bytes original = bytes_of(begin + stream);
        ASSERT_EQ(fuzz::check_frames(original, 3, !begin.empty()).payloads, sent);
        for (std::uint32_t number = 0; number < fuzz::variants(35'000); ++number) {
            const fuzz::Bytes damaged = mutator.variant(original, number);
            const std::size_t piece = 1 + mutator.below(40);
            fuzz::Decoded decoded;
            ASSERT_NO_THROW(decoded = fuzz::check_frames(damaged, piece, !begin.empty())) << "variant " << number;
            for (const std::string& payload : decoded.payloads)
                EXPECT_NE(std::find(sent.begin(), sent.end(), payload), sent.end()) << "variant " << number;
            if (!decoded.refusal.empty()) ++refused;
        }
    }
    EXPECT_GT(refused, 3000);
}

TEST(FrameMutation, DamagedMessagesParseOrAreRefused) {
    const google::protobuf::LogSilencer silencer;  // it would report each string that is no UTF-8
    run::ToWindow message;
    run::Record& record = *message.mutable_records()->add_records();
    record.set_run_id("01ARZ3NDEKTSV4RRFFQ69G5FAV");
    record.mutable_histograms()->add_histograms()->add_bins(7);
    const fuzz::Bytes original = bytes_of(message.SerializeAsString());
    fuzz::Mutator mutator(3);
    int parsed = 0, refused = 0;
    for (std::uint32_t number = 0; number < fuzz::variants(35'000); ++number) {
        const fuzz::Bytes damaged = mutator.variant(original, number);
        try {
            parse_payload<run::ToWindow>(std::string(damaged.begin(), damaged.end()));
            ++parsed;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            ++refused;
        }
    }
    EXPECT_GT(parsed, 100);
    EXPECT_GT(refused, 500);
}

}  // namespace
}  // namespace mantissa
