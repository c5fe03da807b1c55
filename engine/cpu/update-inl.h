// SPDX-License-Identifier: Apache-2.0
// One vector of an update, compiled once per instruction set by Highway (hence no ordinary include guard).
#if defined(MANTISSA_CPU_UPDATE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef MANTISSA_CPU_UPDATE_INL_H
#undef MANTISSA_CPU_UPDATE_INL_H
#else
#define MANTISSA_CPU_UPDATE_INL_H
#endif

#include <hwy/highway.h>

#include "engine/cpu/round-inl.h"
#include "engine/cpu/storage-inl.h"
#include "engine/cpu/tally-inl.h"
#include "engine/cpu/update.h"

HWY_BEFORE_NAMESPACE();
namespace mantissa {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// What is subtracted from a weight, and the new moments in `m` and `v` (a momentum buffer in `m`), not yet rounded.
template <bool adam, bool buffer, class D, class V>
HWY_INLINE V ChangeOf(D d, std::int64_t i, const UpdateArrays& at, const UpdateScalars& s, V& m, V& v) {
    const auto g = hn::Mul(hn::Mul(hn::LoadU(d, at.gradient + i), hn::Set(d, s.inverse)), hn::Set(d, s.clip));
    if constexpr (adam) {
        m = hn::LoadU(d, at.first + i);
        v = hn::LoadU(d, at.second + i);
        m = hn::Add(m, hn::Mul(hn::Sub(g, m), hn::Set(d, s.one_minus_beta1)));
        v = hn::Add(hn::Mul(v, hn::Set(d, s.beta2)), hn::Mul(hn::Mul(g, g), hn::Set(d, s.one_minus_beta2)));
        const auto denominator = hn::Add(hn::Div(hn::Sqrt(v), hn::Set(d, s.root_correction)), hn::Set(d, s.epsilon));
        return hn::Mul(hn::Set(d, s.step_size), hn::Div(m, denominator));
    } else if constexpr (buffer) {
        m = hn::Add(hn::Mul(hn::LoadU(d, at.first + i), hn::Set(d, s.momentum)), g);
        return hn::Mul(hn::Set(d, s.lr), m);
    } else {
        return hn::Mul(hn::Set(d, s.lr), g);
    }
}

/// Updates a piece vector by vector. What it is given stays in registers: for all the compiler knows, the numbers may
/// lie in the arguments' memory.
template <bool adam, bool buffer, class D>
class VectorUpdate {
  public:
    using V = hn::Vec<D>;
    struct Watched {
        V before, change;
    };

    HWY_INLINE VectorUpdate(D /*d*/, const UpdateArrays& at, const UpdateScalars& scalars, const UpdateGrids& grids)
        : at_(at),
          s_(scalars),
          to_(grids),
          copy_(at.copy.narrow ? nullptr : at.copy.f32()),
          narrow_copy_(at.copy.narrow ? at.copy.bf16() : nullptr),
          upper_half_(narrow_copy_ && grids.copy.upper_half()),
          nonzero_(hn::Zero(DU())),
          lost_(nonzero_),
          largest_(nonzero_) {}

    /// The elements from i on.
    HWY_INLINE Watched operator()(std::int64_t i) {
        const D d;
        const DU du;
        auto m = hn::Zero(d), v = hn::Zero(d);
        // Before any store: tensors often lie a multiple of 4 KiB apart, and there a load waits for the store.
        const auto before = hn::LoadU(d, at_.weight + i);
        const auto change = ChangeOf<adam, buffer>(d, i, at_, s_, m, v);
        if constexpr (adam || buffer) hn::StoreU(RoundTo(d, m, to_.state), d, at_.first + i);
        if constexpr (adam) hn::StoreU(RoundTo(d, v, to_.state), d, at_.second + i);
        const auto after = RoundTo(d, hn::Sub(before, change), to_.weight);
        hn::StoreU(after, d, at_.weight + i);
        if (at_.change) {
            hn::StoreU(change, d, at_.change + i);
            hn::StoreU(before, d, at_.before + i);
        }
        if (copy_) StoreNumbers(d, RoundTo(d, after, to_.copy), copy_ + i);
        if (upper_half_) {
            const hn::Rebind<std::uint16_t, D> d16;
            const auto bits = hn::BitCast(du, after);
            largest_ = hn::Max(largest_, hn::And(bits, hn::Set(du, 0x7FFFFFFFu)));
            hn::StoreU(hn::TruncateTo(d16, hn::ShiftRight<16>(RoundUpperHalf(du, bits))), d16, narrow_copy_ + i);
        } else if (narrow_copy_) {
            StoreNumbers(d, RoundTo(d, after, to_.copy), narrow_copy_ + i);
        }
        const auto is_update = hn::Not(hn::Eq(change, hn::Zero(d)));  // NaN is one as well (Ne is ordered)
        nonzero_ = PlusOneIf(du, nonzero_, hn::RebindMask(du, is_update));
        lost_ = PlusOneIf(du, lost_, hn::RebindMask(du, hn::And(is_update, hn::Eq(before, after))));
        return {before, change};
    }

    /// After the elements [begin, end): adds what was counted.
    HWY_INLINE void finish(std::int64_t begin, std::int64_t end, UpdateResult& result) const {
        const D d;
        const DU du;
        const bool is_nan = hn::GetLane(hn::MaxOfLanes(du, largest_)) > 0x7F800000u;
        if (is_nan)  // of which the short way makes something else
            for (std::int64_t i = begin; i < end; i += static_cast<std::int64_t>(hn::Lanes(d)))
                StoreNumbers(d, RoundTo(d, hn::LoadU(d, at_.weight + i), to_.copy), narrow_copy_ + i);
        result.nonzero += hn::GetLane(hn::SumOfLanes(du, nonzero_));
        result.lost += hn::GetLane(hn::SumOfLanes(du, lost_));
    }

  private:
    using DU = hn::RebindToUnsigned<D>;

    const UpdateArrays at_;
    const UpdateScalars s_;
    const UpdateGrids to_;
    float* const copy_;
    std::uint16_t* const narrow_copy_;
    const bool upper_half_;
    hn::Vec<DU> nonzero_, lost_, largest_;
};

// NOLINTNEXTLINE(google-readability-namespace-comments)
}  // namespace HWY_NAMESPACE
}  // namespace mantissa
HWY_AFTER_NAMESPACE();

#endif
