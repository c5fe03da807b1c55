// SPDX-License-Identifier: Apache-2.0
// The Network page on a few steps of the real worker, for its tests.
#pragma once

#include <QCoreApplication>
#include <QPushButton>
#include <map>
#include <vector>

#include "tests/ui/run_records.h"
#include "tests/ui/trained_records.h"
#include "ui/charts/network_diagram.h"
#include "ui/models/session_model.h"
#include "ui/pages/network_page.h"

namespace mantissa::ui {

using Records = std::vector<run::Record>;

/// A few steps of the real worker with a histogram of each.
inline const Records& trained(const QStringList& flags) {
    static std::map<QString, Records> kept;
    const QString key = flags.join(u' ');
    if (kept.count(key) == 0)
        kept[key] = trainedRecords(QStringList{"--steps", "3", "--histogram-interval", "1", "--shadow-interval", "1",
                                               "--seed", "1", "--batch", "32"} +
                                   flags);
    return kept[key];
}
inline const Records& mlp() {
    return trained({"--model", "mlp", "--depth", "2", "--width", "64", "--activation", "relu", "--precision", "fp16",
                    "--scaling", "dynamic"});
}
inline const Records& transformer() {
    return trained({"--preset", "transformer", "--precision", "fp16", "--scaling", "dynamic"});
}
inline const Records& unet() {
    return trained({"--preset", "unet", "--precision", "fp16", "--scaling", "dynamic"});
}

/// A page in a window of its own that shows these records.
struct Shown {
    explicit Shown(const Records& records, QSize size = {1000, 760}) : page(session) {
        session.apply(records);
        page.resize(size);
        page.show();
        page.refreshNow();
        QCoreApplication::processEvents();
    }
    NetworkDiagram& diagram() { return page.diagram(); }
    const DiagramBox* box(const QString& id) {
        for (const DiagramBox& one : diagram().diagram().boxes)
            if (one.id == id) return &one;
        return nullptr;
    }
    QStringList ids() {
        QStringList found;
        for (const DiagramBox& one : diagram().diagram().boxes) found << one.id;
        return found;
    }
    const DiagramEdge* edge(const QString& tensor, const QString& to) {
        const DiagramData& data = diagram().diagram();
        for (const DiagramEdge& one : data.edges)
            if (one.tensor == tensor && data.boxes[static_cast<std::size_t>(one.to)].id == to) return &one;
        return nullptr;
    }
    void unfoldAll() {
        if (page.unfoldButton().text() == "Unfold all") page.unfoldButton().click();
        QCoreApplication::processEvents();
    }

    SessionModel session;
    NetworkPage page;
};

}  // namespace mantissa::ui
