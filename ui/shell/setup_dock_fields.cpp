// SPDX-License-Identifier: GPL-3.0-or-later
// See setup_dock.h: its rows. What a control is bound to and when it applies is FieldGrid's business; the words are
// here.
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QVBoxLayout>
#include <limits>

#include "engine/run/models.h"
#include "engine/run/optimizers.h"
#include "engine/run/settings.h"
#include "engine/run/tasks.h"
#include "ui/shell/field_grid.h"
#include "ui/shell/icons.h"
#include "ui/shell/setup_dock.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

using run::RunConfig;

QVBoxLayout* SetupDock::addSection(QVBoxLayout& column, const QString& title) {
    constexpr int section_gap = 18;
    auto* section = new QVBoxLayout;
    section->setSpacing(row_gap);
    if (!title.isEmpty()) section->addWidget(new TextLabel(title, TextRole::Section));
    column.addLayout(section);
    column.addSpacing(section_gap - row_gap);
    return section;
}

QWidget* SetupDock::titleOf(const QVBoxLayout& section) {
    return section.itemAt(0)->widget();
}

namespace {

/// All of them, as a list shows them, which has room for a short name.
QList<std::pair<QString, int>> optimizers() {
    QList<std::pair<QString, int>> all;
    for (const OptimizerDescription& one : optimizer_descriptions()) {
        const QString name = one.optimizer == run::PHASE_CHANGE ? SetupDock::tr("Phase change") : inWords(one.name);
        all.emplace_back(name.left(1).toUpper() + name.mid(1), one.optimizer);
    }
    return all;
}

}  // namespace

void SetupDock::addTraining(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Training"));
    auto* grid = new FieldGrid(model_);
    grid->addChoice(RunConfig::kOptimizerFieldNumber, tr("Optimizer"), tr("How gradients become updates."),
                    optimizers());
    grid->addRate(RunConfig::kLrFieldNumber, tr("Learning rate"), tr("Size of an update."), 1e-8, 100);
    grid->addRate(RunConfig::kMomentumFieldNumber, tr("Momentum"), tr("SGD: share of the last update that is kept."), 0,
                  0.9999);
    grid->addRate(RunConfig::kWeightDecayFieldNumber, tr("Weight decay"),
                  tr("AdamW: weights lose this share times the learning rate in each step; PyTorch's default is 0.01. "
                     "SGD and Adam: this share of a weight is added to its gradient. Biases, normalisations, positions "
                     "and class tokens do not decay."),
                  0, 1000);
    grid->addChoice(
        RunConfig::kScheduleFieldNumber, tr("Schedule"),
        tr("What the learning rate is multiplied with, after warm-up: 1, or a cosine that falls to 0 at the "
           "end of the run. A learning rate that changes meanwhile is multiplied, too."),
        {{tr("constant"), run::SCHEDULE_CONSTANT}, {tr("cosine"), run::SCHEDULE_COSINE}});
    grid->addCount(RunConfig::kWarmupStepsFieldNumber, tr("Warm-up"),
                   tr("Steps in which the learning rate rises from 0. 0: none."), 0, 1000000)
        ->setSpecialValueText(tr("off"));
    grid->addRate(RunConfig::kLabelSmoothingFieldNumber, tr("Label smoothing"),
                  tr("Share of the target that all classes have alike. Evaluations are without."), 0, 1);
    grid->addCount(RunConfig::kBatchFieldNumber, tr("Batch"), tr("Samples per step."), 1, 60000);
    grid->addRate(RunConfig::kClipNormFieldNumber, tr("Clip norm"),
                  tr("Gradients longer than this (L2 norm of all together) are shortened to it. 0: no clipping."), 0,
                  1e6)
        ->setSpecialValueText(tr("off"));
    grid->addEpochs(tr("Epochs"), tr("How often every training sample is seen. A preset may end after so many steps "
                                     "instead: then it says how many, and a number of epochs takes their place."));
    grid->addCount(RunConfig::kSeedFieldNumber, tr("Seed"),
                   tr("Decides the initial weights and the order of samples: the same seed repeats a run bit for bit."),
                   0, std::numeric_limits<int>::max());
    grid->addSwitch(RunConfig::kGatherUpdatesFieldNumber, tr("Gather updates"),
                    tr("Phase-change devices: updates are summed in FP32 until they are worth a pulse. Off: an update "
                       "smaller than a pulse is lost."));
    grid->addSwitch(RunConfig::kConverters8BitFieldNumber, tr("8-bit converters"),
                    tr("Phase-change devices: what enters and leaves them has 8 bits."));
    for (const int field :
         {RunConfig::kMomentumFieldNumber, RunConfig::kWeightDecayFieldNumber, RunConfig::kGatherUpdatesFieldNumber,
          RunConfig::kConverters8BitFieldNumber, RunConfig::kLabelSmoothingFieldNumber})
        grid->enableWhen(field, [name = RunConfig::descriptor()->FindFieldByNumber(field)->name()](const RunConfig& c) {
            return !idle_because(name, c);
        });
    data_ = new QPushButton;
    data_->setObjectName("data");
    connect(data_, &QPushButton::clicked, this, &SetupDock::dataRequested);
    grid->addCustom(RunConfig::kDataFieldNumber, tr("Data"), data_, [](const RunConfig&) {});
    device_ = new QComboBox;
    device_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    device_->setMinimumContentsLength(6);
    connect(device_, &QComboBox::activated, this, [this](int index) {
        const std::string id = device_->itemData(index).toString().toStdString();
        model_.edit(RunConfig::kDeviceFieldNumber, EditKind::Choice, [id](RunConfig& c) { c.set_device(id); });
    });
    grid->addCustom(RunConfig::kDeviceFieldNumber, tr("Device"), device_, [this](const RunConfig& c) {
        device_->setCurrentIndex(device_->findData(QString::fromStdString(c.device())));
    });
    machine_ = new QPushButton;
    machine_->setObjectName("machine");
    machine_->setFocusPolicy(Qt::TabFocus);
    grid->addOther(tr("Machine"), machine_);
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

void SetupDock::addNetwork(QVBoxLayout& column) {
    auto* section = addSection(column, tr("Network"));
    auto* grid = new FieldGrid(model_);
    grid->addChoice(
        RunConfig::kModelFieldNumber, tr("Kind"),
        tr("Fully connected layers; two convolutions and one layer; attention over patches of the image; "
           "residual blocks with BatchNorm; a U-Net or an autoencoder, for tasks that give an image; a GPT or a BERT, "
           "for tasks of texts; embeddings and numbers through ReLU, BatchNorm and dropout, to regress values; or "
           "yours (File › Open network…)."),
        {{"MLP", run::MLP},
         {"CNN", run::CNN},
         {"Transformer", run::TRANSFORMER},
         {"ResNet", run::RESNET},
         {"U-Net", run::UNET},
         {tr("Autoencoder"), run::AUTOENCODER},
         {"GPT", run::GPT},
         {"BERT", run::BERT},
         {tr("Regression"), run::REGRESSION},
         {tr("From a file"), run::NETWORK_FILE}});
    grid->addChoice(
        RunConfig::kTaskFieldNumber, tr("Task"),
        tr("The class of an image; of each pixel: background, or the image's class where it is above half; "
           "the image, from itself with noise or as it is. Of texts of 16 letters that the program makes: the letters "
           "in order, two that are masked, or how the second half was made of the first. Of a table that the program "
           "makes: the value of each row."),
        {{tr("Classify images"), run::CLASSIFY},
         {tr("Classify pixels"), run::CLASSIFY_PIXELS},
         {tr("Remove noise"), run::DENOISE},
         {tr("Reconstruct images"), run::RECONSTRUCT},
         {tr("Sort letters"), run::SORT_TOKENS},
         {tr("Fill in letters"), run::FILL_TOKENS},
         {tr("Classify texts"), run::CLASSIFY_TEXT},
         {tr("Regress values"), run::REGRESS}});
    grid->addCount(RunConfig::kDepthFieldNumber, tr("Depth"), tr("Hidden layers."), 1, 64);
    grid->addCount(RunConfig::kWidthFieldNumber, tr("Width"), tr("Neurons in each hidden layer."), 1, 8192);
    grid->addChoice(RunConfig::kActivationFieldNumber, tr("Activation"),
                    tr("Sigmoid and tanh shrink gradients layer by layer."),
                    {{"ReLU", run::RELU}, {tr("Sigmoid"), run::SIGMOID}, {tr("Tanh"), run::TANH}});
    grid->addCount(RunConfig::kC1FieldNumber, tr("Channels 1"), tr("Channels of the first convolution."), 1, 4096);
    grid->addCount(RunConfig::kC2FieldNumber, tr("Channels 2"), tr("Channels of the second convolution."), 1, 4096);
    grid->addRate(RunConfig::kInitScaleFieldNumber, tr("Initial ×"),
                  tr("Initial weights and biases are multiplied by this."), 1e-6, 1e6);
    grid->addCount(RunConfig::kBlocksFieldNumber, tr("Blocks"), tr("Each has attention and a feed-forward part."), 1,
                   64);
    grid->addCount(RunConfig::kHeadsFieldNumber, tr("Heads"), tr("Attention heads; they divide the token width."), 1,
                   64);
    grid->addCount(RunConfig::kTokenWidthFieldNumber, tr("Token width"), tr("Features of a token."), 1, 4096);
    grid->addSwitch(RunConfig::kCausalFieldNumber, tr("Causal"),
                    tr("A token sees earlier ones only, and the last one answers: a small GPT."));
    grid->addSwitch(RunConfig::kAttentionScalingFieldNumber, tr("Scaled attention"),
                    tr("Scores are divided by the root of a head's width."));
    grid->addSwitch(RunConfig::kQueriesScaledFirstFieldNumber, tr("Scaled before"),
                    tr("Queries are divided by that root before their product with the keys, in place of the scores "
                       "after it: the scores stay in the range of FP16."));
    grid->addSwitch(RunConfig::kQueryKeyNormFieldNumber, tr("Normalised q, k"),
                    tr("LayerNorm of each head's queries and of its keys before their product."));
    grid->addCount(RunConfig::kChannelsFieldNumber, tr("Channels"),
                   tr("Channels of the first block; the next have twice and four times as many."), 1, 1024);
    grid->addCount(RunConfig::kUnetChannelsFieldNumber, tr("Channels"),
                   tr("Channels of the first level; the next have twice and four times as many."), 1, 1024);
    grid->addSwitch(RunConfig::kUnetNormFieldNumber, tr("BatchNorm"), tr("After each convolution."));
    grid->addRate(RunConfig::kDropoutFieldNumber, tr("Dropout"), tr("Probability that a number becomes 0."), 0, 0.99);
    grid->addRate(RunConfig::kTargetOffsetFieldNumber, tr("Target offset"),
                  tr("Added to every target; the last layer's bias begins with it."), -1e6, 1e6);
    grid->showWhen(RunConfig::kTargetOffsetFieldNumber, [](const RunConfig& c) { return gives_values(c.task()); });
    for (const ModelDescription& model : model_descriptions())
        for (const std::string_view field : model.fields) {
            if (field == "network") continue;  // opened, not typed
            const int number = RunConfig::descriptor()->FindFieldByName(std::string(field))->number();
            grid->showWhen(number, [field](const RunConfig& c) { return has_network_field(c, field); });
        }
    section->addWidget(grid);
    sections_.emplace_back(titleOf(*section), grid);
}

void SetupDock::addRanks(FieldGrid& grid) {
    grid.addCount(
        RunConfig::kRanksFieldNumber, tr("Ranks"),
        tr("The batch is divided over so many ranks, as over so many cards, and their gradients are averaged. "
           "The batch must be a multiple."),
        1, 4096);
    grid.addChoice(RunConfig::kRankFormatFieldNumber, tr("Sum over ranks"),
                   tr("The format in which gradients are summed. An FP16 sum of many ranks overflows."),
                   {{"FP32", run::FP32}, {"FP16", run::FP16}, {"BF16", run::BF16}});
    grid.addChoice(
        RunConfig::kRankDivideFieldNumber, tr("Divided"),
        tr("Before: each rank's gradients are divided by the number of ranks, and small ones can become zero. "
           "After: the sum is divided, and can overflow. Half and half: both by its root."),
        {{tr("before"), run::DIVIDE_BEFORE},
         {tr("after"), run::DIVIDE_AFTER},
         {tr("half and half"), run::DIVIDE_HALF}});
    grid.addChoice(
        RunConfig::kRankOrderFieldNumber, tr("Order of the sum"),
        tr("Ring: one rank after the other. Tree: each rank adds the sums of two others. Doubling: sums of "
           "two, of four, of eight ranks."),
        {{tr("ring"), run::ORDER_RING}, {tr("tree"), run::ORDER_TREE}, {tr("doubling"), run::ORDER_DOUBLING}});
    grid.addSwitch(RunConfig::kRankAccumulationFp32FieldNumber, tr("Partial sums in FP32"),
                   tr("Only each rank's gradients and the result are rounded to the format of the sum."));
    grid.addSwitch(RunConfig::kRankStochasticFieldNumber, tr("Stochastic sum"),
                   tr("The roundings of the sum over ranks are up or down at random, right on average."));
    grid.addCount(RunConfig::kRankBucketKibFieldNumber, tr("Bucket (KiB)"),
                  tr("Ring: so many gradients are summed together, in as many chunks as ranks. PyTorch: 25600."), 1,
                  1048576);
    for (const int field : {RunConfig::kRankFormatFieldNumber, RunConfig::kRankDivideFieldNumber,
                            RunConfig::kRankOrderFieldNumber, RunConfig::kRankAccumulationFp32FieldNumber,
                            RunConfig::kRankStochasticFieldNumber, RunConfig::kRankBucketKibFieldNumber})
        grid.enableWhen(field, [name = RunConfig::descriptor()->FindFieldByNumber(field)->name()](const RunConfig& c) {
            return !idle_because(name, c);
        });
}

void SetupDock::addAdvanced(QVBoxLayout& column) {
    advanced_ = new QToolButton;
    advanced_->setObjectName("advancedToggle");
    advanced_->setText(tr("Advanced switches"));
    advanced_->setAccessibleName(tr("Advanced switches"));
    advanced_->setToolTip(tr("Each rule of mixed precision as a switch of its own."));
    advanced_->setCheckable(true);
    advanced_->setAutoRaise(true);
    advanced_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    advanced_->setIcon(glyphIcon(IconShape::ChevronRight));
    column.addWidget(advanced_, 0, Qt::AlignLeft);
    auto* grid = new FieldGrid(model_);
    grid->setObjectName("advanced");
    grid->addSwitch(RunConfig::kMasterWeightsFieldNumber, tr("Master weights in FP32"),
                    tr("Keep an FP32 copy of the weights, so that small updates are not lost."));
    grid->addSwitch(RunConfig::kWeightGradientsFp32FieldNumber, tr("Weight gradients in FP32"),
                    tr("Do not round weight gradients to the 16-bit format."));
    grid->addSwitch(RunConfig::kFp16AccumulationFieldNumber, tr("16-bit accumulation"),
                    tr("Round partial sums of products to the operand format after every 16 terms."));
    grid->addSwitch(RunConfig::kStochasticRoundingFieldNumber, tr("Stochastic rounding"),
                    tr("Round the working copy of the weights up or down at random, right on average."));
    grid->addSwitch(RunConfig::kOptimizerStateFp32FieldNumber, tr("Optimizer state in FP32"),
                    tr("Keep the moments in FP32 even without master weights."));
    grid->addSwitch(RunConfig::kOptimizer16BitFieldNumber, tr("16-bit optimizer"),
                    tr("Round every intermediate of an update to the operand format, as PyTorch's optimizers on 16-bit "
                       "weights: Adam's epsilon of 1e-8 becomes 0 in FP16."));
    grid->addSwitch(RunConfig::kNorm16BitFieldNumber, tr("16-bit normalisation"),
                    tr("Means, squares and their sums in the operand format: FP16 squares overflow from 256 on."));
    grid->addSwitch(RunConfig::kNormEpsilon16BitFieldNumber, tr("16-bit epsilon"),
                    tr("A normalisation's epsilon as the operand format holds it."));
    grid->addSwitch(RunConfig::kNormRunning16BitFieldNumber, tr("16-bit running statistics"),
                    tr("Hold the means and variances that BatchNorm evaluates with in the operand format, as "
                       "model.half() does: a variance beyond 65504 is infinite in FP16."));
    grid->addSwitch(RunConfig::kSoftmax16BitFieldNumber, tr("16-bit softmax"),
                    tr("Attention's probabilities in the operand format."));
    grid->addSwitch(RunConfig::kInsideFp32FieldNumber, tr("FP32 inside"),
                    tr("16-bit normalisation and softmax compute in FP32 and round their results only, as the "
                       "frameworks' kernels do."));
    grid->addSwitch(RunConfig::kResidual16BitFieldNumber, tr("16-bit residual sums"),
                    tr("Sums of residual connections in the operand format instead of the wider one."));
    grid->addSwitch(RunConfig::kPointwiseFp32FieldNumber, tr("Activation functions in FP32"),
                    tr("Activation functions give FP32 instead of their argument's format."));
    grid->addSwitch(RunConfig::kStepwiseDerivativesFieldNumber, tr("Sigmoid′ rounded stepwise"),
                    tr("Round 1 − y and its product with the gradient to the gradients' format, as PyTorch's FP16 "
                       "kernel on a processor does. Off: computed in FP32 and rounded once. Other activation functions "
                       "are rounded once in both."));
    grid->addChoice(
        RunConfig::kReductionFieldNumber, tr("Reductions"),
        tr("Softmax and sums in FP32 or in 16 bits. Without subtracting the maximum, FP16 overflows as soon as "
           "a logit passes 11.09."),
        {{"FP32", run::REDUCE_FP32},
         {tr("16-bit"), run::REDUCE_16BIT},
         {tr("16-bit, no max"), run::REDUCE_16BIT_NO_MAX},
         {tr("16-bit results"), run::REDUCE_16BIT_RESULTS}});
    addRanks(*grid);
    grid->addChoice(
        RunConfig::kEvalPrecisionFieldNumber, tr("Evaluate in"), tr("The format in which the test set is evaluated."),
        {{tr("as training"), 0}, {"FP32", run::FP32}, {"TF32", run::TF32}, {"FP16", run::FP16}, {"BF16", run::BF16}});
    addScalerSwitches(*grid);
    grid->addSwitch(RunConfig::kSkipsAdvanceFieldNumber, tr("Skips advance the schedule"),
                    tr("As in PyTorch scripts that call scheduler.step() after each step. Off: only updates do "
                       "(Megatron-LM, DeepSpeed)."));
    grid->enableWhen(RunConfig::kSkipsAdvanceFieldNumber,
                     [](const RunConfig& c) { return !idle_because("skips_advance", c); });
    QSpinBox* histograms = grid->addCount(
        RunConfig::kHistogramIntervalFieldNumber, tr("Histogram interval"),
        tr("Steps between histograms of all tensors. 0: none, and nothing that is made of them. Counting "
           "costs a few percent of the speed of small networks, and less of large ones."),
        0, 1000000);
    QSpinBox* shadows =
        grid->addCount(RunConfig::kShadowIntervalFieldNumber, tr("Shadow interval"),
                       tr("16-bit runs: steps between FP32 passes over the same batch and weights, which show what the "
                          "format did. These steps have histograms, too. 0: none. A shadow takes the time of two to "
                          "four steps and memory of its own."),
                       0, 1000000);
    for (QSpinBox* interval : {histograms, shadows}) interval->setSpecialValueText(tr("none"));
    grid->addSwitch(
        RunConfig::kStopOnDivergenceFieldNumber, tr("Stop where it diverges"),
        tr("End the run where its loss is infinite or NaN in three steps, or twenty are skipped, one after the "
           "other. A state from before that is kept: the run can be rewound to it."));
    column.addWidget(grid);
    advancedGrid_ = grid;
    grid->hide();
    connect(advanced_, &QToolButton::toggled, this, [this, grid](bool open) {
        advanced_->setIcon(glyphIcon(open ? IconShape::ChevronDown : IconShape::ChevronRight));
        grid->setVisible(open);
    });
}

}  // namespace mantissa::ui
