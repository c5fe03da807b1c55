// SPDX-License-Identifier: Apache-2.0
// The named modes as policies (README.md: the table of modes).
#include "engine/precision/policy.h"

namespace mantissa {

LayerPolicy layer_policy(const FloatFormat& operand) {
    LayerPolicy policy;
    policy.operand = operand;
    if (operand == tf32) {
        policy.operand_rounding = Rounding::nearest_away;
        return policy;
    }
    policy.activation = policy.activation_gradient = policy.weight_gradient = operand;
    return policy;
}

PrecisionPolicy mode_policy(const FloatFormat& operand) {
    PrecisionPolicy policy;
    policy.layer = policy.convolution = layer_policy(operand);
    return policy;
}

PrecisionPolicy pytorch_default_policy() {
    PrecisionPolicy policy;
    policy.convolution = layer_policy(tf32);
    return policy;
}

}  // namespace mantissa
