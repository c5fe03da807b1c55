// SPDX-License-Identifier: Apache-2.0
// Weight files: what is written is read back bit for bit, files made elsewhere are read, and no damage of any byte does
// anything but raise one error that names the file.
#include "engine/report/safetensors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <fstream>
#include <limits>

#include "engine/base/error.h"
#include "engine/precision/rounding.h"
#include "tests/support/files.h"

namespace mantissa {
namespace {

using ::testing::HasSubstr;

class Safetensors : public ::testing::Test {
  protected:
    void SetUp() override { std::filesystem::create_directories(folder_); }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    void write_bytes(const std::string& bytes) { std::ofstream(file_, std::ios::binary) << bytes; }

    /// A file of this header and data.
    static std::string file_of(const std::string& header, const std::string& data) {
        const std::uint64_t size = header.size();
        std::string bytes(8, '\0');
        std::memcpy(bytes.data(), &size, 8);
        return bytes + header + data;
    }

    /// Reads the file: tensors, or nothing where it raised the error that it may raise.
    std::optional<std::map<std::string, NamedTensor>> read_or_refuse() {
        try {
            return read_safetensors(file_);
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
            EXPECT_EQ(error.place(), file_.string());
            EXPECT_NE(error.message(), "");
            return std::nullopt;
        }
    }

    void expect_refused(const std::string& header, const std::string& data, const std::string& what) {
        write_bytes(file_of(header, data));
        EXPECT_FALSE(read_or_refuse()) << what;
    }

    const std::vector<NamedTensor> tensors_ = {{"fc1.weight", {2, 3}, {1, -2, 0.5f, 1e-45f, -0.0f, 3.4028235e38f}},
                                               {"fc1.bias", {2}, {std::numeric_limits<float>::infinity(), -1e-30f}},
                                               {"conv1.weight", {1, 1, 2, 2}, {1, 2, 3, 4}}};
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("mantissa-safetensors-" + std::to_string(getpid()));
    std::filesystem::path file_ = folder_ / "weights.safetensors";
};

TEST_F(Safetensors, RoundTrip) {
    write_safetensors(file_, tensors_);
    const auto read = read_safetensors(file_);
    ASSERT_EQ(read.size(), tensors_.size());
    for (const NamedTensor& t : tensors_) {
        const NamedTensor& back = read.at(t.name);
        EXPECT_EQ(back.shape, t.shape);
        ASSERT_EQ(back.values.size(), t.values.size());
        for (std::size_t i = 0; i < t.values.size(); ++i)
            EXPECT_EQ(std::bit_cast<std::uint32_t>(back.values[i]), std::bit_cast<std::uint32_t>(t.values[i]));
    }
}

TEST_F(Safetensors, TheFileIsLaidOutAsTheFormatSays) {
    write_safetensors(file_, {{"a", {2}, {1, 2}}, {"b", {}, {3}}});
    const std::string bytes = contents(file_);
    std::uint64_t header = 0;
    std::memcpy(&header, bytes.data(), 8);
    EXPECT_EQ(header % 8, 0u) << "the data is aligned";
    EXPECT_EQ(bytes.size(), 8 + header + 12);
    EXPECT_THAT(bytes.substr(8, header), HasSubstr(R"("a":{"dtype":"F32","shape":[2],"data_offsets":[0,8]})"));
    EXPECT_THAT(bytes.substr(8, header), HasSubstr(R"("b":{"dtype":"F32","shape":[],"data_offsets":[8,12]})"));
    float value = 0;
    std::memcpy(&value, bytes.data() + 8 + header + 8, 4);
    EXPECT_EQ(value, 3.0f);
}

TEST_F(Safetensors, NothingIsLeftBesideTheFile) {
    write_safetensors(file_, tensors_);
    write_safetensors(file_, tensors_);  // and an existing file is replaced
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), {}), 1);
}

TEST_F(Safetensors, AnUnwritableFolderIsAnError) {
    try {
        write_safetensors(folder_ / "no such folder" / "w.safetensors", tensors_);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::usage);
        EXPECT_EQ(error.place(), (folder_ / "no such folder").string());
    }
}

TEST_F(Safetensors, EveryTruncationIsRefused) {
    write_safetensors(file_, tensors_);
    const std::string bytes = contents(file_);
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        write_bytes(bytes.substr(0, size));
        EXPECT_FALSE(read_or_refuse()) << size << " of " << bytes.size() << " bytes";
    }
}

TEST_F(Safetensors, EveryDamagedHeaderByteIsRefusedOrHarmless) {
    write_safetensors(file_, tensors_);
    const std::string bytes = contents(file_);
    const std::size_t header_end = bytes.size() - 12 * sizeof(float);
    std::vector<bool> in_a_name(bytes.size());
    for (const NamedTensor& t : tensors_)
        std::fill_n(in_a_name.begin() + static_cast<std::ptrdiff_t>(bytes.find('"' + t.name + '"')) + 1, t.name.size(),
                    true);
    for (std::size_t at = 0; at < header_end; ++at)
        for (const int flip : {1, 2, 4, 8, 16, 32, 64, 128, 255}) {
            std::string damaged = bytes;
            damaged[at] = static_cast<char>(damaged[at] ^ static_cast<char>(flip));
            write_bytes(damaged);
            const auto tensors = read_or_refuse();
            if (!tensors) continue;
            EXPECT_TRUE(in_a_name[at]) << "byte " << at << ", '" << bytes[at] << "' as '" << damaged[at] << "'";
            // What can still be read is whole.
            for (const auto& [name, tensor] : *tensors) {
                std::int64_t elements = 1;
                for (const std::int64_t extent : tensor.shape) elements *= extent;
                EXPECT_EQ(elements, static_cast<std::int64_t>(tensor.values.size())) << "byte " << at;
            }
        }
    // the first eight bytes are the header's length: none of them can change unnoticed
    for (std::size_t at = 0; at < 8; ++at) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        write_bytes(damaged);
        EXPECT_FALSE(read_or_refuse()) << at;
    }
}

TEST_F(Safetensors, HalfPrecisionIsRead) {
    std::string data;
    const auto add = [&data](std::uint32_t bits) {
        data.push_back(static_cast<char>(bits & 0xFF));
        data.push_back(static_cast<char>(bits >> 8));
    };
    for (const std::uint32_t bits : {0x3C00u, 0x0001u, 0xFBFFu, 0x7C00u, 0x7E00u, 0x8000u}) add(bits);
    for (const std::uint32_t bits : {0x3F80u, 0x0001u, 0xFF7Fu}) add(bits);
    write_bytes(file_of(R"({"h":{"dtype":"F16","shape":[2,3],"data_offsets":[0,12]},)"
                        R"("b":{"dtype":"BF16","shape":[3],"data_offsets":[12,18]},"__metadata__":{"format":"pt"}})",
                        data));
    const auto tensors = read_safetensors(file_);
    ASSERT_EQ(tensors.size(), 2u) << "metadata is no tensor";
    const std::vector<float>& h = tensors.at("h").values;
    EXPECT_EQ(h[0], 1.0f);
    EXPECT_EQ(h[1], 0x1p-24f);
    EXPECT_EQ(h[2], -65504.0f);
    EXPECT_EQ(h[3], std::numeric_limits<float>::infinity());
    EXPECT_TRUE(std::isnan(h[4]));
    EXPECT_TRUE(h[5] == 0 && std::signbit(h[5]));
    EXPECT_EQ(tensors.at("b").values, (std::vector<float>{1.0f, 0x1p-133f, -0x1.FEp127f}));
    EXPECT_EQ(tensors.at("h").shape, (std::vector<std::int64_t>{2, 3}));
}

TEST_F(Safetensors, LiesAreRefused) {
    const std::string data(16, '\0');
    expect_refused(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0,12]}})", data, "fewer bytes than elements");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[4,20]}})", data, "beyond the end");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[16,0]}})", data, "end before begin");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[-4,12]}})", data, "negative offset");
    expect_refused(R"({"a":{"dtype":"F32","shape":[-4],"data_offsets":[0,16]}})", data, "negative extent");
    expect_refused(R"({"a":{"dtype":"F32","shape":[1.5],"data_offsets":[0,6]}})", data, "half an element");
    expect_refused(R"({"a":{"dtype":"F32","shape":["4"],"data_offsets":[0,16]}})", data, "a text for an extent");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4],"data_offsets":[0]}})", data, "no end");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4]}})", data, "no offsets");
    expect_refused(R"({"a":{"dtype":"I32","shape":[4],"data_offsets":[0,16]}})", data, "integers");
    expect_refused(R"({"a":{"shape":[4],"data_offsets":[0,16]}})", data, "no type");
    expect_refused(R"({"a":7})", data, "no object");
    expect_refused(R"({"a":{"dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,0]}})", data,
                   "a product that overflows 64 bits");
    expect_refused(R"({"a":{"dtype":"F32","shape":[65536,65536,65536,65536],"data_offsets":[0,0]}})", data,
                   "a product that overflows to 0");
    expect_refused("[1,2]", data, "a list");
    expect_refused(std::string(100000, '{'), data, "deep nesting");
    expect_refused(std::string("{\"\xff\xfe\":{}}"), data, "bytes that are no UTF-8");
    std::string huge(8, '\xff');
    write_bytes(huge + "{}");
    EXPECT_FALSE(read_or_refuse()) << "a header of 2^64 - 1 bytes";
}

TEST_F(Safetensors, AMissingFileAndAFolderAreRefused) {
    EXPECT_FALSE(read_or_refuse());
    std::filesystem::create_directories(file_);
    EXPECT_FALSE(read_or_refuse());
}

TEST_F(Safetensors, AnEmptyTensorIsFine) {
    write_bytes(file_of(R"({"a":{"dtype":"F32","shape":[0,7],"data_offsets":[0,0]}})", ""));
    EXPECT_TRUE(read_safetensors(file_).at("a").values.empty());
}

}  // namespace
}  // namespace mantissa
