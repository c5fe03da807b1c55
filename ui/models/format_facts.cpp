// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about formats; see the header.
#include "ui/models/format_facts.h"

#include <QCoreApplication>
#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace mantissa::ui {

namespace {

constexpr qsizetype kLongestText = 200;
constexpr int kDeepest = 32;
constexpr std::uint32_t kCurvePoints = 500;

/// Recursive descent over a short text; `ok_` falls at the first thing that does not fit.
class Parser {
  public:
    explicit Parser(const QString& text) : text_(text) {}

    std::optional<double> parse() {
        const double value = sum();
        if (!ok_ || at_ != text_.size()) return std::nullopt;
        return value;
    }

  private:
    QChar peek() const { return at_ < text_.size() ? text_[at_] : QChar(); }
    bool take(char16_t c) {
        if (peek() != c) return false;
        ++at_;
        return true;
    }
    bool takeWord(QLatin1String word) {
        if (!QStringView(text_).mid(at_).startsWith(word)) return false;
        at_ += word.size();
        return true;
    }

    double sum() {
        if (++depth_ > kDeepest) ok_ = false;
        double value = ok_ ? product() : 0.0;
        while (ok_) {
            if (take(u'+')) {
                value += product();
            } else if (take(u'-')) {
                value -= product();
            } else {
                break;
            }
        }
        --depth_;
        return value;
    }

    double product() {
        double value = factor();
        while (ok_) {
            if (take(u'*')) {
                value *= factor();
            } else if (take(u'/')) {
                value /= factor();
            } else {
                break;
            }
        }
        return value;
    }

    double factor() {
        double sign = 1.0;
        for (; peek() == u'-' || peek() == u'+'; ++at_) sign = peek() == u'-' ? -sign : sign;
        const double base = primary();
        if (!ok_ || !take(u'^')) return sign * base;
        double exponentSign = 1.0;
        for (; peek() == u'-' || peek() == u'+'; ++at_) exponentSign = peek() == u'-' ? -exponentSign : exponentSign;
        const double power = std::pow(base, exponentSign * primary());
        return sign * (std::isfinite(base) && base != 0.0 ? held(power) : power);
    }

    double primary() {
        if (take(u'(')) {
            const double value = sum();
            if (!take(u')')) ok_ = false;
            return value;
        }
        if (takeWord(QLatin1String("infinity")) || takeWord(QLatin1String("inf")) || take(u'∞'))
            return std::numeric_limits<double>::infinity();
        if (takeWord(QLatin1String("nan"))) return std::numeric_limits<double>::quiet_NaN();
        return literal();
    }

    qsizetype digits() {
        const qsizetype from = at_;
        while (peek() >= u'0' && peek() <= u'9') ++at_;
        return at_ - from;
    }

    double literal() {
        const qsizetype from = at_;
        qsizetype count = digits();
        if (take(u'.')) count += digits();
        if (count == 0) {
            ok_ = false;
            return 0.0;
        }
        if (peek() == u'e') {
            ++at_;
            if (peek() == u'-' || peek() == u'+') ++at_;
            if (digits() == 0) ok_ = false;
        }
        const QString written = text_.mid(from, at_ - from);
        const bool zero = std::none_of(written.begin(), written.begin() + mantissaLength(written),
                                       [](QChar c) { return c >= u'1' && c <= u'9'; });
        return zero ? 0.0 : held(written.toDouble());
    }

    static qsizetype mantissaLength(const QString& written) {
        const qsizetype exponent = written.indexOf(u'e');
        return exponent < 0 ? written.size() : exponent;
    }

    /// A finite number other than 0 stays one where doubles are too narrow for it: what is too large or too small for
    /// them is so for every format here, and its rounding is told as such.
    static double held(double value) {
        using Limits = std::numeric_limits<double>;
        if (std::isinf(value)) return std::copysign(Limits::max(), value);
        return value == 0.0 ? std::copysign(Limits::denorm_min(), value) : value;
    }

    QString text_;
    qsizetype at_ = 0;
    int depth_ = 0;
    bool ok_ = true;
};

/// Typographic signs as the parser's: "2⁻²⁴" becomes "2^(-24)".
QString plain(const QString& text) {
    static const QString superscripts = QStringLiteral("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺");
    static const QString digits = QStringLiteral("0123456789-+");
    QString result;
    bool raised = false;
    for (const QChar c : text.toLower()) {
        if (c.isSpace()) continue;
        const qsizetype at = superscripts.indexOf(c);
        if ((at >= 0) != raised) result += raised ? QStringLiteral(")") : QStringLiteral("^(");
        raised = at >= 0;
        if (raised) {
            result += digits[at];
        } else if (c == u'−') {
            result += u'-';
        } else if (c == u'×' || c == u'·') {
            result += u'*';
        } else {
            result += c;
        }
    }
    return raised ? result + u')' : result;
}

}  // namespace

std::uint32_t bitsOf(double x, const FloatFormat& format) {
    return encode(round_once(x, format), format);
}

NumberFacts factsOf(std::uint32_t bits, const FloatFormat& format) {
    const float value = decode(bits, format);
    NumberFacts facts;
    facts.value = static_cast<double>(value);
    facts.previous = static_cast<double>(next_down(value, format));
    facts.next = static_cast<double>(next_up(value, format));
    facts.kind = formulaOf(bits, format).kind;
    if (std::isfinite(value)) facts.ulp = ulp(value, format);
    return facts;
}

Formula formulaOf(std::uint32_t bits, const FloatFormat& format) {
    Formula formula;
    const auto top = (1u << format.exponent_bits) - 1u;
    const std::uint32_t exponent = (bits >> format.fraction_bits) & top;
    formula.fractionRange = 1u << format.fraction_bits;
    formula.fraction = bits & (formula.fractionRange - 1u);
    formula.sign = static_cast<int>((bits >> (format.bits() - 1)) & 1u);
    formula.bias = format.bias();
    formula.storedExponent = static_cast<int>(exponent);
    formula.usedExponent = std::max(1, formula.storedExponent);
    formula.significand = static_cast<double>(formula.fraction) / formula.fractionRange + (exponent == 0 ? 0.0 : 1.0);
    const bool nan = format.top == TopCodes::one_nan && formula.fraction + 1 == formula.fractionRange;
    if (exponent == top && (nan || format.top == TopCodes::ieee)) {
        formula.kind = formula.fraction ? NumberKind::NotANumber : NumberKind::Infinite;
    } else if (exponent == 0) {
        formula.kind = formula.fraction ? NumberKind::Subnormal : NumberKind::Zero;
    } else {
        formula.kind = NumberKind::Normal;
    }
    return formula;
}

QString formulaText(const Formula& formula) {
    if (formula.kind == NumberKind::NotANumber)
        return QCoreApplication::translate("FormatFacts", "exponent all ones, fraction not zero: not a number");
    if (formula.kind == NumberKind::Infinite)
        return QCoreApplication::translate("FormatFacts", "(−1)^%1 × infinity: exponent all ones, fraction zero")
            .arg(formula.sign);
    return QStringLiteral("(−1)^%1 × 2^(%2−%3) × %4")
        .arg(formula.sign)
        .arg(formula.usedExponent)
        .arg(formula.bias)
        .arg(exactDecimal(formula.significand, 30));
}

QString exactDecimal(double value, int digits) {
    if (std::isnan(value)) return QStringLiteral("NaN");
    if (std::isinf(value)) return value > 0 ? QStringLiteral("∞") : QStringLiteral("−∞");
    // No FP32 number needs more than 112 significant digits; "%g" leaves trailing zeros out.
    std::array<char, 200> buffer{};
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), std::abs(value), std::chars_format::general, 120);
    QString text = QString::fromLatin1(buffer.data(), end.ptr - buffer.data());
    qsizetype e = text.indexOf(u'e');
    const QString power = e < 0 ? QString() : text.mid(e);
    if (e >= 0) text.truncate(e);
    qsizetype seen = 0;
    bool leading = true;
    for (qsizetype i = 0; i < text.size(); ++i) {
        if (text[i] == u'.') continue;
        if (text[i] != u'0') leading = false;
        if (leading) continue;
        // Integers are never cut: a missing digit would change their size.
        if (++seen > digits && text.left(i).contains(u'.')) {
            text = text.left(i) + u'…';
            break;
        }
    }
    return (std::signbit(value) ? QStringLiteral("−") : QString()) + text + power;
}

std::vector<SpecialValue> specialValues(const FloatFormat& format) {
    return {{QT_TRANSLATE_NOOP("FormatFacts", "largest"), format.max_finite()},
            {QT_TRANSLATE_NOOP("FormatFacts", "smallest normal"), format.min_normal()},
            {QT_TRANSLATE_NOOP("FormatFacts", "smallest subnormal"), format.min_subnormal()},
            {"1", 1.0},
            {QT_TRANSLATE_NOOP("FormatFacts", "1 + ulp"), 1.0 + format.epsilon()},
            {"inf", std::numeric_limits<double>::infinity()},
            {"NaN", std::numeric_limits<double>::quiet_NaN()}};
}

std::optional<double> parseNumber(const QString& text) {
    if (text.size() > kLongestText) return std::nullopt;
    return Parser(plain(text)).parse();
}

RunningSum runningSum(std::uint32_t n, double term, const FloatFormat& format, const FloatFormat& accumulator) {
    RunningSum run;
    const double addend = static_cast<double>(round_once(term, format));
    const std::uint32_t stride = std::max(1u, n / kCurvePoints);
    double sum = 0.0;
    run.count.push_back(0.0);
    run.sum.push_back(0.0);
    for (std::uint32_t i = 1; i <= n; ++i) {
        if (!run.stalledAfter) {
            const double before = sum;
            sum = static_cast<double>(round_once(sum + addend, accumulator));
            // Once unchanged, unchanged for good: the same addition is done again.
            if (sum == before && addend != 0.0) run.stalledAfter = i - 1;
        }
        if (i % stride == 0 || i == n) {
            run.count.push_back(i);
            run.sum.push_back(sum);
        }
    }
    run.last = sum;
    return run;
}

double onePlus(double small, const FloatFormat& format) {
    return static_cast<double>(round_once(1.0 + static_cast<double>(round_once(small, format)), format));
}

float blockedDot(std::span<const double> a, std::span<const double> b, std::uint32_t n, const FloatFormat& operands,
                 const FloatFormat& accumulator, std::uint32_t block) {
    float sum = 0.0f;
    float part = 0.0f;
    for (std::uint32_t i = 0; i < n; ++i) {
        part += round_once(a[i % a.size()], operands) * round_once(b[i % b.size()], operands);
        if ((i + 1) % block != 0 && i + 1 != n) continue;
        sum = round_to(sum + part, accumulator);
        part = 0.0f;
    }
    return sum;
}

double exactDot(std::span<const double> a, std::span<const double> b, std::uint32_t n, const FloatFormat& operands) {
    double sum = 0.0;
    for (std::uint32_t i = 0; i < n; ++i) {
        sum += static_cast<double>(round_once(a[i % a.size()], operands)) *
               static_cast<double>(round_once(b[i % b.size()], operands));
    }
    return sum;
}

}  // namespace mantissa::ui
