// SPDX-License-Identifier: GPL-3.0-or-later
// What a lesson says by itself: prediction against outcome, and how far a drawn curve lies from a measured one.
#pragma once

#include <QPointF>
#include <QString>
#include <QVector>
#include <optional>

#include "ui/models/lesson_model.h"

namespace mantissa::ui {

/// The value of a polyline at `x`, beyond its ends that of the end; nothing where it has no points. Points ascend in x.
std::optional<double> valueAt(const QVector<QPointF>& curve, double x);

/// Mean distance in y between a drawn and a measured curve, over the measured points; nothing where one is empty.
std::optional<double> meanDistance(const QVector<QPointF>& drawn, const QVector<QPointF>& measured);

/// The unit of a curve: its own, else what stands behind the comma of its axis ("test accuracy, %").
QString curveUnit(const QString& unit, const QString& y);

/// A number as a lesson shows it: at most four digits, with its unit.
QString lessonNumber(double value, const QString& unit);

/// "You predicted 80 %; it came to 11.35 %: 68.65 % less."
QString revealSentence(const lesson::Reveal& reveal, const Revelation& shown);

}  // namespace mantissa::ui
