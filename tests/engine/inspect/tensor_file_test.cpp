// SPDX-License-Identifier: Apache-2.0
// Files of tensors: what is read of them, and what is refused with which words.
#include "engine/inspect/tensor_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "engine/base/error.h"
#include "tests/support/tensor_files.h"

namespace mantissa {
namespace {

using testing::HasSubstr;

TensorFile opened(const std::string& bytes) {
    std::vector<std::byte> copy(bytes.size());
    std::memcpy(copy.data(), bytes.data(), bytes.size());
    return {memory_bytes(std::move(copy)), "mine.npz"};
}

std::vector<double> numbers_of(TensorFile& file, std::size_t tensor) {
    std::vector<double> numbers;
    file.read(file.tensors()[tensor], [&](std::span<const double> some) {
        numbers.insert(numbers.end(), some.begin(), some.end());
        return true;
    });
    return numbers;
}

TEST(TensorFile, ReadsEachTypeOfSafetensors) {
    TensorFile file = opened(safetensors_file(
        R"({"__metadata__":{"a":"b"},"d":{"dtype":"F64","shape":[2],"data_offsets":[0,16]},)"
        R"("h":{"dtype":"F16","shape":[],"data_offsets":[16,18]},"i":{"dtype":"I16","shape":[1],"data_offsets":[18,20]},)"
        R"("b":{"dtype":"BF16","shape":[1,1],"data_offsets":[20,22]},"e":{"dtype":"F8_E4M3","shape":[3],"data_offsets":[22,25]},)"
        R"("f":{"dtype":"F8_E5M2","shape":[1],"data_offsets":[25,26]}})",
        raw(std::vector<double>{0.1, -1e300}) + raw(std::vector<std::uint16_t>{0x3C01, 7, 0xC000}) +
            "\x7E\x81\x7F\x7B"));
    ASSERT_EQ(file.tensors().size(), 6u);
    EXPECT_EQ(numbers_of(file, 0), (std::vector<double>{0.1, -1e300}));
    EXPECT_EQ(numbers_of(file, 1), std::vector<double>{1 + 0x1p-10});
    EXPECT_EQ(file.tensors()[2].type, NumberType::none);
    EXPECT_EQ(numbers_of(file, 3), std::vector<double>{-2});
    const std::vector<double> e4m3 = numbers_of(file, 4);
    EXPECT_EQ(e4m3[0], 448);
    EXPECT_EQ(e4m3[1], -0x1p-9);
    EXPECT_TRUE(std::isnan(e4m3[2]));
    EXPECT_EQ(numbers_of(file, 5), std::vector<double>{57344});
}

TEST(TensorFile, ReadsArraysOfEitherByteOrderAndAllOfAnNpz) {
    std::vector<float> many(20000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i] = static_cast<float>(i);
    const std::string array = npy_file("<f4", "(100, 200)", raw(many));
    TensorFile alone = opened(array);
    ASSERT_EQ(alone.tensors().size(), 1u);
    EXPECT_EQ(alone.tensors()[0].shape, (std::vector<std::uint64_t>{100, 200}));
    EXPECT_EQ(numbers_of(alone, 0).back(), 19999);
    TensorFile turned = opened(npy_file(">f4", "(1,)", std::string("\x3F\x80\x00\x00", 4)));
    EXPECT_EQ(numbers_of(turned, 0), std::vector<double>{1});
    for (const bool deflate : {false, true})
        for (const bool zip64 : {false, true}) {
            TensorFile file = opened(
                zip_file({{"layer.npy", array}, {"note.txt", "no array"}, {"n.npy", npy_file("<i4", "(1,)", "1234")}},
                         deflate, zip64));
            ASSERT_EQ(file.tensors().size(), 2u);
            EXPECT_EQ(file.tensors()[0].name, "layer");
            EXPECT_EQ(numbers_of(file, 0)[12345], 12345);
            EXPECT_EQ(file.tensors()[1].type, NumberType::none);
        }
}

TEST(TensorFile, RefusesWhatDoesNotHoldTogether) {
    const std::string one = R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    const std::string eight(8, '\0'), bomb(2000000, '\0');
    std::string shared = zip_file({{"a.npy", npy_file("<f4", "(500000,)", bomb)}}, true);
    struct Case {
        std::string bytes;
        const char* text;
    };
    for (const Case& c :
         {Case{"", "0 bytes"}, Case{little_endian<std::uint64_t>(1u << 30) + "{}", "would claim 1073741824 bytes"},
          Case{safetensors_file("{]", ""), "not JSON"},
          Case{safetensors_file(one, "1234"), "occupies bytes 0 to 8 of 4"},
          Case{safetensors_file(R"({"a":{"dtype":"F32","shape":[9999999999,9999999999],"data_offsets":[0,8]}})", eight),
               "larger than the file"},
          Case{safetensors_file(R"({"a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]},)"
                                R"("b":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})",
                                eight),
               "overlap"},
          Case{npy_file("<f4", "(3,)", eight), "larger than the file"},
          Case{npy_file("|O", "(1,)", eight), "Python's objects"},
          Case{npy_file("<f4", "7", eight), "no array of NumPy"}, Case{"PK\x03\x04 and nothing", "no directory"},
          Case{zip_file({{"data.pkl", "..."}}, false), "safetensors.torch.save_file"},
          Case{"\x80\x02}q\x01.", "pickle"}}) {
        try {
            opened(c.bytes);
            ADD_FAILURE() << c.text;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_THAT(std::string(error.what()), HasSubstr("mine.npz"));
            EXPECT_THAT(std::string(error.what()), HasSubstr(c.text));
        }
    }
    // Cut off within the packed numbers: the directory is whole, the numbers are not.
    shared[shared.size() / 2] ^= 0x55;
    bool refused = false;
    try {
        TensorFile file = opened(shared);
        numbers_of(file, 0);
    } catch (const Error&) {
        refused = true;
    }
    EXPECT_TRUE(refused || shared.size() < 4000);
}

}  // namespace
}  // namespace mantissa
