// SPDX-License-Identifier: Apache-2.0
#include "app/worker/resume_ranks.h"

#include <algorithm>
#include <string_view>

#include "engine/base/error.h"
#include "engine/run/validation.h"
#include "engine/train/ranks.h"

namespace mantissa {

void set_ranks(Checkpoint& from, std::uint32_t ranks) try {
    from.snapshot.config.set_ranks(ranks);
    validate(from.snapshot.config);
} catch (const Error& error) {
    throw Error(ErrorCode::usage, error.message_phrase(), "--ranks", say("a number of ranks that divides the batch"));
}

Phrase ranks_phrase(const Checkpoint& from, std::uint32_t before, const Network& network) {
    const run::RunConfig& config = from.snapshot.config;
    const auto has = [&](std::string_view kind) {
        return std::any_of(network.operations.begin(), network.operations.end(),
                           [&](const auto& operation) { return operation->kind() == kind; });
    };
    Phrase text =
        say("run %1 goes on from step %2 over %3 ranks, as a run of its own: its numbers are not those of %4 ranks to "
            "the bit, since gradients are rounded and summed in other shares",
            {from.run_id, from.snapshot.step, config.ranks(), before});
    if (has("batch_norm2d")) {
        run::RunConfig then = config;
        then.set_ranks(before);
        text = say("%1; BatchNorm takes the mean of %2 images instead of %3, which is another network",
                   {text, share_of(config), share_of(then)});
    }
    if (has("dropout")) text = say("%1; dropout draws other numbers", {text});
    return text;
}

}  // namespace mantissa
