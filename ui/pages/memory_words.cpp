// SPDX-License-Identifier: GPL-3.0-or-later
// Memory record to chart data; see the header.
#include "ui/pages/memory_words.h"

#include <algorithm>
#include <array>

#include "engine/report/comparison.h"
#include "engine/run/memory_record.h"
#include "engine/run/names.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

QString memoryCategoryName(run::MemoryCategory category) {
    return inWords(category_phrase(category));
}

MemoryData memoryData(const run::MemoryRecord& record) {
    MemoryData data;
    std::vector<run::MemoryCategory> used;
    for (const run::MemoryCategory category : kMemoryOrder) {
        const bool any =
            std::any_of(record.operations().begin(), record.operations().end(), [category](const auto& op) {
                return std::any_of(op.live().begin(), op.live().end(), [category](const run::MemoryBytes& bytes) {
                    return bytes.category() == category && (bytes.held() || bytes.native());
                });
            });
        if (!any) continue;
        used.push_back(category);
        data.styles.push_back(static_cast<int>(category) - 1);
        data.categories << memoryCategoryName(category);
    }
    // A device that stores the formats as they are need not hold the shadow, which only looks.
    const bool emulated = std::any_of(record.operations().begin(), record.operations().end(), [](const auto& op) {
        return std::any_of(op.live().begin(), op.live().end(),
                           [](const run::MemoryBytes& bytes) { return bytes.held() != bytes.native(); });
    });
    for (const auto& operation : record.operations()) {
        MemoryOperation op;
        op.name = inWords(operation_phrase(operation.name()));
        op.held.resize(used.size());
        op.native.resize(used.size());
        for (const run::MemoryBytes& bytes : operation.live()) {
            const auto at = std::find(used.begin(), used.end(), bytes.category());
            if (at == used.end()) continue;
            op.held[static_cast<std::size_t>(at - used.begin())] += bytes.held();
            if (!emulated || bytes.category() != run::MEMORY_SHADOW)
                op.native[static_cast<std::size_t>(at - used.begin())] += bytes.native();
        }
        data.operations.push_back(std::move(op));
    }
    data.peakHeld = record.peak_held();
    data.peakNative = emulated ? peak_without_shadow(record, true) : record.peak_native();
    data.deviceUsed = record.device_total_used();
    data.deviceTotal = record.device_total();
    return data;
}

}  // namespace mantissa::ui
