// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_file.h. Qt reads the JSON's frame (and with it the lists that config.proto does not know), protobuf the
// configuration in it.
#include "ui/classroom/setup_file.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QObject>
#include <QSaveFile>
#include <algorithm>
#include <set>
#include <string>

#include "engine/base/error.h"
#include "engine/run/json.h"
#include "engine/run/presets.h"
#include "engine/run/settings.h"
#include "engine/run/validation.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using run::RunConfig;

constexpr qsizetype most_json_bytes = 64 * 1024;
constexpr qsizetype most_text_letters = 2 * most_json_bytes;
constexpr int most_title = 120;
constexpr int most_description = 2000;
constexpr auto prefix = "mantissa:";

[[noreturn]] void refuse(const QString& place, const QString& what, const QString& expected) {
    throw Error(ErrorCode::bad_data, what.toStdString(), place.toStdString(), expected.toStdString());
}

const google::protobuf::FieldDescriptor* fieldOf(int number) {
    return RunConfig::descriptor()->FindFieldByNumber(number);
}

QString nameOf(int field) {
    return QString::fromStdString(fieldOf(field)->name());
}

/// A short text of the object; empty where it is not there.
QString textOf(const QJsonObject& object, const QString& key, int most, bool lines, const QString& origin) {
    const QJsonValue value = object.value(key);
    const QString place = QObject::tr("%1, “%2”").arg(origin, key);
    if (value.isUndefined()) return {};
    if (!value.isString()) refuse(place, QObject::tr("it is not a text"), QObject::tr("a text in quotation marks"));
    const QString text = value.toString();
    if (text.size() > most)
        refuse(place, QObject::tr("it has %1 characters").arg(text.size()), QObject::tr("at most %1").arg(most));
    for (const QChar letter : text)
        if (letter.category() == QChar::Other_Control && !(lines && letter == u'\n'))
            refuse(place, QObject::tr("it contains a control character"),
                   lines ? QObject::tr("plain text") : QObject::tr("one line of text"));
    return text;
}

std::set<int> fieldsOf(const QJsonObject& object, const QString& key, const QString& origin) {
    const QJsonValue value = object.value(key);
    if (value.isUndefined()) return {};
    if (!value.isArray())
        refuse(QObject::tr("%1, “%2”").arg(origin, key), QObject::tr("it is not a list"),
               QObject::tr("a list of setting names: [\"lr\", \"batch\"]"));
    std::set<int> fields;
    const QJsonArray list = value.toArray();
    for (int i = 0; i < list.size(); ++i) {
        const QString place = QObject::tr("%1, “%2”, entry %3").arg(origin, key).arg(i + 1);
        const QString name = list[i].toString();
        const auto* field = RunConfig::descriptor()->FindFieldByName(name.toStdString());
        const auto& known = lockableFields();
        if (!field || std::find(known.begin(), known.end(), field->number()) == known.end())
            refuse(place, QObject::tr("the Setup dock has no setting “%1”").arg(name.left(most_title)),
                   QObject::tr("a name such as lr, batch or precision"));
        fields.insert(field->number());
    }
    return fields;
}

QJsonArray namesOf(const std::set<int>& fields) {
    QJsonArray names;
    for (const int field : fields) names << nameOf(field);
    return names;
}

SetupLocks locksOf(const QJsonObject& object, const QString& origin) {
    SetupLocks locks;
    locks.title = textOf(object, "title", most_title, false, origin);
    locks.description = textOf(object, "description", most_description, true, origin);
    locks.locked = fieldsOf(object, "locked", origin);
    locks.hidden = fieldsOf(object, "hidden", origin);
    const QJsonValue advisor = object.value("advisor");
    if (!advisor.isUndefined() && !advisor.isBool())
        refuse(QObject::tr("%1, “%2”").arg(origin, "advisor"), QObject::tr("it is neither true nor false"),
               QObject::tr("false: the advisor is silent"));
    locks.advisorHidden = advisor.isBool() && !advisor.toBool();
    return locks;
}

QJsonObject objectOf(const QByteArray& json, const QString& origin) {
    if (json.size() > most_json_bytes)
        refuse(origin, QObject::tr("it is too large for a file of settings"),
               QObject::tr("at most %1 KiB").arg(most_json_bytes / 1024));
    if (json.trimmed().isEmpty())
        refuse(origin, QObject::tr("it is empty"), QObject::tr("settings or a preset as Mantissa saves them"));
    QJsonParseError problem;
    const QJsonDocument document = QJsonDocument::fromJson(json, &problem);
    if (problem.error != QJsonParseError::NoError) {
        const qsizetype line = json.left(problem.offset).count('\n') + 1;
        refuse(QObject::tr("%1, line %2").arg(origin).arg(line),
               QObject::tr("it is not JSON: %1").arg(problem.errorString()),
               QObject::tr("settings or a preset as Mantissa saves them"));
    }
    if (!document.isObject())
        refuse(origin, QObject::tr("it holds no settings"), QObject::tr("settings or a preset as Mantissa saves them"));
    return document.object();
}

/// Without what belongs to the machine that it was made on.
RunConfig handedOn(RunConfig config) {
    config.clear_data();
    config.clear_device();
    config.clear_threads();
    config.clear_name();
    return config;
}

QJsonObject toObject(const SharedSetup& setup) {
    const QString title = setup.locks.title;
    RunConfig config = handedOn(difference(default_config(), setup.config));
    config.clear_preset();
    if (config.eval_precision() == run::PRECISION_UNSET) config.clear_eval_precision();
    QJsonObject object{{"name", title},
                       {"config", QJsonDocument::fromJson(QByteArray::fromStdString(to_json(config))).object()}};
    if (!setup.locks.description.isEmpty()) object["description"] = setup.locks.description;
    object["title"] = title;
    if (!setup.locks.locked.empty()) object["locked"] = namesOf(setup.locks.locked);
    if (!setup.locks.hidden.empty()) object["hidden"] = namesOf(setup.locks.hidden);
    if (setup.locks.advisorHidden) object["advisor"] = false;
    return object;
}

}  // namespace

const std::vector<int>& lockableFields() {
    static const std::vector<int> fields = [] {
        // Of these Setup has rows of a kind of their own; of all others with a tip one that the table gives.
        const std::set<std::string> own{"preset",          "precision",      "scaling",        "loss_scale",
                                        "growth_interval", "growth_factor",  "backoff_factor", "optimizer",
                                        "epochs",          "seed",           "data",           "device",
                                        "rank_format",     "eval_precision", "scaler",         "casts",
                                        "operand_recipe"};
        std::vector<int> all;
        for (const Setting& setting : settings())
            if (!setting.words.tip.empty() || own.contains(setting.name.text))
                all.push_back(RunConfig::descriptor()->FindFieldByName(setting.name.text)->number());
        std::stable_partition(all.begin(), all.end(), [](int field) { return field == RunConfig::kPresetFieldNumber; });
        return all;
    }();
    return fields;
}

SharedSetup parseSetup(const QByteArray& json, const QString& origin) {
    const QJsonObject object = objectOf(json, origin);
    for (const QString& key : object.keys())
        if (!QStringList{"name", "title", "description", "config", "locked", "hidden", "advisor"}.contains(key))
            refuse(origin, QObject::tr("settings have no field “%1”").arg(key.left(most_title)),
                   QObject::tr("name, title, description, config, locked, hidden and advisor"));
    const QString name = textOf(object, "name", most_title, false, origin);
    if (name.isEmpty())
        refuse(QObject::tr("%1, “name”").arg(origin), QObject::tr("it is missing or empty"),
               QObject::tr("the name of the settings"));
    const QString place = QObject::tr("%1, “config”").arg(origin);
    if (!object.value("config").isObject())
        refuse(place, QObject::tr("it is missing or no object"),
               QObject::tr("the settings: {\"precision\": \"FP16\"}"));
    SharedSetup setup;
    setup.locks = locksOf(object, origin);
    if (setup.locks.title.isEmpty()) setup.locks.title = name;
    from_json(QJsonDocument(object.value("config").toObject()).toJson(QJsonDocument::Compact).toStdString(),
              setup.config, place.toStdString());
    setup.config = handedOn(setup.config);
    setup.config.set_preset(name.toStdString());
    try {
        validate(complete(setup.config));
    } catch (const Error& error) {
        refuse(QObject::tr("%1, %2").arg(place, QString::fromStdString(error.place())), messageInWords(error),
               remedyInWords(error));
    }
    return setup;
}

SharedSetup readSetup(const QString& path) {
    const QString name = QFileInfo(path).fileName();
    QFile file(path);
    if (!QFileInfo(path).isFile() || !file.open(QIODevice::ReadOnly))
        refuse(name, QObject::tr("the file cannot be read"), QObject::tr("settings or a preset: a small JSON file"));
    return parseSetup(file.read(most_json_bytes + 1), name);
}

QByteArray setupJson(const SharedSetup& setup, bool pretty) {
    return QJsonDocument(toObject(setup)).toJson(pretty ? QJsonDocument::Indented : QJsonDocument::Compact);
}

void writeSetup(const QString& path, const SharedSetup& setup) {
    QSaveFile file(path);
    const QByteArray json = setupJson(setup, true);
    if (!file.open(QIODevice::WriteOnly) || file.write(json) != json.size() || !file.commit())
        throw Error(ErrorCode::failed, QObject::tr("it could not be written: %1").arg(file.errorString()).toStdString(),
                    QFileInfo(path).fileName().toStdString(), QObject::tr("Choose another folder.").toStdString());
}

QString setupText(const SharedSetup& setup) {
    return prefix +
           QString::fromLatin1(
               setupJson(setup, false).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

SharedSetup parseSetupText(const QString& text) {
    const QString origin = QObject::tr("the pasted text");
    if (text.size() > most_text_letters)
        refuse(origin, QObject::tr("it is too long for settings"), QObject::tr("one line of text"));
    QString line;
    for (const QChar letter : text)
        if (!letter.isSpace()) line += letter;
    if (!line.startsWith(QLatin1String(prefix)))
        refuse(origin, QObject::tr("it holds no settings"),
               QObject::tr("a text that begins with “mantissa:”, as Copy settings as text makes it"));
    const auto bytes = QByteArray::fromBase64Encoding(
        line.mid(static_cast<int>(qstrlen(prefix))).toUtf8(),
        QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals | QByteArray::AbortOnBase64DecodingErrors);
    if (!bytes)
        refuse(origin, QObject::tr("a part of it is missing or changed"),
               QObject::tr("the whole text from “mantissa:” on"));
    return parseSetup(*bytes, origin);
}

QByteArray locksToJson(const SetupLocks& locks) {
    if (!locks.any()) return {};
    return QJsonDocument(QJsonObject{{"title", locks.title},
                                     {"description", locks.description},
                                     {"locked", namesOf(locks.locked)},
                                     {"hidden", namesOf(locks.hidden)},
                                     {"advisor", !locks.advisorHidden}})
        .toJson(QJsonDocument::Compact);
}

SetupLocks locksFromJson(const QByteArray& json) {
    if (json.isEmpty()) return {};
    try {
        return locksOf(objectOf(json, "settings"), "settings");
    } catch (const Error&) {
        return {};
    }
}

}  // namespace mantissa::ui
