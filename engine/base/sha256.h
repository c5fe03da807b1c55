// SPDX-License-Identifier: Apache-2.0
// SHA-256 by OpenSSL: names data sets, initial weights and batch orders in a run's record.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace mantissa {

/// Incremental SHA-256.
class Sha256 {
  public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void add(std::span<const std::byte> bytes);
    /// 64 lower-case hexadecimal digits of everything added; call once, last.
    std::string hex();
    /// The same of what was added so far; more may follow.
    std::string hex_so_far() const;

  private:
    struct Context;
    std::unique_ptr<Context> context_;
};

/// SHA-256 of `bytes` as 64 lower-case hexadecimal digits.
std::string sha256_hex(std::span<const std::byte> bytes);

}  // namespace mantissa
