// SPDX-License-Identifier: Apache-2.0
// The command to follow a number: what is refused, and which step it is of.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/train/session.h"
#include "tests/engine/train/train_testing.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

class TraceCommand : public testing::Test {
  protected:
    Collector sink;
    Session session{{[](const std::string&, int) { return reference(); }, [] { return std::vector<run::DeviceInfo>{}; },
                     [](const run::RunConfig&) { return small_dataset(); }, [] { return std::vector<run::Preset>{}; }},
                    sink,
                    [] { return false; }};

    run::Reply trace(const run::Trace& trace) {
        run::Command command;
        *command.mutable_trace() = trace;
        return session.handle(command);
    }
};

TEST_F(TraceCommand, ATraceIsOfTheNextStep) {
    EXPECT_EQ(trace(trace_request("fc1.weight", -9)).error().code(), "usage") << "no run";
    run::Command start;
    *start.mutable_start()->mutable_config() = small_config();
    start.mutable_start()->set_paused(true);
    ASSERT_FALSE(session.handle(start).has_error());

    const run::Reply unknown = trace(trace_request("fc9.weight", -9));
    EXPECT_EQ(unknown.error().code(), "usage");
    EXPECT_THAT(unknown.error().remedy(), HasSubstr("fc1.weight"));
    EXPECT_EQ(trace(trace_request("fc1.weight", -9, run::ROLE_WEIGHT)).error().place(), "role");
    EXPECT_EQ(trace(trace_request("fc1.weight", -9, run::ROLE_ACTIVATION_GRADIENT)).error().place(), "tensor");
    EXPECT_EQ(trace(trace_request_index("fc1.weight", 64 * 16)).error().place(), "index");
    run::Trace neither = trace_request("fc1.weight", 0);
    neither.clear_bin();
    EXPECT_EQ(trace(neither).error().place(), "bin");

    const auto count = [this] {
        return std::count_if(sink.records.begin(), sink.records.end(),
                             [](const run::Record& r) { return r.has_trace(); });
    };
    EXPECT_FALSE(trace(trace_request("fc1.weight", -9)).has_error());
    EXPECT_FALSE(trace(trace_request("fc2.bias", -9)).has_error()) << "the later one counts";
    EXPECT_EQ(count(), 0);
    run::Command step;
    step.mutable_single_step();
    session.handle(step);
    session.step();
    ASSERT_EQ(count(), 1);
    session.handle(step);
    session.step();
    EXPECT_EQ(count(), 1) << "once";
    for (const run::Record& r : sink.records)
        if (r.has_trace()) {
            EXPECT_EQ(r.trace().tensor(), "fc2.bias");
            EXPECT_EQ(r.step(), 1u);
        }
    session.stop_all();
    EXPECT_EQ(trace(trace_request("fc1.weight", -9)).error().code(), "usage") << "the run has ended";
}

}  // namespace
}  // namespace mantissa
