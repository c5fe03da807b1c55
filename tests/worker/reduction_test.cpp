// SPDX-License-Identifier: Apache-2.0
// `mantissa-worker reduction`: its errors against the bound that it prints, and how they grow.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <sstream>
#include <tuple>

#include "tests/worker/json_object.h"
#include "tests/worker/worker_program.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

struct Line {
    double largest = 0, mean = 0, bound = 0, additions = 0, overflowed = 0;
};

double number_after(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\":");
    EXPECT_NE(at, std::string::npos) << key << " in " << line;
    return at == std::string::npos || line.compare(at + key.size() + 3, 4, "null") == 0
               ? std::nan("")
               : std::stod(line.substr(at + key.size() + 3));
}

std::string text_after(const std::string& line, const std::string& key) {
    const std::size_t at = line.find("\"" + key + "\":\"") + key.size() + 4;
    return line.substr(at, line.find('"', at) - at);
}

std::map<std::tuple<std::string, std::string, int>, Line> table(const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"reduction", "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult result = run_worker(arguments);
    EXPECT_EQ(result.exit_code, 0) << result.err;
    std::map<std::tuple<std::string, std::string, int>, Line> lines;
    std::istringstream text(result.out);
    for (std::string line; std::getline(text, line);)
        lines[{text_after(line, "format"), text_after(line, "order"), static_cast<int>(number_after(line, "ranks"))}] =
            {number_after(line, "largest"), number_after(line, "mean"), number_after(line, "bound"),
             number_after(line, "additions"), number_after(line, "overflowed")};
    return lines;
}

TEST(Reduction, ErrorsStayWithinHighamsBoundAndATreeIsBetterThanARing) {
    auto lines = table({"--ranks", "2,3,16,100,1024", "--numbers", "512"});
    ASSERT_EQ(lines.size(), 3u * 3 * 5);
    for (const auto& [key, line] : lines) {
        if (!std::isnan(line.bound)) {
            EXPECT_LE(line.largest, line.bound) << std::get<0>(key) << std::get<1>(key);
        }
        EXPECT_EQ(line.overflowed, 0);
    }
    EXPECT_EQ((lines[{"FP16", "ring", 1024}].additions), 1023);
    EXPECT_EQ((lines[{"FP16", "doubling", 1024}].additions), 10);
    EXPECT_TRUE(std::isnan(lines[{"BF16", "ring", 1024}].bound)) << "1,023 · 2^-8 is above 1";
    for (const char* format : {"FP32", "FP16", "BF16"}) {
        EXPECT_LT((lines[{format, "doubling", 1024}].mean), (lines[{format, "ring", 1024}].mean));
        EXPECT_LT((lines[{format, "tree", 1024}].mean), (lines[{format, "ring", 1024}].mean));
    }
    EXPECT_LT((lines[{"FP32", "ring", 1024}].mean), (lines[{"FP16", "ring", 1024}].mean));
    EXPECT_LT((lines[{"FP16", "ring", 1024}].mean), (lines[{"BF16", "ring", 1024}].mean));
}

TEST(Reduction, SumsTheGradientsOfAPreset) {
    const auto lines = table({"--ranks", "2,32", "--preset", "lost-updates"});
    ASSERT_EQ(lines.size(), 3u * 3 * 2);
    for (const auto& [key, line] : lines) EXPECT_LE(line.largest, line.bound);
    const ProgramResult text = run_worker({"reduction", "--ranks", "4", "--numbers", "64"});
    EXPECT_THAT(text.out, HasSubstr("64 sums of N(0, 1) numbers"));
    EXPECT_EQ(run_worker({"reduction", "--ranks", "1"}).exit_code, 2);
}

TEST(Reduction, RefusesWhatThePresetsGradientsDoNotTake) {
    for (const char* flag : {"--numbers", "--seed"}) {
        const ProgramResult result = run_worker({"reduction", "--ranks", "2", "--preset", "lost-updates", flag, "7"});
        EXPECT_EQ(result.exit_code, 2);
        EXPECT_THAT(result.err, HasSubstr(std::string(flag) +
                                          ": the gradients of a preset are summed, not random numbers (leave it out"));
    }
}

}  // namespace
}  // namespace mantissa
