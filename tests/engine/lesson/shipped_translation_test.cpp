// SPDX-License-Identifier: Apache-2.0
// Every lesson that ships has its German, whole: as many paragraphs, list entries and table rows, the same numbers and
// the same code. Whether it is good German no test can say.
#include <cctype>
#include <map>
#include <sstream>
#include <string_view>

#include "tests/engine/lesson/lesson_testing.h"

namespace mantissa {
namespace {

using Counts = std::map<std::string, int>;

/// What may stand between the thousands of a German number: a narrow space that does not break.
constexpr std::string_view narrow_space = "\u202f";

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// The bytes of a digit set high, or of its minus, at the begin of `text`; 0: there is none.
std::size_t superscript_at(std::string_view text) {
    for (const std::string_view sign : {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹", "⁻"})
        if (text.starts_with(sign)) return sign.size();
    return 0;
}

/// The numbers of a text and how often each stands there: "16,777,216" (English) and "16 777 216" are one number. Those
/// of names such as FP16 are none.
Counts numbers_of(std::string_view text, bool english) {
    Counts numbers;
    for (std::size_t at = 0; at < text.size();) {
        std::string number;
        while (const std::size_t size = superscript_at(text.substr(at))) {
            number += text.substr(at, size);
            at += size;
        }
        if (number.empty() && std::isalpha(static_cast<unsigned char>(text[at]))) {
            while (at < text.size() && std::isalnum(static_cast<unsigned char>(text[at]))) ++at;
            continue;
        }
        if (number.empty() && is_digit(text[at])) {
            const auto digits = [&](std::size_t from, std::size_t count) {
                for (std::size_t i = 0; i < count; ++i)
                    if (from + i >= text.size() || !is_digit(text[from + i])) return false;
                return true;
            };
            const auto thousands = [&](std::size_t separator) {
                return digits(at + separator, 3) && !digits(at + separator, 4);
            };
            while (at < text.size()) {
                if (is_digit(text[at]) || (text[at] == '.' && digits(at + 1, 1)))
                    number += text[at++];
                else if (english && text[at] == ',' && thousands(1))
                    ++at;
                else if (!english && text.substr(at).starts_with(narrow_space) && thousands(narrow_space.size()))
                    at += narrow_space.size();
                else
                    break;
            }
        }
        if (number.empty())
            ++at;
        else
            ++numbers[number];
    }
    return numbers;
}

/// The code of a page: what stands between backticks, and the blocks without their comments, which are words.
Counts code_of(const std::string& page) {
    Counts code;
    bool block = false;
    std::istringstream lines(page);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) {
            block = !block;
            ++code[line];
        } else if (block) {
            line.resize(std::min(line.find('#'), line.size()));
            while (line.ends_with(' ')) line.pop_back();
            ++code[line];
        } else {
            for (std::size_t from = line.find('`'); from != std::string::npos; from = line.find('`', from)) {
                const std::size_t to = line.find('`', from + 1);
                if (to == std::string::npos) break;
                ++code[line.substr(from, to + 1 - from)];
                from = to + 1;
            }
        }
    }
    return code;
}

/// Paragraphs, headings, list entries and table rows.
Counts shape_of(const std::string& page) {
    Counts shape;
    std::istringstream lines(page);
    bool between = true;
    for (std::string line; std::getline(lines, line);) {
        if (between && !line.empty()) ++shape["blocks"];
        between = line.empty();
        if (line.starts_with("#")) ++shape["headings"];
        if (line.starts_with("|")) ++shape["rows"];
        if (line.starts_with("- ")) ++shape["entries"];
        if (line.size() > 2 && is_digit(line[0]) && line.substr(1, 2) == ". ") ++shape["numbered entries"];
    }
    return shape;
}

/// Everything that a person reads of a step besides its page.
std::string words_of(const lesson::Step& step) {
    std::string words = step.predict().question() + '\n' + step.predict().x() + '\n' + step.predict().y();
    for (const std::string& choice : step.predict().choices()) words += '\n' + choice;
    for (const lesson::Figure& figure : step.figures()) words += '\n' + figure.text();
    return words;
}

TEST(ShippedTranslation, EveryLessonHasItsGermanWithTheSameNumbers) {
    const std::vector<LessonEntry> entries = shipped_lessons("de");
    ASSERT_GE(entries.size(), 7u);
    int numbers = 0;
    for (const LessonEntry& entry : entries) {
        ASSERT_EQ(entry.problem, "") << entry.name;
        const LoadedLesson own = read_lesson(entry.folder);
        const LoadedLesson german = read_lesson(entry.folder, "de");
        ASSERT_EQ(german.language, "de") << entry.name << " has no folder de";
        EXPECT_EQ(entry.title, german.content.title());
        EXPECT_NE(german.content.title(), own.content.title()) << entry.name;
        EXPECT_EQ(numbers_of(german.content.title(), false), numbers_of(own.content.title(), true)) << entry.name;
        EXPECT_EQ(numbers_of(german.content.summary(), false), numbers_of(own.content.summary(), true)) << entry.name;
        for (std::size_t i = 0; i < own.steps(); ++i) {
            const lesson::Step& step = own.content.steps(static_cast<int>(i));
            const lesson::Step& words = german.content.steps(static_cast<int>(i));
            const std::string place = entry.name + ", " + step.page();
            const std::string& unit = step.predict().unit();  // a sign ("%", "MB") or a word
            EXPECT_EQ(words.predict().unit() == unit, unit.size() <= 3) << place;
            EXPECT_NE(german.pages[i], own.pages[i]) << place;
            const Counts asked = numbers_of(own.pages[i], true);
            EXPECT_EQ(numbers_of(german.pages[i], false), asked) << place;
            EXPECT_EQ(numbers_of(words_of(words), false), numbers_of(words_of(step), true)) << place;
            EXPECT_EQ(code_of(german.pages[i]), code_of(own.pages[i])) << place;
            EXPECT_EQ(shape_of(german.pages[i]), shape_of(own.pages[i])) << place;
            numbers += static_cast<int>(asked.size());
        }
    }
    EXPECT_GT(numbers, 300);
}

TEST(ShippedTranslation, NumbersAreFoundAsTheyAreWritten) {
    EXPECT_EQ(numbers_of("1,135 of 10,000, 2²⁴ is 16,777,216; 9.2 × 10⁻⁴¹.", true),
              numbers_of("1135 von 10\u202f000, 2²⁴ ist 16\u202f777\u202f216; 9.2 × 10⁻⁴¹.", false));
    EXPECT_NE(numbers_of("11.35 %", true), numbers_of("11.36 %", false));
    EXPECT_NE(numbers_of("2⁻²⁴", true), numbers_of("2⁻²³", false));
    EXPECT_EQ(numbers_of("FP16 and fc1.weight", true), Counts());
    EXPECT_EQ(numbers_of("2, 4 and 5", true), (Counts{{"2", 1}, {"4", 1}, {"5", 1}}));
    EXPECT_EQ(code_of("`a` and `b c`\n```python\nx = 1  # one\n```\n"),
              code_of("`b c` und `a`\n```python\nx = 1  # eins\n```\n"));
}

}  // namespace
}  // namespace mantissa
