// SPDX-License-Identifier: Apache-2.0
// A report over a run of a million steps: nothing of it may grow with the run's length but reading. The time is
// printed, not judged: it depends on the machine.
#include <gmock/gmock.h>

#include <chrono>
#include <iostream>

#include "engine/report/html.h"
#include "tests/engine/report/report_testing.h"

namespace mantissa {
namespace {

using namespace mantissa::testing;

TEST(LongRun, NightlyReportOfAMillionSteps) {
    constexpr std::uint32_t count = 1000000, together = 10000;
    ReportLibrary library;
    const std::string id = make_ulid();
    library.add(started(id, "a million steps"));
    for (std::uint32_t first = 1; first < count; first += together) {
        library.add(steps(id, first, first + together - 1));
        library.add(evaluation(id, first + together - 1, 0.5f));
    }
    library.add(finished(id, count, run::RunFinished::COMPLETED, 0.9f));
    const auto begin = std::chrono::steady_clock::now();
    const std::string page = html_report(read_report(*library, {id}));
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::cout << "a report of " << count << " steps: " << seconds.count() << " s, " << page.size() << " bytes\n";
    EXPECT_EQ(markup_fault(page), "");
    EXPECT_LT(page.size(), 300000u) << "the page grows with the run";
    EXPECT_THAT(page, ::testing::HasSubstr("1,000,000"));
}

}  // namespace
}  // namespace mantissa
