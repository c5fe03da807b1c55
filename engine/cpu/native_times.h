// SPDX-License-Identifier: Apache-2.0
// Measures once how long a layer's products take by the processor's BF16 instructions and in FP32, and remembers it in
// a file, per machine and version: on a processor without AMX the former are often the slower ones.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "engine/backend/product_times.h"

namespace mantissa {

class NativeTimes {
  public:
    /// `file`: where times are remembered, created on the first measurement with mode 0600 (its folder 0700). Empty:
    /// nothing is measured. `machine`: whose times count, in one line: processor, threads, versions. A file that is
    /// damaged, or cannot be read or written, costs measuring again, never an error.
    NativeTimes(std::filesystem::path file, std::string machine);

    /// Those of `shape`, remembered or measured now on `threads` threads; nothing where nothing is measured. Batches
    /// count as the power of two below, 512 at most, and large layers are measured with fewer images: the ratio hardly
    /// depends on them. The times are for all images of `shape`.
    std::optional<ProductTimes> of(const ProductShape& shape, int threads);

  private:
    void load();
    void save() const;

    std::filesystem::path file_;
    std::string machine_;
    bool loaded_ = false;
    std::map<std::string, ProductTimes> times_;  ///< by operation, of so many images as its name says
};

}  // namespace mantissa
