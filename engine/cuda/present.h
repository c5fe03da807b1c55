// SPDX-License-Identifier: Apache-2.0
// Whether an NVIDIA card is plugged in, as the operating system sees it: no library of NVIDIA's is asked.
#pragma once

namespace mantissa {

/// A card on the PCI bus, or the device files of a driver (in a container there may be only these).
bool nvidia_card_is_present() noexcept;

}  // namespace mantissa
