#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads event files with the real TensorBoard and holds them against the records of the run:
check_tensorboard.py FOLDER RECORDS, where RECORDS is what `mantissa-worker report --format json` printed."""
import json
import sys

from other_tools import expect, need

accumulators, numpy = need("tensorboard.backend.event_processing.event_accumulator", "numpy")
folder, records = sys.argv[1], [json.loads(line) for line in open(sys.argv[2])]
everything = {kind: 0 for kind in ("scalars", "histograms", "compressedHistograms", "tensors", "images", "audio")}
events = accumulators.EventAccumulator(folder, size_guidance=everything)
events.Reload()
tags = events.Tags()


def equal(ours, theirs):
    ours, theirs = numpy.float32(float(ours)), numpy.float32(theirs)
    return ours == theirs or (numpy.isnan(ours) and numpy.isnan(theirs))


def scalars_of(tag, wanted):
    """Holds a tag against (step, value) pairs of the records."""
    read = events.Scalars(tag) if tag in tags["scalars"] else []
    expect([e.step for e in read] == [step for step, _ in wanted], f"{tag}: other steps")
    for event, (step, value) in zip(read, wanted):
        expect(equal(value, event.value), f"{tag} at step {step}: {event.value}, recorded {value}")
    walls = [e.wall_time for e in read]
    expect(walls == sorted(walls), f"{tag}: time runs back")
    return len(read)


steps = [(r["step"], r["step_done"]) for r in records if "step_done" in r]
evaluations = [(r.get("step", 0), r["evaluated"]) for r in records if "evaluated" in r]
count = 0
for tag, field in [("loss/train", "loss"), ("accuracy/train", "accuracy"), ("scale/loss_scale", "scale"),
                   ("gradients/norm", "gradient_norm"), ("settings/lr", "lr"), ("settings/batch", "batch")]:
    count += scalars_of(tag, [(step, one[field]) for step, one in steps if field in one])
count += scalars_of("scale/skipped", [(step, float(one.get("skipped", False))) for step, one in steps])
count += scalars_of("flushed/weight_gradients",
                    [(step, int(one["weight_gradients_flushed"]) / int(one["weight_gradients_nonzero"]))
                     for step, one in steps if int(one.get("weight_gradients_nonzero", 0)) > 0])
count += scalars_of("accuracy/test", [(step, one["accuracy"]) for step, one in evaluations
                                      if one.get("complete") and not one.get("training_set")])
expect(count > 100 or len(steps) < 10, f"only {count} scalars")
groups = {"ROLE_ACTIVATION": "activation", "ROLE_ACTIVATION_GRADIENT": "activation_gradient", "ROLE_UPDATE": "update",
          "ROLE_WEIGHT_GRADIENT": "weight_gradient", "ROLE_WEIGHT": "weight"}
compared = 0
for record in records:
    for one in record.get("histograms", {}).get("histograms", []):
        bins, zeros = one.get("bins", []), int(one.get("counts", {}).get("zero", 0))
        if not sum(bins) + zeros:
            continue
        tag = groups[one["role"]] + "/" + one["tensor"]
        read, = [e for e in events.Histograms(tag) if e.step == record["step"]]
        value = read.histogram_value
        expect(list(value.bucket) == ([zeros] if zeros else []) + bins, f"{tag} at {record['step']}: other counts")
        expect(value.num == sum(bins) + zeros, f"{tag}: {value.num} elements")
        first = one.get("first_bin", 0)
        edges = [2.0 ** (first + i) for i in range(0 if zeros else 1, len(bins) + 1)]
        expect(list(value.bucket_limit)[:-1] == edges[:-1] and value.bucket_limit[-1] >= edges[-1], f"{tag}: other edges")
        compared += 1
print(f"{count} scalars and {compared} histograms of {folder} equal")
