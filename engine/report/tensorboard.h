// SPDX-License-Identifier: Apache-2.0
// Runs as TensorBoard's event files: every scalar of every step, every evaluation, every histogram. A file is a row of
// records of TFRecord (8 bytes length, 4 bytes masked CRC-32C of these, the content, 4 bytes masked CRC-32C of it, all
// little-endian), each an Event.
#pragma once

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/store/library.h"

namespace mantissa {

/// TFRecord's checksum: CRC-32C turned right by 15 bits, plus 0xa282ead8 (tensorflow/core/lib/hash/crc32c.h), because a
/// CRC over bytes that hold CRCs is weak.
std::uint32_t masked_crc32c(std::string_view bytes) noexcept;

/// Writes the events of a run, in the order of its steps. What they hold:
/// - scalars under the tags of a group each: loss/train, accuracy/test, scale/loss_scale, scale/skipped,
///   flushed/weight_gradients, updates/lost_share, ... An emulated run has no speed/... Of a task that is judged by
///   another metric than accuracy that one: psnr/test in dB, pixel_accuracy/test, tokens_right/test, r2/test.
/// - histograms of magnitudes before the cast: weight_gradient/fc1.weight with a bucket for each power of two, zeros in
///   the first; and weight_gradient_log2/fc1.weight, the same over log2 |x| (without the zeros), because TensorBoard's
///   axis is linear. Gradients contain the loss scale. `sum` (and `sum_squares` of the second) are of the buckets'
///   middles: records do not hold them.
/// - wall times: the begin of the run plus the time of all steps so far.
/// Of a run with several lanes the first. Throws Error as Library::records() does.
void write_event_file(std::ostream& out, const Library& library, const std::string& run_id);

/// Writes a folder for each run into `folder` (made if it is absent), named by the run's name as far as a file name can
/// hold it and by its id, with one event file in it; returns these files. Throws Error: usage where one is there and
/// `replace` is false, failed where it cannot be written, and as write_event_file().
std::vector<std::filesystem::path> write_tensorboard(const Library& library, const std::vector<std::string>& run_ids,
                                                     const std::filesystem::path& folder, bool replace);

/// A folder's name from texts that may hold anything: letters, digits, "-", "_" and "." stay, runs of others become
/// one "-"; at most 60 characters of `name`, "run" where nothing is left.
std::string folder_name(std::string_view name, std::string_view run_id);

}  // namespace mantissa
