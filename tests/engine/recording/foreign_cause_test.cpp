// SPDX-License-Identifier: Apache-2.0
// Who made the first inf or NaN of trainings that are not ours, on recordings of real ones. Here and not with the
// reports, because the records come from recordings.
#include "engine/report/foreign_cause.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/report/advisor.h"
#include "engine/report/advisor_evidence.h"
#include "engine/report/foreign_description.h"
#include "tests/engine/recording/foreign_testing.h"

namespace mantissa {
namespace {

using test::cause_in;
using test::ended;
using test::said;
using test::spoiled;
using testing::ElementsAre;
using testing::HasSubstr;

ForeignCause cause_of(const std::string& name) {
    return cause_in(test::recording_bytes(name));
}

/// A loop without a scaler: gradients of a sampled step that no skip kept from the weights come before all that
/// follows.
TEST(ForeignCause, GradientsOfASampledStepComeBeforeTheLossThatTheySpoil) {
    const auto hist = [](unsigned step, const char* role, bool broken) {
        return R"({"kind":"hist","step":)" + std::to_string(step) + R"(,"role":")" + role +
               (broken ? R"(","t":[0,1],"first":[0,0],"counts":[[],[]],"nan":[8,4],"max":[0,0],"norm":["nan","nan"]})"
                       : R"(","t":[0,1],"first":[-3,-3],"counts":[[8],[4]],"max":[0.2,0.2],"norm":[0.5,0.3]})") +
               "\n";
    };
    const auto logged = [](unsigned step, const char* loss) {
        return R"({"kind":"step","step":)" + std::to_string(step) + R"(,"time":0.5,"lr":0.1,"loss":)" + loss + "}\n";
    };
    const std::string bytes = test::header + logged(1, "1.5") + hist(1, "weight", false) + hist(1, "gradient", false) +
                              logged(2, "1.4") + hist(2, "weight", false) + hist(2, "gradient", true) +
                              logged(3, "\"nan\"") + hist(3, "weight", true) + hist(3, "gradient", true) +
                              R"({"kind":"event","event":"forward","step":4,"text":"found","modules":["a.b"],)"
                              R"("types":["Linear"],"inf":[0],"nan":[8],"dtypes":["float16"],"held":1})"
                              "\n";
    const ForeignCause cause = cause_in(bytes);
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::named) << said(cause.sentences);
    EXPECT_EQ(cause.where, ForeignCause::Where::backward);
    EXPECT_EQ(cause.step, 2u);
    EXPECT_THAT(said(cause.sentences), HasSubstr("In step 2 the gradient of a.b.weight was the first"));
    EXPECT_THAT(said(cause.sentences), HasSubstr("That step's update wrote them into the weights"));
    // Weights and losses that were finite for long after it say otherwise.
    const std::string late = test::header + logged(1, "1.5") + hist(1, "gradient", false) + logged(2, "1.4") +
                             hist(2, "gradient", true) + logged(3, "1.3") + hist(4, "weight", false) +
                             logged(4, "1.2") + logged(5, "\"nan\"");
    EXPECT_THAT(said(cause_in(late).sentences), testing::Not(HasSubstr("wrote them into the weights")));
}

const std::string searched_in_vain =
    R"({"kind":"event","event":"forward","step":2,"time":0.5,"text":"searched","modules":[],"types":[],"inf":[],)"
    R"("nan":[],"dtypes":[],"held":0})"
    "\n";

/// The logarithm of 0 behind the network: all modules are finite, so neither BF16 nor a scale is the cure.
TEST(ForeignCause, ALossThatNoModuleSpoiledIsTheLossFunctions) {
    const auto told = [](const std::string& more) {
        const ForeignCause cause =
            cause_in(test::header + test::step(1) + spoiled(2, 4, "\"inf\"") + more + spoiled(5, 8, "\"inf\""));
        return said(cause.sentences) + said(cause.missing) + cause.code;
    };
    const std::string search = told(searched_in_vain);
    EXPECT_THAT(search, HasSubstr("In step 2, whose loss was inf or NaN, the forward pass was searched: the outputs of "
                                  "all modules were finite.\nSo it arose behind them, in the loss function"));
    EXPECT_THAT(search, HasSubstr("torch.nn.functional.cross_entropy("));
    EXPECT_THAT(search, testing::Not(HasSubstr("bfloat16")));
    const auto output = [](const std::string& module, const std::string& more) {
        return R"({"kind":"header","tensors":[{"index":2,"name":"out","module":")" + module +
               R"(","type":"Linear","layer":"linear","part":"output","shape":[4],"dtype":"float16"}]})" + "\n" +
               R"({"kind":"hist","step":4,"role":"activation","t":[2],"first":[-3],"counts":[[4]],"max":[0.2],)"
               R"("norm":[0.5],"n":[4])" +
               more + "}\n";
    };
    EXPECT_THAT(told(output("a.b", "")),
                HasSubstr("In step 4, whose loss was inf or NaN, the recorded outputs of all"));
    EXPECT_THAT(told(output("other", "")), HasSubstr("bfloat16")) << "a.b is not recorded";
    EXPECT_THAT(told(R"({"kind":"header","world":2,"tensors":[]})" + ("\n" + output("a.b", ""))),
                testing::Not(HasSubstr("behind them")))
        << "those of rank 1 may be missing";
    EXPECT_THAT(told(output("a.b", R"(,"nan":[1])")), testing::Not(HasSubstr("behind them")));
    EXPECT_THAT(told(""), HasSubstr("no search of a forward pass is recorded that found some"));
    // So says the advisor.
    Evidence evidence;
    for (const run::Record& record : test::records_of(test::header + spoiled(1, 8, "\"nan\"") + searched_in_vain))
        observe(evidence, record);
    const std::vector<Finding> found = advise(evidence);
    ASSERT_FALSE(found.empty());
    EXPECT_EQ(found[0].rule, "foreign_scale_hopeless");
    EXPECT_THAT(found[0].reason, HasSubstr("in the loss function"));
    EXPECT_THAT(found[0].code, testing::Not(HasSubstr("bfloat16")));
}

const std::string held_without_module =
    R"("text":"found","modules":["a.b"],"types":["Linear"],"inf":[0],"nan":[8],"dtypes":["float16"],"held":1)";
const std::string held_by_module = held_without_module + R"(,"module":"a.b")";

/// What a search of the forward pass of this step says.
std::string search(unsigned step, const std::string& found = R"("text":"","modules":[],"held":0)") {
    return R"({"kind":"event","event":"forward","time":0.5,"step":)" + std::to_string(step) + "," + found + "}\n";
}

/// The batch whose loss was lost and the one that was searched may be two of one step.
TEST(ForeignCause, ASearchOfAnotherBatchOfTheStepDoesNotAccuseTheLossFunction) {
    const std::string left_out = test::step(2, R"(,"nonfinite":{"loss":1},"logged":{"loss":2})");
    const ForeignCause cause = cause_in(test::header + test::step(1) + left_out + search(2) + test::step(3) + ended);
    EXPECT_THAT(said(cause.sentences), HasSubstr("A logged loss was inf or NaN first in step 2"));
    EXPECT_NE(cause.producer, "loss") << said(cause.sentences);
}

TEST(ForeignCause, AModuleThatHeldSomeBeforeClearsTheLossFunction) {
    const ForeignCause cause =
        cause_in(test::header + test::step(1) + spoiled(2, 3, "\"nan\"") + search(3, held_without_module) +
                 spoiled(4, 4, "\"nan\"") + search(4) + spoiled(5, 8, "\"nan\"") + search(5, held_by_module));
    EXPECT_EQ(cause.producer, "a.b") << said(cause.sentences);
}

TEST(ForeignCause, ABadBatchLongBeforeDoesNotHideTheModuleThatOverflows) {
    const std::string bytes = test::header + test::step(1) + spoiled(3, 3, "\"inf\"") + search(3) + test::step(4) +
                              spoiled(100, 120, "\"inf\"") + search(101, held_by_module);
    const ForeignCause cause = cause_in(bytes);
    EXPECT_EQ(cause.producer, "a.b") << said(cause.sentences);
    Evidence evidence;
    for (const run::Record& record : test::records_of(bytes)) observe(evidence, record);
    for (const Finding& finding : advise(evidence)) EXPECT_THAT(finding.reason, testing::Not(HasSubstr("in step 3")));
}

/// A search that found nothing in a step whose loss was finite says that there was one, and no more.
TEST(ForeignCause, ASearchInVainIsSaid) {
    const ForeignCause cause =
        cause_in(test::header + spoiled(1, 1, "\"inf\"") + test::step(2) + searched_in_vain + spoiled(3, 8, "\"inf\""));
    EXPECT_THAT(said(cause.missing),
                HasSubstr("the forward passes of 1 step were searched, the last in step 2, and all outputs"));
}

/// Two networks with an optimizer each: nothing is said of one backward pass that there may not have been.
TEST(ForeignCause, GradientsOfTwoOptimizersAreToldApart) {
    const auto told = [](const std::string& places, const std::string& held = "3",
                         const std::string& pattern = "some") {
        const std::string more =
            R"({"kind":"header","optimizers":[{"class":"Adam","groups":[]},{"class":"SGD","groups":[]}],"tensors":[)" +
            places + "]}\n" +
            R"({"kind":"step","step":1,"time":0.5,"lr":0.1,"scale":1024,"skipped":true,"loss":1.5})"
            "\n"
            R"({"kind":"event","event":"skip","step":1,"text":"","t":[0,1,2],"inf":[3,1,2],"nan":[5,0,0],"held":)" +
            held + R"(,"of":4,"first":0,"pattern":")" + pattern + "\"}\n" + test::step(2) + ended;
        const ForeignCause cause = cause_in(test::header + more);
        return said(cause.sentences) + said(cause.missing);
    };
    const auto tensor = [](int index, const char* name, int optimizer, int backward) {
        const std::string at = std::to_string(index);
        return R"({"index":)" + at + R"(,"name":")" + name + R"(","module":"m)" + at +
               R"(","type":"Linear","layer":"linear","part":"weight","shape":[4,2],"dtype":"float32","optimizer":)" +
               std::to_string(optimizer) + R"(,"backward":)" + std::to_string(backward) + "}";
    };
    const std::string two = tensor(0, "D.1", 0, 0) + "," + tensor(1, "D.0", 0, 1) + "," + tensor(2, "G.1", 1, 2) + "," +
                            tensor(3, "G.0", 1, 3);
    const std::string apart = told(two);
    EXPECT_THAT(apart, HasSubstr("2 of the 2 gradients of optimizer 1 (Adam) held inf or NaN, in the order of the "
                                 "backward pass first that of D.1 (3 inf and 5 NaN).\nSo did 1 of the 2 gradients of "
                                 "optimizer 2 (SGD), first that of G.1 (2 inf)."));
    EXPECT_THAT(apart, HasSubstr("the recording has no order of passes"));
    EXPECT_THAT(apart, HasSubstr("inf minus inf"));
    EXPECT_THAT(apart, testing::Not(HasSubstr("stayed finite")));
    const std::string mixed = told(tensor(0, "a", 0, 0) + "," + tensor(1, "b", 1, 1) + "," + tensor(2, "c", 1, 2) +
                                   "," + tensor(3, "d", 0, 3));
    EXPECT_THAT(mixed, HasSubstr("stayed finite")) << "one pass through both";
    const std::string shared = told(tensor(0, "head.1", 0, 0) + "," + tensor(1, "x", 1, 1) + "," +
                                        tensor(2, "y", 1, 2) + "," + tensor(3, "z", 1, 3),
                                    "3", "from");
    EXPECT_THAT(shared, HasSubstr("the gradient of head.1 was the first")) << "one pass may have been through both";
    EXPECT_THAT(told(two, "100"), testing::Not(HasSubstr("of optimizer"))) << "64 are named at most";
    EXPECT_THAT(told(two, "4", "all"), HasSubstr("all 4 gradients held inf or NaN, although the loss was finite"));
}

/// An exception ends a training that no inf or NaN has stopped.
TEST(ForeignCause, AProgramThatFailedIsNotSaidToHaveNotFailed) {
    const std::string failed = R"({"kind":"end","step":0,"time":1,"outcome":"failed","error":"ValueError"})"
                               "\n";
    const ForeignCause none = cause_in(test::header + failed);
    EXPECT_EQ(none.verdict, ForeignCause::Verdict::unknown);
    EXPECT_EQ(said(none.sentences),
              "The training ended with ValueError.\nNo step was recorded: whether inf or NaN arose is unknown.\n");
    std::string bytes = test::recording_bytes("calibration");
    const std::size_t end = bytes.rfind('\n', bytes.size() - 2) + 1;
    EXPECT_THAT(said(cause_in(bytes).sentences), HasSubstr("Nothing has failed."));
    const std::string told = said(cause_in(bytes.substr(0, end) + failed).sentences);
    EXPECT_THAT(told, HasSubstr("The training ended with ValueError.\n"));
    EXPECT_THAT(told, testing::Not(HasSubstr("Nothing has failed")));
}

/// A scaler that the probe was not given: neither skips nor what is too small for FP16 can be judged.
TEST(ForeignCause, NothingIsSaidThatDependsOnAScalerThatWasNotSeen) {
    std::string bytes = test::recording_bytes("flushed");
    bytes.insert(
        bytes.find('\n') + 1,
        R"({"kind":"event","event":"note","step":0,"time":0,"text":"a GradScaler lets the optimizer step, and )"
        R"(watch() was not given it: skipped steps are not seen"})"
        "\n");
    Evidence evidence;
    for (const run::Record& record : test::records_of(bytes)) observe(evidence, record);
    std::string settings;
    for (const DescriptionRow& row : describe_foreign(evidence.foreign->run, evidence.foreign->unseen_scaler))
        settings += english(row.what) + ": " + english(row.value) + "\n";
    EXPECT_THAT(settings, HasSubstr("Loss scaling: not seen: a GradScaler that watch() was not given\n"));
    EXPECT_THAT(settings, testing::Not(HasSubstr("there is no scaler")));
    const ForeignCause cause = foreign_cause(*evidence.foreign);
    EXPECT_THAT(said(cause.sentences), testing::Not(HasSubstr("no step was skipped")));
    EXPECT_THAT(said(cause.missing), HasSubstr("watch(…, scaler=scaler) records both."));
    for (const Finding& finding : advise(evidence)) EXPECT_NE(finding.rule, "foreign_flushed");
}

/// An epsilon that is zero wrote NaN into the weights: a forward pass in which no module made it does not hide that.
TEST(ForeignCause, AnEpsilonOfZeroIsNamedAlsoWhereAForwardPassWasSearched) {
    std::string bytes = test::recording_bytes("adam-epsilon");
    const std::size_t end = bytes.rfind('\n', bytes.size() - 2) + 1;
    bytes.insert(end, R"({"kind":"event","event":"forward","step":3,"text":"found","modules":["0"],"types":["Linear"],)"
                      R"("inf":[0],"nan":[8],"dtypes":["float16"],"held":1})"
                      "\n");
    const ForeignCause cause = cause_in(bytes);
    EXPECT_EQ(cause.producer, "optimizer") << said(cause.sentences);
    EXPECT_THAT(said(cause.sentences), HasSubstr("epsilon is zero in FP16"));
}

/// Siblings that overflow as the first one did have not passed anything on, and the cure is for all of them.
TEST(ForeignCause, ModulesBesideItWithFiniteInputsMadeSomeOfTheirOwn) {
    std::string bytes = test::recording_bytes("resnet-forward-overflow");
    const std::string module = R"("module":"layer2.0.conv1")";
    for (std::size_t at = bytes.find(module); at != std::string::npos; at = bytes.find(module, at + module.size()))
        if (bytes.rfind(R"("event":"forward")", at) > bytes.rfind('\n', at))
            bytes.insert(at + module.size(), R"(,"also":["layer2.0.bn1","layer2.0","layer2","layer2.0.bn1"])");
    const ForeignCause cause = cause_in(bytes);
    const std::string told = said(cause.sentences);
    EXPECT_THAT(told, HasSubstr("layer2.0.bn1 made some of its own as well: its inputs were finite, too."));
    EXPECT_EQ(cause.passed_on.size(), 14u);
    EXPECT_EQ(cause.passed_on_count, 18u);
    EXPECT_EQ(told.find("passed it on: layer2.0.bn1"), std::string::npos);
    EXPECT_THAT(cause.code, HasSubstr("in_fp32(model.get_submodule(\"layer2.0.conv1\"))"));
    EXPECT_THAT(cause.code, HasSubstr("in_fp32(model.get_submodule(\"layer2.0.bn1\"))"));
}

TEST(ForeignCause, TheModuleThatOverflowedIsToldFromThoseBehindIt) {
    const ForeignCause cause = cause_of("resnet-forward-overflow");
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::named);
    EXPECT_EQ(cause.where, ForeignCause::Where::forward);
    EXPECT_EQ(cause.producer, "layer2.0.conv1");
    EXPECT_EQ(cause.step, 24u);
    EXPECT_EQ(cause.passed_on.size(), 15u) << "the recording names sixteen";
    EXPECT_EQ(cause.passed_on.front(), "layer2.0.bn1");
    EXPECT_EQ(cause.passed_on_count, 19u);
    const std::string told = said(cause.sentences);
    EXPECT_THAT(told, HasSubstr("its loss was inf or NaN first in step 21, and 20 of 40 steps were skipped."));
    EXPECT_THAT(told, HasSubstr("In step 24, layer2.0.conv1 (Conv2d, FP16) made the first inf or NaN of the forward "
                                "pass: its output held some, and its inputs were finite."));
    EXPECT_THAT(told, HasSubstr("only passed it on: layer2.0.bn1, layer2.0.relu, "));
    EXPECT_THAT(told, HasSubstr(" and 11 more."));
    EXPECT_THAT(told, HasSubstr("Step 21 was skipped at loss scale 2\u2078: all 29 gradients held inf or NaN."));
    EXPECT_THAT(told, HasSubstr("The same was seen in 20 steps, last in step 40."));
    const std::string missing = said(cause.missing);
    EXPECT_THAT(missing, HasSubstr("What happened in step 21")) << "searched from step 24 on";
    EXPECT_THAT(missing, HasSubstr("Which operation inside layer2.0.conv1"));
    EXPECT_THAT(missing, HasSubstr("neither weights nor batches"));
    EXPECT_THAT(cause.code, HasSubstr("get_submodule(\"layer2.0.conv1\")"));
}

TEST(ForeignCause, AModuleOfATransformerWithAllThatPassedItOn) {
    const ForeignCause cause = cause_of("hopeless-scale");
    EXPECT_EQ(cause.producer, "blocks.1.down");
    EXPECT_THAT(cause.passed_on, ElementsAre("blocks.1", "norm", "head"));
    EXPECT_THAT(said(cause.sentences), HasSubstr("Of the 16 forward passes in which the probe found some, it was this "
                                                 "module in 16."));
}

TEST(ForeignCause, AGradientThatOverflowsByItselfHasNoPropagators) {
    const ForeignCause cause = cause_of("mlp-skips");
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::search) << "the training went on";
    EXPECT_EQ(cause.where, ForeignCause::Where::backward);
    EXPECT_EQ(cause.step, 1u);
    EXPECT_EQ(cause.producer, "layers.2.weight");
    EXPECT_TRUE(cause.passed_on.empty());
    const std::string told = said(cause.sentences);
    EXPECT_THAT(told, HasSubstr("6 of 80 steps were skipped, and the training went on after each"));
    EXPECT_THAT(told, HasSubstr("the gradient of layers.2.weight held inf or NaN (3 inf). Its own sum over the batch"));
    EXPECT_THAT(told, HasSubstr("So did that of layers.2.bias, each by itself."));
    EXPECT_EQ(told.find("The same was seen"), std::string::npos) << "of layers.2.weight it was not";
    EXPECT_THAT(told, HasSubstr("In 5 more steps it looked alike, with another gradient first, last in step 61."));
}

TEST(ForeignCause, AllGradientsSpoiledBehindAFiniteLossCannotBePinnedDown) {
    const ForeignCause cause = cause_of("calibration");
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::search);
    EXPECT_EQ(cause.producer, "");
    EXPECT_THAT(said(cause.sentences), HasSubstr("Step 1 was skipped at loss scale 2\u00b2\u2074: all 6 gradients held "
                                                 "inf or NaN, although the loss was finite."));
    EXPECT_THAT(said(cause.sentences), HasSubstr("Step 5 was skipped"));
    EXPECT_THAT(said(cause.missing), HasSubstr("behind the last layer with weights nothing is recorded"));
}

TEST(ForeignCause, AnEpsilonThatIsZeroRuinsTheWeights) {
    const ForeignCause cause = cause_of("adam-epsilon");
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::named);
    EXPECT_EQ(cause.where, ForeignCause::Where::update);
    EXPECT_EQ(cause.producer, "optimizer");
    const std::string told = said(cause.sentences);
    EXPECT_THAT(told, HasSubstr("A logged loss was inf or NaN first in step 2 of 20."));
    EXPECT_THAT(told, HasSubstr("As step 5 began, 6 of the weights that were looked at held inf or NaN"));
    EXPECT_THAT(told, HasSubstr("As step 1 began all were finite."));
    EXPECT_THAT(told, HasSubstr("epsilon is zero in FP16"));
}

TEST(ForeignCause, ALossThatIsAllThereIsNamesNobody) {
    const ForeignCause cause = cause_of("hidden-nan");
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::unknown);
    EXPECT_EQ(cause.producer, "");
    EXPECT_THAT(said(cause.sentences), HasSubstr("A logged loss was inf or NaN first in step 9"));
    EXPECT_THAT(said(cause.missing), HasSubstr("Which module made it: the probe searches the next forward pass alone"));
}

/// A scaler that meets one bad batch skips it, and the training is healthy: no failure, and no cure that would be
/// worse.
TEST(ForeignCause, ABadBatchThatWasSkippedIsNoFailure) {
    const auto step = [](int number, const std::string& loss) {
        return R"({"kind":"step","step":)" + std::to_string(number) + R"(,"time":0.5,"loss":)" + loss + "}\n";
    };
    const std::string bad = step(2, R"("nan","skipped":true)"), good = step(3, "0.5");
    const ForeignCause cause = cause_in(test::header + step(1, "0.7") + bad + good + ended);
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::search);
    EXPECT_THAT(said(cause.sentences),
                HasSubstr("The loss was inf or NaN in 1 of 3 steps, first in step 2. Each of them "
                          "was skipped, and the training went on with finite losses"));
    EXPECT_EQ(cause.code, "");
    const ForeignCause still = cause_in(test::header + step(1, "0.7") + bad + ended);
    EXPECT_EQ(still.verdict, ForeignCause::Verdict::unknown) << "it did not go on";
    const ForeignCause updated = cause_in(test::header + step(2, R"("nan")") + step(3, "0.5") + ended);
    EXPECT_EQ(updated.verdict, ForeignCause::Verdict::unknown) << "it changed the weights";
}

/// Who trains in BF16 is not told to.
TEST(ForeignCause, TheCureIsNotWhatTheTrainingDoesAlready) {
    const std::string cast =
        R"({"kind":"header","autocast":{"enabled":true,"dtype":"bfloat16","device":"cpu"},"tensors":[]})"
        "\n";
    const std::string found = R"({"kind":"event","event":"forward","step":2,"text":"found","modules":["a.b"],)"
                              R"("types":["Linear"],"inf":[1],"nan":[0],"dtypes":["bfloat16"],"held":1,"module":"a.b"})"
                              "\n";
    const std::string steps = test::step(1) + test::step(2) + found + ended;
    EXPECT_THAT(cause_in(test::header + steps).code, HasSubstr("torch.bfloat16"));
    const std::string code = cause_in(test::header + cast + steps).code;
    EXPECT_THAT(code, HasSubstr("get_submodule(\"a.b\")"));
    EXPECT_THAT(code, testing::Not(HasSubstr("torch.bfloat16")));
}

TEST(ForeignCause, AFiniteTrainingHasNone) {
    for (const char* name : {"flushed", "gpt-lost-updates", "three-tiers"}) {
        const ForeignCause cause = cause_of(name);
        EXPECT_EQ(cause.verdict, ForeignCause::Verdict::nothing) << name;
        EXPECT_THAT(said(cause.sentences), HasSubstr("no inf or NaN")) << name;
    }
}

TEST(ForeignCause, OneThatCameThroughTheBackwardPassHasItsPropagators) {
    const std::string skip = R"({"kind":"event","event":"skip","step":1,"text":"skipped","t":[1,0],"inf":[2,0],)"
                             R"("nan":[0,8],"held":2,"of":9,"first":1,"pattern":"from"})"
                             "\n";
    const ForeignCause cause = cause_in(test::header + test::step(1, R"(,"skipped":true)") + skip +
                                        test::step(2, R"(,"skipped":true)") + ended);
    EXPECT_EQ(cause.verdict, ForeignCause::Verdict::named);
    EXPECT_EQ(cause.producer, "a.b.bias");
    EXPECT_THAT(cause.passed_on, ElementsAre("a.b.weight"));
    EXPECT_THAT(said(cause.missing), HasSubstr("activations=True"));
    EXPECT_THAT(said(cause.sentences), HasSubstr("2 of 2 steps were skipped, the last 2 one after the other."));
}

TEST(ForeignCause, RecordedOutputsAreAskedWhereNoForwardPassWasSearched) {
    const std::string more =
        R"({"kind":"header","tensors":[{"index":2,"name":"a.b","module":"a.b","part":"output","shape":[4],)"
        R"("dtype":"float16","forward":1},{"index":3,"name":"a.c","module":"a.c","part":"output","shape":[4],)"
        R"("dtype":"float16","forward":2}]})"
        "\n";
    const auto frame = [](int step, const char* inf) {
        return R"({"kind":"hist","step":)" + std::to_string(step) +
               R"(,"role":"activation","t":[3,2],"first":[0,0],"counts":[[2],[2]],"max":[1,1],"norm":[1,1],"n":[4,4],)" +
               R"("inf":)" + inf + "}\n";
    };
    const ForeignCause cause =
        cause_in(test::header + more + test::step(1) + frame(1, "[0,0]") + test::step(2) + frame(2, "[2,1]") + ended);
    EXPECT_EQ(cause.where, ForeignCause::Where::forward);
    EXPECT_EQ(cause.producer, "a.b") << "first in the forward pass, though listed last";
    EXPECT_EQ(cause.step, 2u);
    EXPECT_THAT(cause.passed_on, ElementsAre("a.c"));
}

TEST(ForeignCause, StoriesReadBehindTheirStepsKeepTheScale) {  // as the window reads a run of the library
    Evidence evidence;
    std::vector<run::Record> events;
    for (const run::Record& record : test::records_of(test::recording_bytes("resnet-forward-overflow")))
        if (record.has_event())
            events.push_back(record);
        else
            observe(evidence, record);
    for (const run::Record& record : events) observe(evidence, record);
    EXPECT_THAT(said(foreign_cause(*evidence.foreign).sentences),
                HasSubstr("Step 21 was skipped at loss scale 2\u2078"));
}

}  // namespace
}  // namespace mantissa
