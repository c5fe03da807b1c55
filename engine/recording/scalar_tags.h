// SPDX-License-Identifier: Apache-2.0
// What a scalar of an event file stands for, by its tag: loggers have no common names. The first tag of the file that
// is called as a loss usually is becomes the loss of the run, and so on; all others stay under their own names.
#pragma once

#include <array>
#include <string>

#include "engine/base/phrase.h"
#include "engine/run/run.pb.h"

namespace mantissa {

class ScalarTags {
  public:
    enum Part { loss, accuracy, lr, scale, norm, test_loss, test_accuracy, part_count };

    /// Puts a value where it belongs.
    void put(const std::string& tag, double value, run::StepRecord& step, run::EvalRecord& evaluated);
    /// A sentence on which tags were taken for what; empty: none.
    Phrase told() const;

  private:
    /// Whether `tag` is the run's `part`: the first that could be is.
    bool is(Part part, const std::string& tag);

    std::array<std::string, part_count> taken_;
};

}  // namespace mantissa
