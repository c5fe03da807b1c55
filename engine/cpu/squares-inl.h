// SPDX-License-Identifier: Apache-2.0
// Sums of squares in FP64, compiled once per instruction set by Highway (hence no ordinary include guard).
#if defined(MANTISSA_CPU_SQUARES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_SQUARES_INL_H
#undef MANTISSA_CPU_SQUARES_INL_H
#else
#define MANTISSA_CPU_SQUARES_INL_H
#endif

#include <hwy/highway.h>

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// The squares of vectors of floats, summed in FP64: finite where all of them are, since FP64 holds the square of every
/// finite float, and infinite or NaN where one is.
template <class D, bool single = hn::MaxLanes(D()) == 1>
class Squares {
  public:
    HWY_INLINE Squares() : low_(hn::Zero(dd_)), high_(low_) {}
    HWY_INLINE void Add(hn::Vec<D> x) {
        if constexpr (single) {
            const double wide = hn::GetLane(x);
            single_ += wide * wide;
        } else {
#if HWY_TARGET != HWY_SCALAR  // which has no halves
            const hn::Half<D> half;
            const auto low = hn::PromoteTo(dd_, hn::LowerHalf(half, x));
            const auto high = hn::PromoteTo(dd_, hn::UpperHalf(half, x));
            low_ = hn::MulAdd(low, low, low_);  // two sums: one waits for the product before it
            high_ = hn::MulAdd(high, high, high_);
#endif
        }
    }
    HWY_INLINE double Sum() const {
        if constexpr (single) return single_;
        return hn::GetLane(hn::SumOfLanes(dd_, hn::Add(low_, high_)));
    }

  private:
    using Wide = std::conditional_t<single, hn::CappedTag<double, 1>, hn::Repartition<double, D>>;
    static constexpr Wide dd_{};
    hn::Vec<Wide> low_, high_;
    double single_ = 0;
};

/// In their place where nobody asks for them.
template <class D>
struct NoSquares {
    HWY_INLINE void Add(hn::Vec<D> /*x*/) {}
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
