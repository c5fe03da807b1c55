// SPDX-License-Identifier: Apache-2.0
// Gathering, credit and back-pressure.
#include "engine/train/outbox.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <iterator>

#include "engine/base/error.h"
#include "engine/run/phrase_record.h"
#include "engine/train/outbox.pb.h"
#include "engine/wire/framing.h"

namespace mantissa {
namespace {

constexpr auto gather_time = std::chrono::milliseconds(50);
constexpr std::size_t frame_bytes = std::size_t{1} << 20;  // of one frame of records, about

}  // namespace

Outbox::Outbox(FrameWriter& writer, CreditWindow& credit, OutboxLimits limits)
    : writer_(writer), credit_(credit), limits_(limits) {}

/// Called with the lock held.
void Outbox::keep(Encoded record) {
    record_bytes_ += record.bytes.size();
    records_.push_back(std::move(record));
}

/// Tells how many histogram records of this run were left out, in their place. Called with the lock held.
void Outbox::record_gap(const std::string& run_id) {
    const auto found = gaps_.find(run_id);
    if (found == gaps_.end()) return;
    const Gap& left_out = found->second;
    run::Record gap;
    gap.set_run_id(run_id);
    gap.set_lane(left_out.lane);
    gap.set_step(left_out.step);
    gap.mutable_event()->set_kind(run::EventRecord::GAP);
    gap.mutable_event()->set_dropped(left_out.records);
    set_text(*gap.mutable_event(),
             left_out.records == 1 ? say("1 histogram record left out: the window was too busy")
                                   : say("%1 histogram records left out: the window was too busy", {left_out.records}));
    keep(Encoded(gap));
    gaps_.erase(found);
}

void Outbox::accept(const run::Record& record) {
    Encoded encoded(record);
    const std::size_t bytes = encoded.bytes.size();
    std::unique_lock lock(mutex_);
    if (record_bytes_ + bytes > limits_.spool_hard && !gone_) {
        blocked_ = true;
        room_.wait(lock, [&] { return gone_ || record_bytes_ + bytes <= limits_.spool_hard; });
        blocked_ = false;
    }
    if (record.has_histograms() && record_bytes_ > limits_.spool_soft) {
        Gap& gap = gaps_[record.run_id()];
        ++gap.records;
        gap.lane = record.lane();
        gap.step = record.step();
        return;
    }
    if (record_bytes_ <= limits_.spool_soft || record.has_finished()) record_gap(record.run_id());
    keep(std::move(encoded));
    wake_.notify_one();
}

std::vector<run::Record> Outbox::unsettled(const std::string& run_id) {
    const std::lock_guard lock(mutex_);
    std::vector<run::Record> result;
    const auto take = [&](const Encoded& record) {
        if (record.run_id == run_id) parse_payload(record.bytes, result.emplace_back());
    };
    for (const Sent& frame : sent_) std::ranges::for_each(frame.records, take);
    std::ranges::for_each(records_, take);
    return result;
}

void Outbox::settled(std::uint32_t frames) {
    const std::lock_guard lock(mutex_);
    const auto known = static_cast<std::uint32_t>(std::min<std::uint64_t>(frames, forgotten_));
    forgotten_ -= known;
    for (frames -= known; frames > 0 && !sent_.empty(); --frames) {
        sent_bytes_ -= sent_.front().bytes;
        sent_.pop_front();
    }
}

void Outbox::send(run::ToWindow message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
    wake_.notify_one();
}

void Outbox::reply(run::ToWindow message) {
    const std::size_t bytes = message.ByteSizeLong();
    std::unique_lock lock(mutex_);
    room_.wait(lock, [&] { return gone_ || reply_bytes_ == 0 || reply_bytes_ + bytes <= limits_.replies_most; });
    reply_bytes_ += bytes;
    messages_.push_back(std::move(message));
    wake_.notify_one();
}

/// A message that was taken of the queue is written, or is lost with the link.
void Outbox::write_message(const run::ToWindow& message) {
    writer_.write(encode_frame(message));
    if (!message.has_reply()) return;
    const std::lock_guard lock(mutex_);
    reply_bytes_ -= std::min(reply_bytes_, message.ByteSizeLong());
    room_.notify_all();
}

bool Outbox::blocked() const {
    const std::lock_guard lock(mutex_);
    return blocked_;
}

bool Outbox::gone() const {
    const std::lock_guard lock(mutex_);
    return gone_;
}

/// One frame of records if there is credit for it; false where there is none.
bool Outbox::write_records() {
    outbox::ToWindow message;
    std::size_t bytes = 0, count = 0;
    {
        const std::lock_guard lock(mutex_);
        for (; count < records_.size() && bytes < frame_bytes; ++count) {
            bytes += records_[count].bytes.size();
            message.mutable_records()->add_records(records_[count].bytes);
        }
    }
    if (count == 0) return false;
    const std::string frame = encode_frame(message);
    if (!credit_.try_take(frame.size())) return false;
    {
        const std::lock_guard lock(mutex_);
        const auto written = records_.begin() + static_cast<std::ptrdiff_t>(count);
        std::vector<Encoded> records(std::make_move_iterator(records_.begin()), std::make_move_iterator(written));
        sent_.push_back({std::move(records), frame.size()});  // before its credit can come back
        records_.erase(records_.begin(), written);
        record_bytes_ -= bytes;
        sent_bytes_ += frame.size();
        for (; sent_bytes_ > limits_.sent_most; ++forgotten_) {
            sent_bytes_ -= sent_.front().bytes;
            sent_.pop_front();
        }
        room_.notify_all();
    }
    writer_.write(frame);
    return true;
}

void Outbox::write_until(std::stop_token stop) {
    try {
        auto next_frame = std::chrono::steady_clock::now();
        for (;;) {
            std::deque<run::ToWindow> messages;
            bool records = false;
            {
                std::unique_lock lock(mutex_);
                // Records gather until their time has come; with none, or none to be sent yet, wait for what comes
                // next.
                const auto something = [&] { return !messages_.empty(); };
                if (records_.empty()) wake_.wait(lock, stop, [&] { return something() || !records_.empty(); });
                if (!stop.stop_requested()) wake_.wait_until(lock, stop, next_frame, something);
                messages.swap(messages_);
                records = !records_.empty();
            }
            for (const run::ToWindow& message : messages) write_message(message);
            const auto now = std::chrono::steady_clock::now();
            if (records && (now >= next_frame || stop.stop_requested())) {
                const bool written = write_records();
                next_frame = now + (written ? gather_time : std::chrono::milliseconds(5));
                // The end: without credit nothing more can be sent, and nobody may be left to grant it.
                if (!written && stop.stop_requested()) return;
            }
            if (stop.stop_requested() && !records && messages.empty()) return;
        }
    } catch (const Error&) {
        // The window has gone. End-of-file on our input says so to the other threads; nothing here can be sent any
        // more.
        const std::lock_guard lock(mutex_);
        gone_ = true;
        room_.notify_all();
    }
}

}  // namespace mantissa
