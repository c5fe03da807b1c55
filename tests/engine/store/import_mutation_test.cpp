// SPDX-License-Identifier: Apache-2.0
// Some hundred damaged exported files, the same ones every time.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "tests/engine/store/store_testing.h"
#include "tests/fuzz/library_target.h"
#include "tests/fuzz/mutate.h"

namespace mantissa {
namespace {

using namespace testing;

TEST(ImportMutation, DamagedFilesAreRefusedOrWhole) {
    const TemporaryFolder folder;
    const std::string id = make_ulid();
    {
        const auto library = Library::open(folder / "runs.mantissa", Access::read_write);
        std::vector<run::Record> records = steps(id, 1, 40);
        records.insert(records.begin(), started(id));
        records.push_back(finished(id, 40, run::RunFinished::COMPLETED, 0.5f));
        library->append(records);
        library->export_runs({id}, folder / "out.mantissa");
    }
    std::ifstream stream(folder / "out.mantissa", std::ios::binary);
    const fuzz::Bytes whole(std::istreambuf_iterator<char>(stream), {});
    ASSERT_TRUE(fuzz::check_import(whole));
    fuzz::Mutator mutator(5);
    for (std::uint32_t number = 0; number < fuzz::variants(300); ++number)
        ASSERT_NO_THROW(fuzz::check_import(mutator.variant(whole, number))) << "variant " << number;
}

}  // namespace
}  // namespace mantissa
