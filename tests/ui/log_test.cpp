// SPDX-License-Identifier: Apache-2.0
// The window's log file.
#include "ui/shell/log.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace mantissa::ui;

class LogTest : public QObject {
    Q_OBJECT

  private slots:
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
