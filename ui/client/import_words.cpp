// SPDX-License-Identifier: GPL-3.0-or-later
// See import_words.h.
#include "ui/client/import_words.h"

#include <QStringList>

#include "ui/words/tr.h"

namespace mantissa::ui {

namespace {

/// "%1 runs imported", or the sentence for one.
QString counted(std::size_t runs, const QString& one, const QString& several) {
    return runs == 1 ? one : several.arg(runs);
}

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
    QStringList parts{counted(result.imported.size(), tr("1 run imported"), tr("%1 runs imported"))};
    if (!result.equal.empty())
        parts << counted(result.equal.size(), tr("1 was here already"), tr("%1 were here already"));
    if (!result.restored.empty()) parts << tr("%1 brought back from the deleted").arg(result.restored.size());
    if (result.deleted > 0)
        parts << counted(result.deleted, tr("1 run deleted in the file left out"),
                         tr("%1 runs deleted in the file left out"));
    QString text = parts.join(QStringLiteral(", ")) + QLatin1Char('.');
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
