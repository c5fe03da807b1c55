// SPDX-License-Identifier: Apache-2.0
// Frames: what is sent arrives, however it is cut; what is damaged is refused with a reason; noise before the preamble
// is skipped up to its limit.
#include "engine/wire/framing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/base/crc32c.h"
#include "tests/engine/wire/wire_samples.h"

namespace mantissa {
namespace {

using namespace mantissa::test;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Framing, LayoutIsLengthChecksumPayload) {
    const run::ToWindow message = heartbeat(300);
    const std::string payload = message.SerializeAsString();
    const std::string frame = encode_frame(message);
    ASSERT_EQ(frame.size(), payload.size() + 8);
    const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(frame[i])); };
    EXPECT_EQ(byte(0) | byte(1) << 8 | byte(2) << 16 | byte(3) << 24, payload.size());
    EXPECT_EQ(byte(4) | byte(5) << 8 | byte(6) << 16 | byte(7) << 24, crc32c(payload));
    EXPECT_EQ(frame.substr(8), payload);
}

TEST(Framing, RoundTripAtEveryCut) {
    const std::string stream = encode_frame(heartbeat(1)) + encode_frame(heartbeat(2)) + encode_frame(heartbeat(3));
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        FrameDecoder decoder;
        std::vector<std::string> payloads;
        for (const std::string& piece : {stream.substr(0, cut), stream.substr(cut)}) {
            decoder.feed(piece);
            for (std::string& payload : drain(decoder)) payloads.push_back(std::move(payload));
        }
        decoder.finish();
        ASSERT_EQ(payloads.size(), 3u) << "cut at " << cut;
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_EQ(parse_payload<run::ToWindow>(payloads[i]).heartbeat().progress(), i + 1);
    }
}

TEST(Framing, RoundTripByteByByte) {
    const std::string stream = encode_preamble(Side::worker) + encode_frame(heartbeat(1)) + encode_frame(heartbeat(2));
    FrameDecoder decoder;
    decoder.expect_preamble(Side::worker);
    std::size_t decoded = 0;
    for (char c : stream) {
        decoder.feed(std::string_view(&c, 1));
        decoded += drain(decoder).size();
    }
    decoder.finish();
    EXPECT_EQ(decoded, 2u);
}

TEST(Framing, EveryFlippedBitIsRefused) {
    const std::string frame = encode_frame(heartbeat(77));
    for (std::size_t bit = 0; bit < frame.size() * 8; ++bit) {
        std::string damaged = frame;
        damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
        FrameDecoder decoder;
        decoder.feed(damaged + frame);
        EXPECT_NE(refusal([&] {
                      drain(decoder);
                      decoder.finish();
                  }),
                  "")
            << "byte " << bit / 8 << ", bit " << bit % 8;
    }
}

TEST(Framing, ARefusalNamesBothChecksumsAndThePlaceAndLasts) {
    const std::string good = encode_frame(heartbeat(1));
    std::string bad = good;
    bad[4] = static_cast<char>(bad[4] ^ 1);
    FrameDecoder decoder;
    decoder.feed(good + bad + good);
    ASSERT_TRUE(decoder.next());
    const std::uint32_t crc = crc32c(std::string_view(good).substr(8));
    char found[9], declared[9];
    std::snprintf(found, sizeof found, "%08x", crc);
    std::snprintf(declared, sizeof declared, "%08x", crc ^ 1);
    const std::string text = refusal([&] { decoder.next(); });
    EXPECT_THAT(text, AllOf(HasSubstr(found), HasSubstr(declared), HasSubstr("byte " + std::to_string(good.size()))));
    decoder.feed(good);
    EXPECT_EQ(refusal([&] { decoder.next(); }), text);
    EXPECT_EQ(refusal([&] { decoder.finish(); }), text);
}

std::string header(std::uint32_t length, std::uint32_t crc) {
    std::string bytes;
    for (std::uint32_t value : {length, crc})
        for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 255);
    return bytes;
}

TEST(Framing, RefusesImpossibleLengths) {
    for (std::uint32_t length : {0u, (16u << 20) + 1, 0x7fffffffu, 0xffffffffu}) {
        FrameDecoder decoder;
        decoder.feed(header(length, 0));
        EXPECT_THAT(refusal([&] { decoder.next(); }), HasSubstr("claims " + std::to_string(length) + " bytes"));
    }
}

TEST(Framing, TheLargestFramePassesAndOneMoreByteDoesNot) {
    run::ToWindow message;
    std::string& text = *message.mutable_fatal()->mutable_message();
    text.assign(max_frame_payload, 'x');
    const std::size_t overhead = message.ByteSizeLong() - text.size();
    text.resize(max_frame_payload - overhead);
    ASSERT_EQ(message.ByteSizeLong(), max_frame_payload);
    FrameDecoder decoder;
    decoder.feed(encode_frame(message));
    const auto payload = decoder.next();
    ASSERT_TRUE(payload);
    EXPECT_EQ(parse_payload<run::ToWindow>(*payload).fatal().message(), text);
    text += 'x';
    EXPECT_THAT(refusal([&] { encode_frame(message); }, ErrorCode::failed), HasSubstr("16777217 bytes does not fit"));
}

TEST(Framing, AMessageWithoutContentIsNotSent) {
    EXPECT_THAT(refusal([] { encode_frame(run::ToWindow()); }, ErrorCode::failed), HasSubstr("without content"));
}

TEST(Framing, APayloadThatIsNoMessageIsRefused) {
    EXPECT_THAT(refusal([] { parse_payload<run::ToWindow>("\xff\xff\xff"); }),
                HasSubstr("3 bytes does not hold a message of type mantissa.run.ToWindow"));
}

TEST(Framing, UnknownFieldsAreIgnored) {
    // Field 1000, a varint: as a later version might send.
    const std::string payload = heartbeat(5).SerializeAsString() + "\xc0\x3e\x01";
    EXPECT_EQ(parse_payload<run::ToWindow>(payload).heartbeat().progress(), 5u);
}

TEST(Framing, AStreamMayEndBetweenFramesOnly) {
    const std::string frame = encode_frame(heartbeat(1));
    for (std::size_t size = 0; size <= frame.size(); ++size) {
        FrameDecoder decoder;
        decoder.feed(frame.substr(0, size));
        drain(decoder);
        if (size == 0 || size == frame.size())
            EXPECT_NO_THROW(decoder.finish());
        else
            EXPECT_THAT(refusal([&] { decoder.finish(); }),
                        HasSubstr("inside a frame, " + std::to_string(size) + " bytes"));
    }
}

// ------------------------------------------------------------------------------------------------ preamble

TEST(Preamble, SizesAndSides) {
    EXPECT_EQ(encode_preamble(Side::window).size(), preamble_size);
    EXPECT_EQ(encode_preamble(Side::worker).size(), preamble_size);
    EXPECT_NE(encode_preamble(Side::window), encode_preamble(Side::worker));
}

FrameDecoder awaiting_worker() {
    FrameDecoder decoder;
    decoder.expect_preamble(Side::worker);
    return decoder;
}

TEST(Preamble, NoiseBeforeItIsSkippedAtEveryCut) {
    const std::string noise = "Welcome to \x1b[1mhost\x1b[0m!\r\n\x93MANT\n";
    const std::string stream = noise + encode_preamble(Side::worker) + encode_frame(heartbeat(9));
    for (std::size_t cut = 0; cut <= stream.size(); ++cut) {
        FrameDecoder decoder = awaiting_worker();
        decoder.feed(stream.substr(0, cut));
        std::size_t decoded = drain(decoder).size();
        EXPECT_EQ(decoder.started(), cut >= noise.size() + preamble_size);
        decoder.feed(stream.substr(cut));
        decoded += drain(decoder).size();
        decoder.finish();
        EXPECT_EQ(decoded, 1u) << "cut at " << cut;
        EXPECT_EQ(decoder.noise(), "Welcome to [1mhost [0m! MANT ");
    }
}

TEST(Preamble, AnEchoOfOurOwnIsNoise) {
    FrameDecoder decoder = awaiting_worker();
    decoder.feed(encode_preamble(Side::window) + encode_frame(heartbeat(1)));
    EXPECT_FALSE(decoder.next());
    decoder.feed(encode_preamble(Side::worker) + encode_frame(heartbeat(2)));
    const auto payload = decoder.next();
    ASSERT_TRUE(payload);
    EXPECT_EQ(parse_payload<run::ToWindow>(*payload).heartbeat().progress(), 2u);
}

TEST(Preamble, NoiseUpToItsLimitAndNoFurther) {
    FrameDecoder full = awaiting_worker();
    full.feed(std::string(max_preamble_noise, '#') + encode_preamble(Side::worker) + encode_frame(heartbeat(1)));
    EXPECT_TRUE(full.next());
    FrameDecoder over = awaiting_worker();
    over.feed(std::string(max_preamble_noise + 1, '#') + encode_preamble(Side::worker));
    EXPECT_THAT(refusal([&] { over.next(); }), AllOf(HasSubstr("the other side is not a mantissa-worker; it says: \"" +
                                                               std::string(200, '#') + "\"")));
}

TEST(Preamble, AFloodIsRefusedWithoutBeingKept) {
    FrameDecoder decoder = awaiting_worker();
    const std::string flood(4096, '\xee');
    std::size_t fed = 0;
    const std::string text = refusal([&] {
        for (; fed < 100 * max_preamble_noise; fed += flood.size()) {
            decoder.feed(flood);
            decoder.next();
        }
    });
    EXPECT_LE(fed, max_preamble_noise + flood.size());
    EXPECT_THAT(text, HasSubstr("not a mantissa-worker"));
}

TEST(Preamble, AnEndBeforeItQuotesWhatWasSaid) {
    FrameDecoder decoder = awaiting_worker();
    decoder.feed("bash: mantissa-worker: command not found\n");
    EXPECT_FALSE(decoder.next());
    EXPECT_THAT(refusal([&] { decoder.finish(); }),
                HasSubstr("ended before it said hello; it said: \"bash: mantissa-worker: command not found \""));
    FrameDecoder silent = awaiting_worker();
    EXPECT_NO_THROW(silent.finish());
}

}  // namespace
}  // namespace mantissa
