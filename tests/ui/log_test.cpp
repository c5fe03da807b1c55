// SPDX-License-Identifier: Apache-2.0
// The window's log file.
#include "ui/shell/log.h"

#include <QTemporaryDir>
#include <QTest>

#include "ui/shell/settings.h"

using namespace mantissa::ui;

class LogTest : public QObject {
    Q_OBJECT

  private slots:
    void logAndSettingsAreForTheirOwnerAlone() {
        const QTemporaryDir folder;
        const QString state = folder.filePath("state");
        {
            LogFile log(state + "/a.log", 200);
            for (int i = 0; i < 20; ++i) qDebug("line %d", i);
            Settings settings(state);
            settings.setTextPercent(150);
            settings.setRunShare(64);
            settings.sync();
        }
        QCOMPARE(Settings(state).runShare(), 64);
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        const QStringList names = QDir(state).entryList(QDir::Files);
        QVERIFY(names.contains("a.log") && names.contains("a.log.1") && names.contains("settings.ini"));
        for (const QString& name : names)
            QVERIFY2((QFile::permissions(state + u'/' + name) & others) == 0, qPrintable(name));
        QVERIFY((QFile::permissions(state) & others) == 0);
    }

    void theLogRotates() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("a.log");
        {
            LogFile log(path, 200);
            for (int i = 0; i < 20; ++i) qDebug("line %d", i);
        }
        QVERIFY(QFile::exists(path + ".1") && QFile::exists(path + ".2") && !QFile::exists(path + ".3"));
        QVERIFY(QFile(path).size() <= 200);
        QVERIFY(LogFile::tail(path, 80).endsWith("line 19\n"));
    }
};

QTEST_MAIN(LogTest)
#include "log_test.moc"
