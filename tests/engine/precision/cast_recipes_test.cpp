// SPDX-License-Identifier: Apache-2.0
// What the recipes are known for.
#include "engine/precision/cast_recipes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace mantissa {
namespace {

const CastRecipe& recipe(std::string_view name) {
    const auto all = cast_recipes();
    const auto found = std::find_if(all.begin(), all.end(), [&](const CastRecipe& one) { return one.name == name; });
    EXPECT_NE(found, all.end()) << name;
    return found == all.end() ? all.front() : *found;
}

TEST(CastRecipes, ProductsAreIn16BitsAndLossesInFP32EverywhereButAtTheEnds) {
    EXPECT_EQ(cast_recipes().size(), 8u);
    for (const CastRecipe& one : cast_recipes()) {
        EXPECT_EQ(one.of(OperationClass::product).rule, one.name == "apex-o0" ? CastRule::full : CastRule::half)
            << one.name;
        EXPECT_EQ(one.of(OperationClass::loss).rule, one.name == "half" ? CastRule::half : CastRule::full) << one.name;
        EXPECT_EQ(one.of(OperationClass::optimizer).rule, one.master_weights ? CastRule::full : CastRule::half)
            << one.name << ": the arithmetic is that of the weights that are kept";
        EXPECT_FALSE(one.title.empty() || one.source.empty());
    }
}

TEST(CastRecipes, WhereTheyDiffer) {
    EXPECT_EQ(recipe("apex-o1").of(OperationClass::addition).rule, CastRule::widest);
    EXPECT_EQ(recipe("torch-amp").of(OperationClass::addition).rule, CastRule::as_given);
    EXPECT_EQ(recipe("apex-o2").of(OperationClass::batch_norm).rule, CastRule::inside);
    EXPECT_EQ(recipe("apex-o3").of(OperationClass::batch_norm).rule, CastRule::half);
    EXPECT_EQ(recipe("torch-amp").of(OperationClass::layer_norm).rule, CastRule::full);
    EXPECT_EQ(recipe("tf-amp").of(OperationClass::softmax).list, GraphList::infer);
    EXPECT_EQ(recipe("tf-amp").of(OperationClass::exponential).list, GraphList::deny);
    EXPECT_EQ(recipe("tf-amp").of(OperationClass::max_pool).list, GraphList::clear);
    EXPECT_EQ(recipe("keras-mixed-float16").of(OperationClass::softmax).rule, CastRule::half);
    for (const CastRecipe& one : cast_recipes())
        for (const CastChoice& choice : one.choices)
            EXPECT_EQ(choice.list != GraphList::none, one.name == "tf-amp" && &choice != &one.choices.back());
}

}  // namespace
}  // namespace mantissa
