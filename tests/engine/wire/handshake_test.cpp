// SPDX-License-Identifier: Apache-2.0
// Hello: two of the same version understand each other, all others are told why not.
#include "engine/wire/handshake.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "engine/base/version.h"
#include "tests/engine/wire/wire_samples.h"

namespace mantissa {
namespace {

using test::refusal;
using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(Handshake, TheSameVersionAndTheEchoedNonceAgree) {
    const std::string nonce = make_nonce();
    const run::Hello window = window_hello(nonce, 10, 20);
    EXPECT_EQ(window.protocol(), protocol_version);
    EXPECT_EQ(window.program_version(), program_version);
    EXPECT_EQ(window.credit_frames(), 10u);
    EXPECT_EQ(window.credit_bytes(), 20u);
    EXPECT_NO_THROW(check_window_hello(window));
    const run::Hello worker = worker_hello(window);
    EXPECT_EQ(worker.nonce(), nonce);
    EXPECT_NO_THROW(check_worker_hello(worker, nonce));
}

TEST(Handshake, GrantsTheCreditOfTheDesign) {
    EXPECT_EQ(window_hello("n").credit_frames(), 64u);
    EXPECT_EQ(window_hello("n").credit_bytes(), 4u * 1024 * 1024);
}

TEST(Handshake, NoncesDoNotRepeat) {
    std::set<std::string> seen;
    for (int i = 0; i < 100; ++i) {
        const std::string nonce = make_nonce();
        EXPECT_EQ(nonce.size(), 32u);
        EXPECT_EQ(nonce.find_first_not_of("0123456789abcdef"), std::string::npos);
        seen.insert(nonce);
    }
    EXPECT_EQ(seen.size(), 100u);
}

TEST(Handshake, OtherVersionsAreNamedOnBothSides) {
    run::Hello window = window_hello("n");
    window.set_protocol(protocol_version + 1);
    window.set_program_version("9.8.7\n<b>");
    EXPECT_THAT(refusal([&] { check_window_hello(window); }),
                AllOf(HasSubstr(std::string("this worker is Mantissa ") + program_version + " and speaks protocol 1"),
                      HasSubstr("the window is Mantissa 9.8.7?<b> and speaks protocol 2"),
                      HasSubstr("install the same version")));
    run::Hello worker = worker_hello(window);
    worker.clear_protocol();
    worker.clear_program_version();
    EXPECT_THAT(
        refusal([&] { check_worker_hello(worker, "n"); }),
        AllOf(HasSubstr("this window is Mantissa"), HasSubstr("the worker is Mantissa unknown and speaks protocol 0")));
}

TEST(Handshake, AnotherNonceIsRefused) {
    const run::Hello worker = worker_hello(window_hello("first"));
    EXPECT_THAT(refusal([&] { check_worker_hello(worker, "second"); }), AllOf(HasSubstr("first"), HasSubstr("second")));
}

TEST(Handshake, AWindowMustNameANonceAndGrantCredit) {
    EXPECT_THAT(refusal([] { check_window_hello(window_hello("")); }), HasSubstr("nonce of 0 characters"));
    EXPECT_THAT(refusal([] { check_window_hello(window_hello(std::string(129, 'x'))); }),
                HasSubstr("nonce of 129 characters"));
    EXPECT_EQ(worker_hello(window_hello(std::string(1000, 'x'))).nonce().size(), 128u);
    EXPECT_THAT(refusal([] { check_window_hello(window_hello("n", 0, 1)); }), HasSubstr("no credit"));
    EXPECT_THAT(refusal([] { check_window_hello(window_hello("n", 1, 0)); }), HasSubstr("no credit"));
}

}  // namespace
}  // namespace mantissa
