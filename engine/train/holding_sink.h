// SPDX-License-Identifier: Apache-2.0
// Holds records back while something that they tell of is made safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/train/sink.h"

namespace mantissa {

/// Passes records on; those that come while a Hold lives wait for its end. Used by one thread.
class HoldingSink final : public RecordSink {
  public:
    explicit HoldingSink(RecordSink& to) : to_(to) {}

    void accept(const run::Record& record) override {
        if (holds_ == 0) return to_.accept(record);
        held_.push_back(record);
    }
    std::vector<run::Record> unsettled(const std::string& run_id) override {
        std::vector<run::Record> records = to_.unsettled(run_id);
        for (const run::Record& record : held_)
            if (record.run_id() == run_id) records.push_back(record);
        return records;
    }

    class Hold {
      public:
        explicit Hold(HoldingSink& sink) : sink_(sink) { ++sink_.holds_; }
        ~Hold() {
            if (--sink_.holds_ > 0) return;
            std::vector<run::Record> records = std::exchange(sink_.held_, {});
            for (const run::Record& record : records) sink_.to_.accept(record);
        }
        Hold(const Hold&) = delete;
        Hold& operator=(const Hold&) = delete;

      private:
        HoldingSink& sink_;
    };

  private:
    RecordSink& to_;
    std::vector<run::Record> held_;
    int holds_ = 0;
};

}  // namespace mantissa
