// SPDX-License-Identifier: Apache-2.0
// A hundred thousand damaged records, the same ones every time.
#include <google/protobuf/stubs/logging.h>
#include <gtest/gtest.h>

#include "tests/engine/store/store_testing.h"
#include "tests/fuzz/mutate.h"
#include "tests/fuzz/record_target.h"

namespace mantissa {
namespace {

TEST(RecordMutation, DamagedRecordsAreRefusedOrSmall) {
    const std::string id = make_ulid();
    run::Record histograms = mantissa::testing::event(id, 7, run::EventRecord::PAUSED, "");
    run::Histogram& one = *histograms.mutable_histograms()->add_histograms();
    one.set_tensor("fc1.weight");
    one.set_role(run::ROLE_WEIGHT_GRADIENT);
    one.set_first_bin(-64);
    one.mutable_bins()->Resize(20, 3);
    one.mutable_updates()->set_first_bin(-40);
    one.mutable_shadow()->set_first_bin(-30);
    one.mutable_counts()->set_elements(1000);
    run::Record trace = mantissa::testing::event(id, 9, run::EventRecord::PAUSED, "");
    trace.mutable_trace()->set_bin(-20);
    trace.mutable_trace()->add_position(3);
    const google::protobuf::LogSilencer silencer;
    fuzz::Mutator mutator(27);
    int accepted = 0, refused = 0;
    for (const run::Record& record :
         {mantissa::testing::started(id), mantissa::testing::step(id, 50), mantissa::testing::evaluation(id, 3, 0.5f),
          histograms, trace, mantissa::testing::finished(id, 9, run::RunFinished::COMPLETED, 0.5f)}) {
        const std::string text = record.SerializeAsString();
        const fuzz::Bytes original(text.begin(), text.end());
        ASSERT_TRUE(fuzz::check_record_bytes(original));
        for (std::uint32_t number = 0; number < fuzz::variants(17'000); ++number) {
            const fuzz::Bytes damaged = mutator.variant(original, number);
            ASSERT_NO_THROW(++(fuzz::check_record_bytes(damaged) ? accepted : refused)) << "variant " << number;
        }
    }
    EXPECT_GT(accepted, 5'000);
    EXPECT_GT(refused, 30'000);
}

}  // namespace
}  // namespace mantissa
