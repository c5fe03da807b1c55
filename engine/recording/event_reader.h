// SPDX-License-Identifier: Apache-2.0
// The scalars of an event file of TensorBoard (tensorflow/core/util/event.proto) as the records of a foreign run. A
// file is a row of TFRecords (8 bytes length, 4 bytes masked CRC-32C of these, the content, 4 bytes masked CRC-32C of
// it, all little-endian; tensorflow/core/lib/io/record_writer.cc), each an Event; both checksums are checked. Taken are
// simple_value and tensors of one number; histograms, images, graphs and texts are passed over.
//
// Loggers write the scalars of one step in several events, and some come late (an evaluation). So steps are held back,
// the latest window_steps of them, until over(). What comes later than that is counted and said in a notice. Of one
// tag the last value of a step stands.
//
// A tag that is called as a loss, an accuracy, a learning rate or a loss scale usually is becomes that of the run, the
// first such tag of the file; all others are scalars under their own names.
//
// Memory: one record of the file, and window_steps steps of at most recording::most_scalars values.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/recording/run_reader.h"

namespace mantissa {

/// TFRecord's checksum: CRC-32C turned right by 15 bits, plus 0xa282ead8.
std::uint32_t record_checksum(std::string_view bytes) noexcept;

/// Whether these 12 bytes begin a TFRecord of a possible length.
bool is_event_head(std::string_view bytes) noexcept;

class EventReader : public RunReader {
  public:
    static constexpr std::size_t window_steps = 1024;

    /// `file`: what messages call it; its last two parts name the run.
    EventReader(std::string file, Sink sink);
    ~EventReader() override;

    void take(std::size_t at, std::string_view bytes) override;
    void over(std::size_t at) override;
    bool wants(std::size_t) const override { return true; }
    bool started() const override;
    bool ended() const override { return false; }  // the format has no end
    const std::string& run_id() const override;
    std::uint32_t last_step() const override;
    bool partial() const override;

  private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace mantissa
