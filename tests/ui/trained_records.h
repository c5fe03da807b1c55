// SPDX-License-Identifier: Apache-2.0
// What the real worker records of a run that it trains on the command line.
#pragma once

#include <QProcess>
#include <vector>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/run/run.pb.h"

namespace mantissa::ui {

/// The records of `mantissa-worker train FLAGS`, in their order, not evaluated or kept; none if it failed or took
/// longer than four minutes.
inline std::vector<run::Record> trainedRecords(const QStringList& flags) {
    QProcess worker;
    worker.start(QStringLiteral(MANTISSA_WORKER),
                 QStringList{"train", "--eval-interval", "0", "--train-eval-images", "10", "--checkpoint-interval", "0",
                             "--library", "none", "--json"} +
                     flags);
    std::vector<run::Record> records;
    if (!worker.waitForFinished(240000) || worker.exitCode() != 0) return records;
    for (const QByteArray& line : worker.readAllStandardOutput().split('\n')) {
        run::Record record;
        try {
            from_json(line.toStdString(), record, "the worker's output");
        } catch (const Error&) {
            continue;  // the last line is a sum, not a record
        }
        records.push_back(std::move(record));
    }
    return records;
}

}  // namespace mantissa::ui
