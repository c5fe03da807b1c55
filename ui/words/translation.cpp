// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/translation.h"

#include <QLocale>
#include <QTranslator>
#include <QVariant>

#include "ui/words/date_words.h"

/// Q_INIT_RESOURCE must stand outside of every namespace, one without a name included.
static void initialiseTranslations() {
    Q_INIT_RESOURCE(translations);
}

namespace mantissa::ui {

namespace {

constexpr auto kSpoken = "spokenLanguage";  // a property of the application

}  // namespace

QString speak(QCoreApplication& app, const QString& language) {
    initialiseTranslations();
    QString spoken = language.left(2).toLower();
    const auto install = [&app](const QString& file) {
        auto* translator = new QTranslator(&app);
        const bool found = translator->load(":/mantissa/translations/" + file + ".qm");
        if (found) app.installTranslator(translator);
        if (!found) delete translator;
        return found;
    };
    if (!install("mantissa_" + spoken)) {
        spoken = "en";
        install("mantissa_en");
    }
    install("qtbase_" + spoken);  // the buttons of its dialogs; English needs none
    app.setProperty(kSpoken, spoken);
    const QLocale system = QLocale::system(), speaks(spoken);
    setDateLocale(system.language() == speaks.language() ? system : speaks);  // a country has its own, too
    QLocale numbers(QLocale::English, QLocale::UnitedStates);                 // decimals: as the engine writes them
    numbers.setNumberOptions(QLocale::OmitGroupSeparator);  // thousands: only as number_words.h has it
    QLocale::setDefault(numbers);
    return spoken;
}

QString spokenLanguage() {
    const QString spoken = QCoreApplication::instance()->property(kSpoken).toString();
    return spoken.isEmpty() ? QStringLiteral("en") : spoken;
}

}  // namespace mantissa::ui
