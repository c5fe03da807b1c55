// SPDX-License-Identifier: Apache-2.0
// Reading IDX: what is right is read, every kind of damage has its own sentence, nothing damaged passes.
#include "engine/data/idx_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "engine/base/sha256.h"
#include "tests/engine/data/idx_samples.h"

namespace mantissa {
namespace {

using namespace mantissa::test;
using ::testing::AllOf;
using ::testing::HasSubstr;

IdxFile images(Bytes bytes, const IdxLimits& limits = {}) {
    return parse_idx(std::move(bytes), IdxKind::images, "f.idx", limits);
}
IdxFile labels(Bytes bytes) {
    return parse_idx(std::move(bytes), IdxKind::labels, "l.idx");
}
std::string refused_images(const Bytes& bytes, const IdxLimits& limits = {}) {
    return refusal([&] { images(bytes, limits); });
}
std::string refused_labels(const Bytes& bytes) {
    return refusal([&] { labels(bytes); });
}

Bytes with(Bytes bytes, std::size_t offset, std::uint8_t value) {
    bytes[offset] = value;
    return bytes;
}
Bytes joined(Bytes a, const Bytes& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(IdxFile, ReadsImagesPlainAndPacked) {
    const Bytes plain = idx_images(3, 4, 4, 10);
    for (const Bytes& bytes : {plain, gzip(plain), gzip(plain, 0)}) {
        const IdxFile file = images(bytes);
        EXPECT_EQ(file.kind, IdxKind::images);
        EXPECT_EQ(file.count, 3);
        EXPECT_EQ(file.side, 4);
        EXPECT_EQ(file.header, first_bytes(plain, 16));
        EXPECT_EQ(file.data, Bytes(plain.begin() + 16, plain.end()));
        EXPECT_EQ(file.sha256(), sha256_hex(std::as_bytes(std::span(plain))));
    }
}

TEST(IdxFile, WhatUnpacksAsNoImagesDoIsRefused) {
    // 16 MiB of zeros in some 16 KiB.
    Bytes zeros = idx_images(262144, 8, 8);
    std::fill(zeros.begin() + 16, zeros.end(), std::uint8_t{0});
    const Bytes packed = gzip(zeros);
    IdxLimits limits;
    limits.unpacked_free = 1 << 20;
    EXPECT_THAT(refused_images(packed, limits), AllOf(HasSubstr("100 times"), HasSubstr("compressed byte")));
    EXPECT_EQ(images(packed).count, 262144) << "few enough to be taken all the same";
    limits.unpacked_ratio = 2000;
    EXPECT_EQ(images(packed, limits).count, 262144);
}

TEST(IdxFile, ReadsLabelsPlainAndPacked) {
    const Bytes plain = idx_labels({5, 0, 255});
    for (const Bytes& bytes : {plain, gzip(plain)}) {
        const IdxFile file = labels(bytes);
        EXPECT_EQ(file.kind, IdxKind::labels);
        EXPECT_EQ(file.count, 3);
        EXPECT_EQ(file.side, 0);
        EXPECT_EQ(file.data, (Bytes{5, 0, 255}));
        EXPECT_EQ(file.sha256(), sha256_hex(std::as_bytes(std::span(plain))));
    }
}

TEST(IdxFile, ReadsTheSmallestAndTheLargestImages) {
    EXPECT_EQ(images(idx_images(1, 1, 1)).data.size(), 1u);
    EXPECT_EQ(images(idx_images(2, 64, 64)).side, 64);
}

TEST(IdxFile, ReadsGzipOfSeveralMembers) {
    const Bytes plain = idx_images(2, 2, 2);
    const Bytes rest(plain.begin() + 5, plain.end());
    EXPECT_EQ(images(joined(gzip(first_bytes(plain, 5)), gzip(rest))).data.size(), 8u);
}

TEST(IdxFile, RefusesEveryTruncationOfAPlainFile) {
    const Bytes plain = idx_images(3, 4, 4);
    for (std::size_t size = 0; size < plain.size(); ++size) {
        const std::string text = refused_images(first_bytes(plain, size));
        if (size == 0)
            EXPECT_EQ(text, "f.idx: the file is empty (copy or download the file again)");
        else if (size < 16)
            EXPECT_THAT(text, HasSubstr("it ends inside its header: " + std::to_string(size) + " bytes, expected 16"));
        else
            EXPECT_THAT(
                text, AllOf(HasSubstr("f.idx, byte " + std::to_string(size)), HasSubstr("it breaks off: "),
                            HasSubstr(std::to_string(size) + " bytes found, expected 64"), HasSubstr("the 3 images")));
    }
}

TEST(IdxFile, RefusesEveryTruncationOfAPackedFile) {
    const Bytes plain = idx_images(3, 4, 4);
    for (int level : {0, 1, 9}) {
        const Bytes packed = gzip(plain, level);
        for (std::size_t size = 0; size < packed.size(); ++size)
            EXPECT_THAT(refused_images(first_bytes(packed, size)),
                        testing::AnyOf(HasSubstr("the file is empty"), HasSubstr("ends inside its header"),
                                       HasSubstr("break off after"), HasSubstr("it breaks off: "),
                                       HasSubstr("break off inside their checksum")))
                << size << " bytes at level " << level;
    }
}

TEST(IdxFile, RefusesEveryTruncationOfPackedLabels) {
    const Bytes packed = gzip(idx_labels({1, 2, 3, 4, 5, 6, 7, 8, 9}));
    for (std::size_t size = 0; size < packed.size(); ++size)
        EXPECT_NE(refused_labels(first_bytes(packed, size)), "") << size;
}

// The sizes of a file fix its header: whichever bit is flipped, the declared size is wrong or the shape is.
TEST(IdxFile, RefusesEveryFlippedHeaderBitOfAPlainFile) {
    const Bytes plain = idx_images(3, 4, 4);
    for (std::size_t bit = 0; bit < 16 * 8; ++bit) {
        Bytes damaged = plain;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
        EXPECT_NE(refused_images(damaged), "") << "byte " << bit / 8 << ", bit " << bit % 8;
    }
    const Bytes small = idx_labels({1, 2, 3});
    for (std::size_t bit = 0; bit < 8 * 8; ++bit) {
        Bytes damaged = small;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
        EXPECT_NE(refused_labels(damaged), "") << "byte " << bit / 8 << ", bit " << bit % 8;
    }
}

// gzip's header holds a time, a system and a flag that mean nothing to the content: such a file reads as before.
TEST(IdxFile, FlippedBitsOfAPackedFileAreRefusedOrHarmless) {
    const Bytes plain = idx_images(3, 4, 4);
    const Bytes packed = gzip(plain);
    int harmless = 0;
    for (std::size_t bit = 0; bit < packed.size() * 8; ++bit) {
        Bytes damaged = packed;
        damaged[bit / 8] ^= static_cast<std::uint8_t>(1u << (bit % 8));
        try {
            const IdxFile file = images(damaged);
            EXPECT_EQ(file.data, images(plain).data) << "byte " << bit / 8 << ", bit " << bit % 8;
            ++harmless;
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::bad_data);
        }
    }
    EXPECT_GE(harmless, 6 * 8);  // the time and the two bytes after it
    EXPECT_LE(harmless, 8 * 8);  // those, the flag "text" and what fills the last byte of the deflate data
}

TEST(IdxFile, SaysWhatItFoundInsteadOfTheMagicNumber) {
    const Bytes plain = idx_images(2, 2, 2);
    EXPECT_THAT(refused_images({'P', 'K', 3, 4, 0}),
                AllOf(HasSubstr("f.idx, byte 0: not an IDX file: it begins with 50 4b 03 04, expected 00 00 08 03"),
                      HasSubstr("ZIP archive")));
    EXPECT_THAT(refused_images({'<', '!', 'd', 'o'}), HasSubstr("web page"));
    EXPECT_THAT(refused_images(with(plain, 1, 1)), HasSubstr("00 01 08 03"));
    EXPECT_THAT(
        refused_images(with(plain, 2, 0x0D)),
        HasSubstr("f.idx, byte 2: its elements are 32-bit floats (type 0d), expected unsigned bytes (type 08)"));
    EXPECT_THAT(refused_images(with(plain, 2, 0x77)), HasSubstr("an unknown type of element (type 77)"));
    EXPECT_THAT(refused_images(with(plain, 3, 4)), HasSubstr("f.idx, byte 3: it has 4 dimensions, expected 3"));
    EXPECT_THAT(refused_images(idx_labels({1, 2})),
                AllOf(HasSubstr("it holds labels, expected images"), HasSubstr("swapped")));
    EXPECT_THAT(refused_labels(plain), AllOf(HasSubstr("it holds images, expected labels"), HasSubstr("swapped")));
    EXPECT_THAT(refused_labels(gzip(plain)), HasSubstr("swapped"));
}

TEST(IdxFile, RefusesShapesThatCannotBeTrainedOn) {
    EXPECT_THAT(refused_images(idx_images(0, 4, 4)), HasSubstr("byte 4: it declares 0 images"));
    EXPECT_THAT(refused_images(idx_images(1, 0, 4)), HasSubstr("byte 8: it declares images of 0 rows and 4 columns"));
    EXPECT_THAT(refused_images(idx_images(1, 4, 0)), HasSubstr("byte 12: it declares images of 4 rows and 0 columns"));
    EXPECT_THAT(refused_images(idx_images(1, 4, 5)), HasSubstr("expected square ones"));
    EXPECT_THAT(refused_images(idx_images(1, 65, 65)), HasSubstr("byte 8: it declares images of 65 rows"));
    EXPECT_THAT(refused_images(idx_images(1, 64, 65)), HasSubstr("byte 12"));
    EXPECT_THAT(refused_labels(idx_labels({})), HasSubstr("0 labels"));
}

TEST(IdxFile, RefusesSizesBeforeAllocatingThem) {
    Bytes header{0, 0, 8, 3};
    for (std::uint32_t extent : {0xFFFFFFFFu, 28u, 28u}) put_u32(header, extent);
    EXPECT_THAT(refused_images(header), HasSubstr("it declares 4294967295 images, expected at most 10000000"));
    Bytes total{0, 0, 8, 3};
    for (std::uint32_t extent : {10'000'000u, 64u, 64u}) put_u32(total, extent);
    EXPECT_THAT(refused_images(total), HasSubstr("40960000000 bytes together, expected at most 1073741824"));
    EXPECT_THAT(refused_images(gzip(total)), HasSubstr("40960000000 bytes together"));
    Bytes all{0, 0, 8, 3};
    for (int i = 0; i < 3; ++i) put_u32(all, 0xFFFFFFFFu);
    EXPECT_NE(refused_images(all), "");
    // Within the limits, but far more than so few compressed bytes can hold.
    Bytes large{0, 0, 8, 3};
    for (std::uint32_t extent : {1'000'000u, 28u, 28u}) put_u32(large, extent);
    EXPECT_THAT(refused_images(gzip(large)),
                HasSubstr("it breaks off: 16 uncompressed bytes found, expected 784000016 for the 1000000 images"));
    IdxLimits small;
    small.count = 2;
    EXPECT_THAT(refused_images(idx_images(3, 1, 1), small), HasSubstr("it declares 3 images, expected at most 2"));
}

TEST(IdxFile, RefusesSurplusBytes) {
    const Bytes plain = idx_images(2, 2, 2);
    EXPECT_THAT(refused_images(joined(plain, {1, 2, 3})),
                HasSubstr("f.idx, byte 24: 3 surplus bytes follow the 2 images"));
    EXPECT_THAT(refused_images(gzip(joined(plain, {1}))),
                HasSubstr("f.idx, byte 24: surplus bytes follow the 2 images"));
    EXPECT_THAT(refused_images(joined(gzip(plain), {1, 2, 3, 4})),
                HasSubstr("4 surplus bytes follow the end of the gzip data"));
    EXPECT_THAT(refused_images(joined(gzip(plain), gzip({1}))), HasSubstr("surplus bytes follow the 2 images"));
}

TEST(IdxFile, AGzipBombIsNotUnpacked) {
    const Bytes bomb = gzip(joined(idx_images(2, 2, 2), Bytes(50'000'000, 0)));
    ASSERT_LT(bomb.size(), 100'000u);
    EXPECT_THAT(refused_images(bomb), HasSubstr("surplus bytes"));
}

TEST(IdxFile, SaysHowGzipIsDamaged) {
    const Bytes packed = gzip(idx_images(3, 4, 4));
    EXPECT_THAT(refused_images(with(packed, 2, 7)), AllOf(HasSubstr("the gzip data are damaged"), HasSubstr("method")));
    EXPECT_THAT(refused_images(with(packed, packed.size() - 8, static_cast<std::uint8_t>(~packed[packed.size() - 8]))),
                HasSubstr("the gzip data are damaged (incorrect data check) after 64 bytes"));
    EXPECT_THAT(refused_images(with(packed, packed.size() - 1, 9)), HasSubstr("(incorrect length check)"));
    EXPECT_THAT(refused_images(gzip({})), HasSubstr("the gzip data hold nothing at all"));
}

TEST(IdxFile, ReadsFromDiskAndNamesTheFile) {
    const TempFolder folder;
    const auto path = folder.write("a folder/images é.idx", gzip(idx_images(2, 3, 3)));
    EXPECT_EQ(read_idx(path, IdxKind::images).side, 3);
    EXPECT_THAT(refusal([&] { read_idx(path, IdxKind::labels); }), HasSubstr(path.string() + ", byte 3"));
}

TEST(IdxFile, SaysWhyAFileCannotBeRead) {
    const TempFolder folder;
    const auto read = [](const std::filesystem::path& path, const IdxLimits& limits = {}) {
        return refusal([&] { read_idx(path, IdxKind::images, limits); });
    };
    EXPECT_EQ(read(folder.path() / "none"), (folder.path() / "none").string() + ": there is no such file");
    EXPECT_THAT(read(folder.path()), HasSubstr("it is a folder, expected a file"));
    EXPECT_THAT(read("/dev/null"), HasSubstr("it is not an ordinary file"));
    EXPECT_THAT(read(folder.write("empty", {})), HasSubstr("the file is empty"));
    const auto path = folder.write("images", idx_images(2, 2, 2));
    IdxLimits limits;
    limits.file_bytes = 23;
    EXPECT_THAT(read(path, limits), HasSubstr("it has 24 bytes, expected at most 23"));
    ASSERT_EQ(chmod(path.c_str(), 0), 0);
    if (geteuid() == 0) return;  // the superuser may read it all the same
    EXPECT_THAT(read(path), HasSubstr("it cannot be read: "));
}

}  // namespace
}  // namespace mantissa
