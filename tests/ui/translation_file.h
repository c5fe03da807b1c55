// SPDX-License-Identifier: Apache-2.0
// The window's translation files, as Qt Linguist reads them.
#pragma once

#include <QFile>
#include <QString>
#include <QStringList>
#include <QXmlStreamReader>
#include <vector>

struct Message {
    QString context, source, disambiguation;
    QStringList translations;
    bool finished = true;
};

/// Of ui/translations/mantissa_`language`.ts.
inline std::vector<Message> messagesOf(const QString& language) {
    QFile file(QString(MANTISSA_SOURCE) + "/ui/translations/mantissa_" + language + ".ts");
    if (!file.open(QIODevice::ReadOnly)) qFatal("no %s", qPrintable(file.fileName()));
    QXmlStreamReader xml(&file);
    std::vector<Message> messages;
    QString context;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement) continue;
        const QString name = xml.name().toString();
        if (name == "name") context = xml.readElementText();
        if (name == "message") messages.push_back({context, {}, {}, {}, true});
        if (name == "source") messages.back().source = xml.readElementText();
        if (name == "comment") messages.back().disambiguation = xml.readElementText();
        if (name == "translation") {
            messages.back().finished = !xml.attributes().hasAttribute("type");
            if (xml.readNext() == QXmlStreamReader::Characters && !xml.isWhitespace())
                messages.back().translations << xml.text().toString();
        }
        if (name == "numerusform") messages.back().translations << xml.readElementText();
    }
    if (xml.hasError()) qFatal("%s: %s", qPrintable(file.fileName()), qPrintable(xml.errorString()));
    return messages;
}
