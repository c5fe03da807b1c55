// SPDX-License-Identifier: Apache-2.0
// What the outbox remembers of what it sent: all that is not acknowledged, within a bound.
#include "engine/train/outbox.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "engine/wire/framing.h"
#include "engine/wire/handshake.h"

namespace mantissa {
namespace {

run::Record record_of(std::uint32_t step, std::size_t bytes) {
    run::Record record;
    record.set_run_id("run");
    record.set_step(step);
    record.mutable_event()->set_text(std::string(bytes, 'x'));
    return record;
}

/// An outbox and the other end of its pipe.
struct Link {
    int ends[2] = {-1, -1};
    std::unique_ptr<FrameWriter> writer;
    std::unique_ptr<FrameReader> reader;
    CreditWindow credit;
    std::unique_ptr<Outbox> outbox;
    std::jthread writing;

    explicit Link(OutboxLimits limits, std::uint32_t frames = 1000) : credit(frames, std::uint64_t{1} << 30) {
        EXPECT_EQ(::pipe(ends), 0);
        writer = std::make_unique<FrameWriter>(ends[1]);
        reader = std::make_unique<FrameReader>(ends[0], Side::worker);
        writer->write(encode_preamble(Side::worker));
        outbox = std::make_unique<Outbox>(*writer, credit, limits);
        writing = std::jthread([this](std::stop_token stop) { outbox->write_until(stop); });
    }
    ~Link() {
        writing.request_stop();
        writing.join();
        ::close(ends[0]);
        ::close(ends[1]);
    }
    /// One record, in a frame of its own: it has arrived when this returns.
    void pass(const run::Record& record) {
        outbox->accept(record);
        const auto payload = reader->next();
        ASSERT_TRUE(payload);
        run::ToWindow message;
        parse_payload(*payload, message);
        ASSERT_EQ(message.records().records_size(), 1);
        EXPECT_EQ(message.records().records(0).SerializeAsString(), record.SerializeAsString());
    }
    std::vector<std::uint32_t> unsettled() {
        std::vector<std::uint32_t> steps;
        for (const run::Record& record : outbox->unsettled("run")) steps.push_back(record.step());
        return steps;
    }
};

using Steps = std::vector<std::uint32_t>;

TEST(Outbox, RemembersWhatIsNotAcknowledged) {
    Link link({});
    for (const std::uint32_t step : {1u, 2u, 3u}) link.pass(record_of(step, 100));
    EXPECT_EQ(link.unsettled(), (Steps{1, 2, 3}));
    link.outbox->settled(1);
    EXPECT_EQ(link.unsettled(), (Steps{2, 3}));
    link.outbox->settled(5);
    EXPECT_EQ(link.unsettled(), (Steps{}));
}

TEST(Outbox, ForgetsTheOldestOfAWindowThatAcknowledgesNothing) {
    OutboxLimits limits;
    limits.sent_most = 3000;
    Link link(limits);
    for (std::uint32_t step = 1; step <= 6; ++step) link.pass(record_of(step, 900));
    EXPECT_EQ(link.unsettled(), (Steps{4, 5, 6}));
    link.outbox->settled(3);  // of those that it has forgotten
    EXPECT_EQ(link.unsettled(), (Steps{4, 5, 6}));
    link.outbox->settled(2);
    EXPECT_EQ(link.unsettled(), (Steps{6}));
}

TEST(Outbox, EachRunIsToldWhatWasLeftOutOfIt) {
    OutboxLimits limits;
    limits.spool_soft = 1000;
    Link link(limits, 1);
    link.pass(record_of(0, 10));  // takes the only credit: nothing leaves after it
    const auto of = [](const char* run, std::uint32_t lane, std::uint32_t step) {
        run::Record record;
        record.set_run_id(run);
        record.set_lane(lane);
        record.set_step(step);
        return record;
    };
    link.outbox->accept(record_of(1, 2000));
    for (const auto& [run, lane, step] : {std::tuple("a", 0u, 30u), {"b", 1u, 30u}, {"a", 0u, 60u}}) {
        run::Record record = of(run, lane, step);
        record.mutable_histograms();
        link.outbox->accept(record);
    }
    for (const auto& [run, lane] : {std::pair("b", 1u), {"a", 0u}}) {
        run::Record end = of(run, lane, 70);
        end.mutable_finished();
        link.outbox->accept(end);
    }
    for (const auto& [run, left_out, step] : {std::tuple("a", 2u, 60u), {"b", 1u, 30u}}) {
        const std::vector<run::Record> records = link.outbox->unsettled(run);
        ASSERT_EQ(records.size(), 2u) << run;
        EXPECT_EQ(records[0].event().kind(), run::EventRecord::GAP);
        EXPECT_EQ(records[0].event().dropped(), left_out) << run;
        EXPECT_EQ(records[0].step(), step) << run;
        EXPECT_TRUE(records[1].has_finished()) << "the gap is told before";
    }
}

}  // namespace
}  // namespace mantissa
