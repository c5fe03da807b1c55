// SPDX-License-Identifier: GPL-3.0-or-later
// See import_words.h.
#include "ui/client/import_words.h"

#include <QStringList>

#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

QString whyOf(const ImportResult::Refused& refused) {
    const QString place = QString::fromStdString(refused.place);
    switch (refused.kind) {
        case ImportResult::Refused::Kind::more_here:
            return tr("it has more records here than in the file, from %1 on").arg(place);
        case ImportResult::Refused::Kind::more_there:
            return tr("it has more records in the file than here, from %1 on").arg(place);
        case ImportResult::Refused::Kind::differ:
            break;
    }
    return tr("its records differ from those here, from %1 on").arg(place);
}

}  // namespace

QString wordsFor(const ImportResult& result) {
    QStringList parts{tr("%n runs imported", nullptr, static_cast<int>(result.imported.size()))};
    if (!result.equal.empty()) parts << tr("%n were here already", nullptr, static_cast<int>(result.equal.size()));
    if (!result.replaced.empty()) parts << tr("%1 replaced").arg(result.replaced.size());
    if (!result.restored.empty()) parts << tr("%1 brought back from the deleted").arg(result.restored.size());
    if (result.deleted > 0)
        parts << tr("%n runs deleted in the file left out", nullptr, static_cast<int>(result.deleted));
    QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
    for (const ImportResult::Replaced& one : result.replaced) {
        const QString name = one.name.empty() ? QString::fromStdString(one.run_id)
                                              : QStringLiteral("“%1”").arg(QString::fromStdString(one.name));
        text += QLatin1Char(' ') + (one.damaged ? tr("Replaced the damaged copy of %1.").arg(name)
                                                : tr("Replaced the incomplete copy of %1.").arg(name));
    }
    for (const ImportResult::Refused& one : result.refused) {
        const QString id = QString::fromStdString(one.run_id);
        // All at once: a name may hold a %2.
        text += QLatin1Char(' ') +
                (one.name.empty()
                     ? tr("Not imported: a run is here already under the same id (%1), and %2.").arg(id, whyOf(one))
                     : tr("Not imported: “%1” is here already under the same id (%2), and %3.")
                           .arg(QString::fromStdString(one.name), id, whyOf(one)));
    }
    if (!result.refused.empty())
        text += QLatin1Char(' ') + tr("To have it, delete the one here for good, or import into another library.");
    return text;
}

}  // namespace mantissa::ui
