// SPDX-License-Identifier: Apache-2.0
// A hundred thousand damaged files of tensors, the same ones every time.
#include <gtest/gtest.h>

#include "tests/fuzz/mutate.h"
#include "tests/fuzz/tensor_target.h"
#include "tests/support/tensor_files.h"

namespace mantissa {
namespace {

TEST(TensorMutation, DamagedFilesAreRefusedOrConsistent) {
    const std::vector<float> numbers{0, 1, -2, 1e-8f, 65520, 3e-5f, 1e30f, -0.1f};
    const std::string array = npy_file("<f4", "(2, 4)", raw(numbers));
    const std::vector<std::string> originals{
        safetensors_file(R"({"a":{"dtype":"F32","shape":[2,4],"data_offsets":[0,32]},)"
                         R"("b":{"dtype":"BF16","shape":[4],"data_offsets":[32,40]}})",
                         raw(numbers) + raw(std::vector<std::uint16_t>{0, 0x3F80, 0xFF80, 1})),
        array, npy_file(">f8", "()", raw(std::vector<double>{1})),
        zip_file({{"a.npy", array}, {"b.npy", npy_file("<f2", "(2,)", "abcd")}}, false),
        zip_file({{"a.npy", array}, {"c.npy", npy_file("<i8", "(1,)", "12345678")}}, true, true)};
    fuzz::Mutator mutator(1);
    int accepted = 0, refused = 0;
    for (const std::string& original : originals) {
        const fuzz::Bytes bytes(original.begin(), original.end());
        ASSERT_TRUE(fuzz::check_tensors(bytes));
        for (std::uint32_t number = 0; number < fuzz::variants(20'000); ++number) {
            const fuzz::Bytes damaged = mutator.variant(bytes, number);
            ASSERT_NO_THROW(++(fuzz::check_tensors(damaged) ? accepted : refused)) << "variant " << number;
        }
    }
    EXPECT_GT(accepted, 5'000) << "changed numbers must be read";
    EXPECT_GT(refused, 30'000);
}

}  // namespace
}  // namespace mantissa
