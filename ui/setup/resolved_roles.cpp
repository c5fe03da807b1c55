// SPDX-License-Identifier: GPL-3.0-or-later
// See resolved_roles.h.
#include "ui/setup/resolved_roles.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "engine/base/error.h"
#include "engine/precision/resolve.h"
#include "engine/run/phrase_record.h"
#include "engine/run/policy_of.h"
#include "engine/run/presets.h"
#include "ui/models/run_model.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

const run::ResolvedRole* roleNamed(const std::vector<run::ResolvedRole>& roles, const char* name) {
    const auto found = std::find_if(roles.begin(), roles.end(), [&](const auto& role) { return role.role() == name; });
    return found == roles.end() ? nullptr : &*found;
}

bool anyEmulated(const std::vector<run::ResolvedRole>& roles) {
    return std::any_of(roles.begin(), roles.end(), [](const auto& role) { return !role.native(); });
}

}  // namespace

std::vector<run::ResolvedRole> resolvedRoles(const run::RunConfig& config, const run::DeviceInfo& device) {
    std::vector<run::ResolvedRole> roles;
    try {
        DeviceCapabilities capabilities;
        capabilities.name = device.id();
        for (const std::string& name : device.native_formats())
            capabilities.native_operands.push_back(format_named(name));
        for (const ResolvedRole& from : resolve(policy_of(complete(config)), capabilities).roles) {
            run::ResolvedRole role;
            role.set_role(from.role);
            role.set_requested(name_of(from.requested));
            role.set_effective(name_of(from.effective));
            role.set_native(from.native);
            set_reason(role, from.reason);
            roles.push_back(role);
        }
    } catch (const Error&) {
        return {};  // a device that names a format we do not know: nothing is claimed about it
    }
    return roles;
}

QString resolvedLine(run::Precision precision, const std::vector<run::ResolvedRole>& roles) {
    const run::ResolvedRole* operand = roleNamed(roles, "operand");
    if (!operand) return {};
    const QString wanted = QString::fromStdString(nameOf(precision));
    const QString runs = precision == run::PYTORCH_DEFAULT ? wanted : QString::fromStdString(operand->effective());
    if (!anyEmulated(roles))
        return QCoreApplication::translate("Precision", "Requested %1 → runs %2, natively.").arg(wanted, runs);
    const run::ResolvedRole* stored = roleNamed(roles, "activation");
    const bool storedWide = stored && !stored->native();
    if (storedWide)
        return QCoreApplication::translate("Precision", "Requested %1 → runs %2, emulated exactly (stored as FP32).")
            .arg(wanted, runs);
    return QCoreApplication::translate("Precision", "Requested %1 → runs %2, emulated exactly.").arg(wanted, runs);
}

QString resolvedReasons(const std::vector<run::ResolvedRole>& roles) {
    QStringList lines;
    for (const run::ResolvedRole& role : roles) {
        QString line = QString("%1: %2 → %3, %4")
                           .arg(inWords(role_phrase(role)), QString::fromStdString(role.requested()),
                                QString::fromStdString(role.effective()),
                                role.native() ? QCoreApplication::translate("Precision", "native")
                                              : QCoreApplication::translate("Precision", "emulated"));
        if (!role.reason().empty()) line += " (" + inWords(phrase_of(role)) + ")";
        lines << line;
    }
    return lines.join('\n');
}

QString effectiveName(run::Precision precision, const std::vector<run::ResolvedRole>& roles) {
    const QString name = QString::fromStdString(nameOf(precision));
    if (roles.empty()) return name;
    return (anyEmulated(roles) ? QCoreApplication::translate("Precision", "%1 (emulated)")
                               : QCoreApplication::translate("Precision", "%1 (native)"))
        .arg(name);
}

}  // namespace mantissa::ui
