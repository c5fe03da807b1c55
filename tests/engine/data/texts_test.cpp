// SPDX-License-Identifier: Apache-2.0
// Texts that the program makes, and what is asked of them.
#include "engine/data/texts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "engine/base/text_sizes.h"
#include "engine/data/targets.h"

namespace mantissa {
namespace {

Dataset texts(Targets targets, std::int64_t train = 300, std::int64_t test = 50) {
    Dataset sizes;
    sizes.train.count = train;
    sizes.test.count = test;
    return with_targets(sizes, targets);
}

/// Text `i`, or what is asked of it: a token that is not asked for is a dot.
std::string text(const Split& split, std::size_t i) {
    return text_of_tokens(std::span(split.images).subspan(i * text_tokens, text_tokens));
}
std::string asked(const Split& split, std::size_t i) {
    std::string result;
    for (std::size_t j = i * text_tokens; j < (i + 1) * text_tokens; ++j)
        result += split.labels[j] == no_label ? "." : text_of_tokens(std::span(split.labels).subspan(j, 1));
    return result;
}

TEST(Texts, ATextToBeSortedAsksForEachNextLetterOfItsSecondHalf) {
    const Dataset data = texts(Targets::sorted_text);
    EXPECT_EQ(data.classes, text_words);
    EXPECT_EQ(data.pixels(), text_tokens);
    ASSERT_EQ(data.train.images.size(), 300u * text_tokens);
    ASSERT_EQ(data.train.labels.size(), 300u * text_tokens);
    for (std::size_t i = 0; i < 300; ++i) {
        const std::string given = text(data.train, i), wanted = asked(data.train, i);
        std::string letters = given.substr(0, 8);
        std::sort(letters.begin(), letters.end());
        EXPECT_EQ(wanted, "........" + letters) << given;
        EXPECT_EQ(given.substr(8), "|" + letters.substr(0, 7)) << given;
    }
}

TEST(Texts, AMaskedTextAsksForItsTwoMaskedLetters) {
    const Dataset data = texts(Targets::filled_text), whole = texts(Targets::text_kind);
    EXPECT_EQ(data.classes, text_words);
    for (std::size_t i = 0; i < 300; ++i) {
        std::string given = text(data.train, i);
        const std::string wanted = asked(data.train, i);
        EXPECT_EQ(std::count(given.begin(), given.end(), '?'), masked_tokens);
        for (std::size_t j = 0; j < given.size(); ++j) {
            EXPECT_EQ(given[j] == '?', wanted[j] != '.') << given << ", " << wanted;
            if (given[j] == '?') given[j] = wanted[j];
        }
        EXPECT_EQ(given, text(whole.train, i)) << "the same texts as those of which the kind is asked";
    }
}

TEST(Texts, AKindIsHowTheSecondHalfWasMadeOfTheFirst) {
    const Dataset data = texts(Targets::text_kind, 3000);
    EXPECT_EQ(data.classes, text_kinds);
    ASSERT_EQ(data.train.labels.size(), 3000u);
    std::map<int, int> kinds;
    for (std::size_t i = 0; i < 3000; ++i) {
        const std::string given = text(data.train, i);
        EXPECT_EQ(given[0], '^');
        EXPECT_EQ(given[8], '|');
        std::string letters = given.substr(1, 7);
        const int kind = data.train.labels[i];
        if (kind == 1) std::reverse(letters.begin(), letters.end());
        if (kind == 2) std::sort(letters.begin(), letters.end());
        EXPECT_EQ(given.substr(9), letters) << kind;
        ++kinds[kind];
    }
    // A third each, binomial: five standard deviations are 129.
    for (const int kind : {0, 1, 2}) EXPECT_NEAR(kinds[kind], 1000, 129);
}

TEST(Texts, AreTheSameEveryTimeAndOthersInTheTest) {
    const Dataset data = texts(Targets::sorted_text), again = texts(Targets::sorted_text, 400);
    EXPECT_TRUE(std::equal(data.train.images.begin(), data.train.images.end(), again.train.images.begin()));
    EXPECT_EQ(data.test.images, again.test.images);
    EXPECT_NE(data.sha256, again.sha256);
    EXPECT_EQ(data.sha256, texts(Targets::sorted_text).sha256);
    EXPECT_FALSE(std::equal(data.test.images.begin(), data.test.images.end(), data.train.images.begin()));
}

}  // namespace
}  // namespace mantissa
