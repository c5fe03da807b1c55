// SPDX-License-Identifier: Apache-2.0
// Tensors of somebody's own files, read piece by piece, so that a checkpoint of any size takes little memory:
// safetensors (github.com/huggingface/safetensors), NumPy's .npy and .npz (numpy.lib.format; ZIP, stored or deflated).
// Nothing in a file is believed: every size is checked against the file before anything is allocated or read.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "engine/inspect/byte_source.h"

namespace mantissa {

/// How a tensor's numbers are stored.
enum class NumberType { none, float64, float32, float16, bfloat16, float8_e5m2, float8_e4m3fn };

struct TensorEntry {
    std::string name;                    ///< as the file has it; text, never markup
    std::string type_name;               ///< "F32", "<f4"
    NumberType type = NumberType::none;  ///< none: whole numbers, truth values, texts; they have no floating point
    bool big_endian = false;
    std::vector<std::uint64_t> shape;
    std::uint64_t elements = 0;
    // where
    std::uint64_t begin = 0, length = 0;  ///< bytes of the file
    bool deflated = false;
    std::uint64_t skip = 0;  ///< bytes of a header in front of the numbers
};

class TensorFile {
  public:
    static constexpr std::uint64_t most_header = std::uint64_t{16} << 20;
    static constexpr std::size_t most_tensors = 65536;

    /// Opens a file; its first bytes say of which kind it is. Throws Error(bad_data) naming the file, the
    /// tensor and what was expected.
    explicit TensorFile(const std::filesystem::path& file);
    /// The same of any bytes; `name` stands in errors, and for the tensor of an .npy file.
    TensorFile(std::unique_ptr<ByteSource> source, std::string name);

    const std::vector<TensorEntry>& tensors() const noexcept { return tensors_; }

    /// Hands on the numbers of a tensor whose type is not `none`, in order, at most 8,192 at a time, as FP64, which
    /// holds all of these types; `take` returns false to end early. Throws Error(bad_data) where the file is damaged.
    void read(const TensorEntry& tensor, const std::function<bool(std::span<const double>)>& take);

  private:
    std::unique_ptr<ByteSource> source_;
    std::string name_;
    std::vector<TensorEntry> tensors_;
};

/// Bytes of a number; 0 for none.
std::uint64_t bytes_of(NumberType type);

// One for each kind of file; each throws Error(bad_data) with `name`.
std::vector<TensorEntry> safetensors_entries(ByteSource& source, const std::string& name);
std::vector<TensorEntry> npz_entries(ByteSource& source, const std::string& name);
/// The array that begins with `stream`, which has `length` bytes in all (inflated); fills type, shape, elements, skip.
TensorEntry npy_entry(ByteStream& stream, std::uint64_t length, const std::string& name);

}  // namespace mantissa
