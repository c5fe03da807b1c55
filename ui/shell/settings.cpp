// SPDX-License-Identifier: GPL-3.0-or-later
// See settings.h.
#include "ui/shell/settings.h"

#include <google/protobuf/util/json_util.h>

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>
#include <algorithm>

#include "engine/base/host.h"
#include "engine/base/user_folders.h"

namespace mantissa::ui {

namespace {

constexpr int settings_version = 1;
constexpr qsizetype max_config_bytes = 64 * 1024;
constexpr int least_share = 16, usual_share = 1024, most_share = 1 << 20;  // MiB

QString commandKey(WorkerPlace::Kind kind) {
    return kind == WorkerPlace::Kind::Slurm ? QStringLiteral("machine/slurm_command")
                                            : QStringLiteral("machine/ssh_command");
}

}  // namespace

QString settingsFolder() {
    const QString own = qEnvironmentVariable("MANTISSA_STATE_DIR");
    if (!own.isEmpty()) return own;
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/mantissa";
}

QString stateFolder() {
    return QString::fromStdString(user_state_folder().string());
}

Settings::Settings(const QString& folder) {
    make_private_folder(folder.toStdString());
    open(folder + "/settings.ini");
}

void Settings::open(const QString& path) {
    firstLaunch_ = !QFileInfo::exists(path);
    make_private_file(path.toStdString());
    file_ = std::make_unique<QSettings>(path, QSettings::IniFormat);
    bool isNumber = true;
    const int version = file_->value("version", settings_version).toInt(&isNumber);
    if (file_->status() != QSettings::NoError || !isNumber || version > settings_version) {
        const QString aside = path + (version > settings_version ? QString(".v%1").arg(version) : QString(".damaged"));
        file_.reset();
        QFile::remove(aside);
        QFile::rename(path, aside);
        notice_ =
            QCoreApplication::translate(
                "Settings", "The settings file could not be read and was set aside as %1; the defaults are in use.")
                .arg(QFileInfo(aside).fileName());
        file_ = std::make_unique<QSettings>(path, QSettings::IniFormat);
    }
    file_->setValue("version", settings_version);
}

QString Settings::fileName() const {
    return file_->fileName();
}

ThemeMode Settings::theme() const {
    const QString name = file_->value("view/theme", "system").toString();
    return name == "light" ? ThemeMode::Light : name == "dark" ? ThemeMode::Dark : ThemeMode::System;
}

void Settings::setTheme(ThemeMode mode) {
    file_->setValue("view/theme", mode == ThemeMode::Light ? "light" : mode == ThemeMode::Dark ? "dark" : "system");
}

int Settings::textPercent() const {
    return std::clamp(file_->value("view/text_percent", 100).toInt(), 100, 200);
}
void Settings::setTextPercent(int percent) {
    file_->setValue("view/text_percent", percent);
}

QByteArray Settings::geometry() const {
    return file_->value("window/geometry").toByteArray();
}
QByteArray Settings::layout() const {
    return file_->value("window/layout").toByteArray();
}

void Settings::setWindow(const QByteArray& geometry, const QByteArray& layout) {
    file_->setValue("window/geometry", geometry);
    file_->setValue("window/layout", layout);
}

std::optional<run::RunConfig> Settings::config() const {
    return configFromJson(file_->value("session/config").toByteArray());
}

void Settings::setConfig(const run::RunConfig& config) {
    file_->setValue("session/config", configToJson(config));
}

QByteArray Settings::locks() const {
    return file_->value("session/locks").toByteArray();
}
void Settings::setLocks(const QByteArray& json) {
    file_->setValue("session/locks", json);
}

bool Settings::welcomeSeen() const {
    return file_->value("session/welcome_seen", false).toBool();
}
void Settings::setWelcomeSeen(bool seen) {
    file_->setValue("session/welcome_seen", seen);
}

bool Settings::ghostKept() const {
    return file_->value("view/keep_ghost", true).toBool();
}
void Settings::setGhostKept(bool kept) {
    file_->setValue("view/keep_ghost", kept);
}

bool Settings::advisorShown() const {
    return file_->value("view/advisor", true).toBool();
}
void Settings::setAdvisorShown(bool shown) {
    file_->setValue("view/advisor", shown);
}

int Settings::runShare() const {
    return std::clamp(file_->value("library/run_share_mib", usual_share).toInt(), least_share, most_share);
}
void Settings::setRunShare(int mebibytes) {
    file_->setValue("library/run_share_mib", mebibytes);
}

int Settings::slowDelay() const {
    return std::clamp(file_->value("session/slow_delay_ms", 200).toInt(), 10, 2000);
}
void Settings::setSlowDelay(int ms) {
    file_->setValue("session/slow_delay_ms", ms);
}

WorkerPlace Settings::place() const {
    const QString kind = file_->value("machine/kind").toString();
    return lastPlace(kind == "ssh"     ? WorkerPlace::Kind::Ssh
                     : kind == "slurm" ? WorkerPlace::Kind::Slurm
                                       : WorkerPlace::Kind::Here);
}

WorkerPlace Settings::lastPlace(WorkerPlace::Kind kind) const {
    // The file may have been written by anybody: what stands in it is checked as if it were typed.
    WorkerPlace place;
    const QVariant forBoth = file_->value("machine/command");  // of an earlier Mantissa
    if (!takeCommand(file_->value(commandKey(kind), forBoth).toString(), place).isEmpty()) return {};
    if (kind == WorkerPlace::Kind::Ssh && takeAddress(file_->value("machine/host").toString(), place).isEmpty())
        return place.here() ? WorkerPlace{} : place;
    if (kind != WorkerPlace::Kind::Slurm || !file_->contains("machine/partition")) return {};
    place.card = file_->value("machine/card", false).toBool();
    return takePartition(file_->value("machine/partition").toString(), place).isEmpty() ? place : WorkerPlace{};
}

void Settings::setPlace(const WorkerPlace& place) {
    file_->setValue("machine/kind", place.kind == WorkerPlace::Kind::Ssh     ? "ssh"
                                    : place.kind == WorkerPlace::Kind::Slurm ? "slurm"
                                                                             : "here");
    if (place.here()) return;
    file_->setValue(commandKey(place.kind), place.command);
    if (place.kind == WorkerPlace::Kind::Ssh) return file_->setValue("machine/host", place.address());
    file_->setValue("machine/partition", place.partition);
    file_->setValue("machine/card", place.card);
}

QString Settings::lesson() const {
    return file_->value("session/lesson").toString();
}
void Settings::setLesson(const QString& folder) {
    file_->setValue("session/lesson", folder);
}

void Settings::sync() {
    file_->sync();
}

QByteArray configToJson(const run::RunConfig& config) {
    google::protobuf::util::JsonPrintOptions options;
    options.preserve_proto_field_names = true;
    std::string json;
    if (!google::protobuf::util::MessageToJsonString(config, &json, options).ok()) return {};
    return QByteArray::fromStdString(json);
}

std::optional<run::RunConfig> configFromJson(const QByteArray& json) {
    if (json.isEmpty() || json.size() > max_config_bytes) return std::nullopt;
    run::RunConfig config;
    google::protobuf::util::JsonParseOptions options;
    options.ignore_unknown_fields = true;
    if (!google::protobuf::util::JsonStringToMessage(json.toStdString(), &config, options).ok()) return std::nullopt;
    return config;
}

}  // namespace mantissa::ui
