// SPDX-License-Identifier: Apache-2.0
// A described network with the extents of its tensors, for those who write it in another program's words. Extents are
// PyTorch's of one sample: channels x rows x columns, tokens x features, features.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/report/safetensors.h"
#include "engine/run/network.pb.h"
#include "engine/run/run.pb.h"

namespace mantissa {

struct WalkedOperation {
    run::NetworkOperation operation;  ///< written out (engine/run/network_file.h)
    std::vector<std::vector<std::int64_t>> inputs;
    std::vector<std::int64_t> output;
    bool has_bias = false;  ///< of a product
};

/// The operations of `config`'s network over images of side x side, or over texts; sizes of products are those of
/// `tensors`, the network's own. Throws Error(usage) where a tensor is missing.
std::vector<WalkedOperation> walk_network(const run::RunConfig& config, std::int64_t side,
                                          std::span<const NamedTensor> tensors);

/// Whether everything that reads the samples is linear, so that they may come as rows of numbers.
bool reads_rows(const std::vector<WalkedOperation>& operations);

/// The tensor "NAME.what" of an operation. Throws Error(usage) where there is none.
const NamedTensor& tensor_named(std::span<const NamedTensor> tensors, const std::string& name);

}  // namespace mantissa
