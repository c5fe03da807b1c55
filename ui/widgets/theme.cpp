// SPDX-License-Identifier: GPL-3.0-or-later
// Palettes, style sheet and the desktop's light/dark preference. Qt 6.4 has no QStyleHints::colorScheme yet, so the
// preference is read from the desktop portal over D-Bus, and from the start palette where there is no portal.
#include "ui/widgets/theme.h"

#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>
#include <QFile>
#include <QFont>
#include <QToolTip>
#include <algorithm>

#include "ui/widgets/text_sized_style.h"

static void initStyleResource() {
    Q_INIT_RESOURCE(style);
}

namespace mantissa::ui {

namespace {

constexpr auto portal_group = "org.freedesktop.appearance";
constexpr auto portal_key = "color-scheme";
constexpr int portal_timeout_ms = 120;  // the window must not wait for a desktop that does not answer

int schemeOf(const QVariant& value) {
    QVariant inner = value;
    while (inner.canConvert<QDBusVariant>()) inner = inner.value<QDBusVariant>().variant();
    return inner.toInt();
}

// 1 dark, 2 light, 0 no preference or no portal.
int portalScheme() {
    QDBusConnection bus = QDBusConnection::sessionBus();
    if (!bus.isConnected()) return 0;
    QDBusMessage ask = QDBusMessage::createMethodCall(
        "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings", "Read");
    ask << portal_group << portal_key;
    const QDBusMessage answer = bus.call(ask, QDBus::Block, portal_timeout_ms);
    if (answer.type() != QDBusMessage::ReplyMessage || answer.arguments().isEmpty()) return 0;
    return schemeOf(answer.arguments().constFirst());
}

QString styleSheet(const QPalette& palette) {
    QFile file(":/mantissa/style/mantissa.qss");
    if (!file.open(QIODevice::ReadOnly)) return {};
    QString sheet = QString::fromUtf8(file.readAll());
    const std::pair<const char*, QPalette::ColorRole> tokens[] = {
        {"@window", QPalette::Window},
        {"@base", QPalette::Base},
        {"@text", QPalette::WindowText},
        {"@muted", QPalette::PlaceholderText},
        {"@line", QPalette::Mid},
        {"@accent", QPalette::Highlight},
        {"@raised", QPalette::Button},
        {"@link", QPalette::Link},
        {"@onaccent", QPalette::HighlightedText},
        {"@tipbase", QPalette::ToolTipBase},
        {"@tiptext", QPalette::ToolTipText},
    };
    for (const auto& [token, role] : tokens) sheet.replace(token, palette.color(role).name());
    sheet.replace("@hover", mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.08).name());
    sheet.replace("@pressed", mixed(palette.color(QPalette::Window), palette.color(QPalette::WindowText), 0.16).name());
    return sheet;
}

}  // namespace

QColor mixed(const QColor& base, const QColor& over, double share) {
    const double keep = 1.0 - share;
    return QColor::fromRgbF(static_cast<float>(base.redF() * keep + over.redF() * share),
                            static_cast<float>(base.greenF() * keep + over.greenF() * share),
                            static_cast<float>(base.blueF() * keep + over.blueF() * share));
}

bool isDarkPalette(const QPalette& palette) {
    return palette.color(QPalette::Window).lightness() < palette.color(QPalette::WindowText).lightness();
}

QPalette Theme::palette(bool dark) {
    struct Colors {
        QColor window, base, alternate, button, text, muted, line, accent, onAccent, disabled, link;
    };
    const Colors light{"#f4f5f7", "#ffffff", "#f7f8fa", "#ffffff", "#1c2128", "#5a6472",
                       "#d3d8df", "#4457a5", "#ffffff", "#8a939f", "#3a4c97"};
    const Colors night{"#1d2126", "#16191d", "#1a1e22", "#282d34", "#e6e9ed", "#9aa4b1",
                       "#3a414a", "#7f93e6", "#10131a", "#848e9b", "#9aaaf0"};
    const Colors& c = dark ? night : light;
    QPalette p(c.button, c.window);
    p.setColor(QPalette::Window, c.window);
    p.setColor(QPalette::WindowText, c.text);
    p.setColor(QPalette::Base, c.base);
    p.setColor(QPalette::AlternateBase, c.alternate);
    p.setColor(QPalette::Text, c.text);
    p.setColor(QPalette::Button, c.button);
    p.setColor(QPalette::ButtonText, c.text);
    p.setColor(QPalette::BrightText, c.onAccent);
    p.setColor(QPalette::PlaceholderText, c.muted);
    p.setColor(QPalette::Highlight, c.accent);
    p.setColor(QPalette::HighlightedText, c.onAccent);
    p.setColor(QPalette::Link, c.link);
    p.setColor(QPalette::LinkVisited, c.link);
    p.setColor(QPalette::ToolTipBase, dark ? c.button : QColor("#22272e"));
    p.setColor(QPalette::ToolTipText, dark ? c.text : QColor("#f4f5f7"));
    p.setColor(QPalette::Light, dark ? mixed(c.button, Qt::white, 0.06) : QColor("#ffffff"));
    p.setColor(QPalette::Midlight, mixed(c.window, c.line, 0.5));
    p.setColor(QPalette::Mid, c.line);
    p.setColor(QPalette::Dark, mixed(c.line, c.text, 0.25));
    p.setColor(QPalette::Shadow, dark ? QColor("#000000") : QColor("#8a929c"));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::HighlightedText}) {
        p.setColor(QPalette::Disabled, role, c.disabled);
    }
    p.setColor(QPalette::Disabled, QPalette::Highlight, c.line);
    return p;
}

Theme::Theme(QApplication& app, QObject* parent)
    : QObject(parent), app_(app), style_(new TextSizedStyle), basePointSize_(app.font().pointSizeF()) {
    initStyleResource();
    if (basePointSize_ <= 0) basePointSize_ = 10;  // a font given in pixels; 10 pt is the usual desktop size
    const int scheme = portalScheme();
    systemDark_ = scheme == 1 || (scheme == 0 && isDarkPalette(app.palette()));
    QDBusConnection::sessionBus().connect("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop",
                                          "org.freedesktop.portal.Settings", "SettingChanged", this,
                                          SLOT(onPortalSetting(QString, QString, QDBusVariant)));
    app.setStyle(style_);
    apply();
}

Theme::~Theme() {
    app_.setStyleSheet({});
}

void Theme::dress() {
    dressed_ = true;
    apply();
}

void Theme::onPortalSetting(const QString& group, const QString& key, const QDBusVariant& value) {
    if (group != portal_group || key != portal_key) return;
    systemDark_ = schemeOf(value.variant()) == 1;
    if (mode_ == ThemeMode::System) apply();
}

void Theme::setMode(ThemeMode mode) {
    mode_ = mode;
    apply();
}

void Theme::setTextPercent(int percent) {
    textPercent_ = std::clamp(percent, 100, 200);
    apply();
}

void Theme::setLeastPoints(double points) {
    leastPoints_ = points;
    apply();
}

void Theme::apply() {
    dark_ = mode_ == ThemeMode::Dark || (mode_ == ThemeMode::System && systemDark_);
    const QPalette look = palette(dark_);
    const double points = std::max(basePointSize_ * textPercent_ / 100.0, leastPoints_);
    style_->setPercent(static_cast<int>(points / basePointSize_ * 100.0));
    app_.setPalette(look);
    QToolTip::setPalette(look);  // it has one of its own, which would stay that of the desktop
    QFont font = app_.font();
    font.setPointSizeF(points);
    app_.setFont(font);
    if (dressed_) app_.setStyleSheet(styleSheet(look));
    emit changed();
}

}  // namespace mantissa::ui
