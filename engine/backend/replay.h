// SPDX-License-Identifier: Apache-2.0
// Work that is enqueued again and again with the same shape: a device may keep what was enqueued and start all of it at
// once the next time (Device::replay).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace mantissa {

/// Stands for what addresses belong to. Whoever lends them has one; keepers of those addresses see when it is gone.
class Identity {
  public:
    std::weak_ptr<const void> ref() const noexcept { return token_; }
    /// To be called when the addresses have changed: the old identity is gone then.
    void renew() { token_ = std::make_shared<const char>('\0'); }

  private:
    std::shared_ptr<const void> token_ = std::make_shared<const char>('\0');
};

/// An address as a trait.
inline std::uint64_t trait_of(const void* address) {
    return static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(address));
}

/// Names a sequence of calls: with the same key it is the same kernels with the same arguments in the same order.
struct ReplayKey {
    std::vector<std::weak_ptr<const void>> owners;  ///< of every address in the arguments
    std::vector<std::uint64_t> traits;              ///< everything else that decides about calls and arguments

    bool same_as(const ReplayKey& other) const noexcept {
        if (traits != other.traits || owners.size() != other.owners.size()) return false;
        for (std::size_t i = 0; i < owners.size(); ++i)
            if (owners[i].owner_before(other.owners[i]) || other.owners[i].owner_before(owners[i])) return false;
        return true;
    }
    bool expired() const noexcept {
        for (const std::weak_ptr<const void>& owner : owners)
            if (owner.expired()) return true;
        return false;
    }
};

}  // namespace mantissa
