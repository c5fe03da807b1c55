// SPDX-License-Identifier: Apache-2.0
// QTRY_* that wait half a minute instead of five seconds: a loaded machine is no failure.
#pragma once

#include <QTest>

#define TRY_VERIFY(condition) QTRY_VERIFY_WITH_TIMEOUT(condition, 30000)
#define TRY_COMPARE(actual, expected) QTRY_COMPARE_WITH_TIMEOUT(actual, expected, 30000)
