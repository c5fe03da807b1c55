// SPDX-License-Identifier: Apache-2.0
// Records of updates made by hand.
#pragma once

#include <string>

#include "tests/ui/live_records.h"

namespace mantissa::ui {

/// 1000 updates of a tensor that are not zero, of which so many are lost.
struct UpdatesMade {
    std::string tensor;
    std::string format;  ///< in which the layer multiplies
    std::string stored;  ///< in which the weights are kept
    std::uint64_t lost = 0;
    std::uint64_t withMaster = 0;
    std::uint64_t withoutMaster = 0;
};

/// Adds them to `r`: ratios from 2^-20 to 2^4, most around 2^-8.
inline run::Histogram& addUpdates(run::Record& r, const UpdatesMade& made) {
    run::Histogram& h = *r.mutable_histograms()->add_histograms();
    h.set_tensor(made.tensor);
    h.set_layer(made.tensor.substr(0, made.tensor.find('.')));
    h.set_role(run::ROLE_UPDATE);
    h.set_format(made.stored);
    h.set_scale(1);
    h.set_norm(1.0);
    h.set_largest(0.01f);
    h.set_first_bin(-14);
    h.add_bins(1000);
    h.mutable_counts()->set_elements(1000);
    run::Updates& u = *h.mutable_updates();
    u.set_format(made.format);
    u.set_nonzero(1000);
    u.set_lost(made.lost);
    u.set_lost_with_master(made.withMaster);
    u.set_lost_without_master(made.withoutMaster);
    u.set_first_bin(-20);
    for (const std::uint32_t count :
         {1, 1, 2, 3, 5, 8, 13, 21, 35, 55, 90, 140, 170, 150, 110, 80, 50, 30, 15, 10, 5, 3, 2, 1}) {
        u.add_bins(count);
    }
    return h;
}

/// 1000 weights of which so many stayed as they were, of an optimizer that a recorder does not know.
inline run::Histogram& addUnknownUpdates(run::Record& r, const std::string& tensor, const std::string& stored,
                                         std::uint64_t unchanged) {
    run::Histogram& h = addUpdates(r, {tensor, "BF16", stored, 0, 0, 0});
    h.mutable_counts()->set_zero(unchanged);
    h.mutable_updates()->clear_lost();
    h.mutable_updates()->set_nonzero(1000 - unchanged);
    return h;
}

}  // namespace mantissa::ui
