// SPDX-License-Identifier: Apache-2.0
// SHA-256 against the examples of FIPS 180-4, ULIDs against their specification, errors as people read them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <string>

#include "engine/base/error.h"
#include "engine/base/sha256.h"
#include "engine/base/ulid.h"

namespace mantissa {
namespace {

std::string sha256_of(std::string_view text) {
    return sha256_hex(std::as_bytes(std::span(text)));
}

TEST(Sha256, FipsExamples) {
    EXPECT_EQ(sha256_of(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256_of("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256_of("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256_of(std::string(1'000'000, 'a')),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, PiecesGiveTheSameAsTheWhole) {
    const std::string text(1000, 'x');
    for (std::size_t cut : {0u, 1u, 55u, 64u, 999u, 1000u}) {
        Sha256 hash;
        hash.add(std::as_bytes(std::span(text).first(cut)));
        hash.add(std::as_bytes(std::span(text).subspan(cut)));
        EXPECT_EQ(hash.hex(), sha256_of(text)) << "cut at " << cut;
    }
}

std::uint64_t milliseconds_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::milliseconds>(now).count());
}

std::uint64_t time_of(const std::string& ulid) {
    const std::string alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    std::uint64_t time = 0;
    for (char c : ulid.substr(0, 10)) time = time * 32 + alphabet.find(c);
    return time;
}

TEST(Ulid, CarriesTheTimeAndIsWellFormed) {
    const std::uint64_t before = milliseconds_now();
    const std::string ulid = make_ulid();
    const std::uint64_t after = milliseconds_now();
    EXPECT_TRUE(is_ulid(ulid)) << ulid;
    EXPECT_GE(time_of(ulid), before);
    EXPECT_LE(time_of(ulid), after);
}

TEST(Ulid, DoesNotRepeat) {
    std::set<std::string> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(make_ulid());
    EXPECT_EQ(seen.size(), 1000u);
}

TEST(Ulid, RefusesWhatIsNone) {
    EXPECT_TRUE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAV"));
    EXPECT_TRUE(is_ulid("7ZZZZZZZZZZZZZZZZZZZZZZZZZ"));
    EXPECT_FALSE(is_ulid("8ZZZZZZZZZZZZZZZZZZZZZZZZZ")) << "more than 128 bits";
    EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FA"));
    EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAVV"));
    EXPECT_FALSE(is_ulid("01ARZ3NDEKTSV4RRFFQ69G5FAU")) << "U is not in the alphabet";
    EXPECT_FALSE(is_ulid("01arz3ndektsv4rrffq69g5fav"));
    EXPECT_FALSE(is_ulid(""));
}

TEST(ErrorText, ReadsAsPlaceSentenceRemedy) {
    const Error whole(ErrorCode::bad_data, "it breaks off", "a.gz, byte 7", "copy it again");
    EXPECT_STREQ(whole.what(), "a.gz, byte 7: it breaks off (copy it again)");
    EXPECT_EQ(whole.code(), ErrorCode::bad_data);
    EXPECT_EQ(whole.message(), "it breaks off");
    EXPECT_EQ(whole.place(), "a.gz, byte 7");
    EXPECT_EQ(whole.remedy(), "copy it again");
    EXPECT_STREQ(Error(ErrorCode::failed, "it failed").what(), "it failed");
    EXPECT_STREQ(Error(ErrorCode::failed, "it failed", "here").what(), "here: it failed");
    EXPECT_STREQ(Error(ErrorCode::failed, "it failed", "", "do that").what(), "it failed (do that)");
}

TEST(ErrorText, CodesAreExitCodesAndNames) {
    EXPECT_EQ(static_cast<int>(ErrorCode::failed), 1);
    EXPECT_EQ(static_cast<int>(ErrorCode::usage), 2);
    EXPECT_EQ(static_cast<int>(ErrorCode::cancelled), 3);
    EXPECT_EQ(static_cast<int>(ErrorCode::device), 4);
    EXPECT_EQ(static_cast<int>(ErrorCode::bad_data), 5);
    EXPECT_STREQ(name_of(ErrorCode::failed), "failed");
    EXPECT_STREQ(name_of(ErrorCode::usage), "usage");
    EXPECT_STREQ(name_of(ErrorCode::cancelled), "cancelled");
    EXPECT_STREQ(name_of(ErrorCode::device), "device");
    EXPECT_STREQ(name_of(ErrorCode::bad_data), "bad_data");
}

}  // namespace
}  // namespace mantissa
