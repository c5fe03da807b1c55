// SPDX-License-Identifier: Apache-2.0
// Whether several lanes fit into a device together.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "engine/backend/device.h"
#include "engine/base/phrase.h"
#include "engine/data/dataset.h"
#include "engine/run/run.pb.h"

namespace mantissa {

/// Bytes of the device's memory that lanes may plan with: all but what the device needs itself and the data set's bytes
/// there (a processor's second copy, that which was loaded, is not counted; that of others who use the device is not
/// known beforehand). 0: not known.
std::uint64_t memory_for_lanes(const Device& device, std::uint64_t data_bytes);

/// The scratch that the kernels of lanes take at most on a device which all of them share: of a step, monitored and
/// with its shadow, and of an evaluation. For each use of scratch it is the largest piece that one of them asks for, so
/// together lanes may take more than any of them alone, and less than all of them apart.
class LaneScratch {
  public:
    explicit LaneScratch(const Device& device) : device_(device), rehearsal_(device.rehearsal()) {}
    /// One more lane, of `config` (complete and valid).
    void add(const Dataset& dataset, const run::RunConfig& config);
    /// The libraries' implementations that those lanes run by, by name; none where a device cannot tell.
    std::vector<std::string> implementations() const {
        return rehearsal_ ? rehearsal_->describe().implementations : std::vector<std::string>();
    }
    std::uint64_t bytes() const { return rehearsal_ ? rehearsal_->scratch_taken() : 0; }

  private:
    const Device& device_;
    std::unique_ptr<Device> rehearsal_;
};

/// LaneScratch of one lane.
std::uint64_t scratch_bytes(const Device& device, const Dataset& dataset, const run::RunConfig& config);

/// Throws Error(usage) with `remedy` where `bytes`, held by `lanes` lanes together, are more than the device has beside
/// itself and the data sets' bytes.
void check_memory(const Device& device, std::uint64_t data_bytes, std::uint64_t bytes, std::size_t lanes,
                  const Phrase& remedy);

}  // namespace mantissa
