// SPDX-License-Identifier: GPL-3.0-or-later
// See network_words.h.
#include "ui/pages/network_words.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "engine/run/optimizers.h"
#include "engine/run/tasks.h"
#include "ui/charts/format_text.h"
#include "ui/models/histogram_lookup.h"
#include "ui/models/run_model.h"
#include "ui/models/scale_story.h"
#include "ui/models/tensor_stats.h"
#include "ui/pages/cell_words.h"
#include "ui/words/phrase_words.h"
#include "ui/words/tr.h"

namespace mantissa::ui {
namespace {

QString utf8Text(const std::string& utf8) {
    return QString::fromStdString(utf8);
}

std::size_t at(int i) {
    return static_cast<std::size_t>(i);
}

std::optional<FormatLimits> limitsOf(const std::string& format) {
    if (format.empty()) return std::nullopt;
    const FloatFormat known = formatCalled(format);
    return FormatLimits{known.min_subnormal_exponent(), known.min_exponent(), known.max_exponent()};
}

/// The one number that matters of a cast: what it broke, the norm that it lost, or the elements.
QString lossText(const HealthCell& cell) {
    if (cell.state == HealthState::missing) return QStringLiteral("–");
    if (cell.shares.overflow > 0) return tr("%1 overflow").arg(percentText(cell.shares.overflow));
    if (cell.broken()) return tr("%1 inf, NaN").arg(percentText(cell.shares.nonfinite));
    const bool lost = cell.state == HealthState::alarm || cell.state == HealthState::noted;
    if (lost || cell.role == run::ROLE_UPDATE) return healthNote(cell);
    if (cell.flushedOfNonzero > 0) return tr("%1 flushed").arg(percentText(cell.flushedOfNonzero));
    return cell.state == HealthState::unknown ? healthNote(cell) : tr("fits");
}

/// Where a format is read that is not the one in which a tensor is stored.
QString castText(const std::string& from, const std::string& to) {
    return formatCalled(to).contains(formatCalled(from))
               ? tr("It is cast to %1 there, which holds all numbers of %2.").arg(utf8Text(to), utf8Text(from))
               : tr("It is rounded to %1 there.").arg(utf8Text(to));
}

/// Whether a box of this format may tell these numbers: what was lost in another one, which the tensor had until step
/// `since`, says nothing about it.
bool tells(const HealthCell& cell, const std::string& format, std::optional<std::uint32_t> since) {
    return !since || cell.format == format;
}

QString quantisedText(const std::string& to, const std::string& recipe) {
    return tr("The products read it in %1, quantised as %2 has it.").arg(utf8Text(to), nameInWords(recipe));
}

}  // namespace

QString extentText(const run::Histogram& histogram) {
    const std::optional<int> low = lowestBin(histogram), high = highestBin(histogram);
    if (!low || !high) return {};
    return *low == *high ? powerOfTwo(*low) : QStringLiteral("%1 … %2").arg(powerOfTwo(*low), powerOfTwo(*high));
}

/// What one box shows: operations first to last.
struct NetworkState::Group {
    const GraphBlock* block = nullptr;  // null: one operation
    int first = 0;
    int last = 0;
};

NetworkState::NetworkState(const RunModel& run, const NetworkGraph& graph, std::optional<std::uint32_t> step,
                           bool curesKept)
    : run_(run), graph_(graph), step_(step), formats_(formatsAt(graph, run, step)), report_(healthOf(run, step)) {
    report_.curesKept = curesKept;
    for (const run::Role role : kHealthRoles)
        for (HealthCell& cell : tensorHealth(run, role, step)) {
            const std::string tensor = cell.tensor;
            cells_.emplace(std::pair(tensor, role), std::move(cell));
        }
    const NonfiniteMark* mark = nonfinitePlace(run);
    if (mark && (!step || mark->step <= *step)) {
        nonfinite_ = mark;
        nonfiniteAt_ = mark->tensor.empty() ? -1 : graph.operationOf(mark->tensor);
    }
    for (const auto& [key, one] : cells_)
        if (one.state != HealthState::missing) recorded_ = std::max(recorded_.value_or(0), one.step);
    takeStep();
    if (recorded_) since_ = formatsChangedSince(graph, run, *recorded_, step);
    ofRecorded_ = since_ ? formatsOfStep(graph, run, *recorded_) : formats_;
}

/// The loss and its scale are those of the step whose numbers are shown.
void NetworkState::takeStep() {
    const std::optional<std::uint32_t> last = recorded_ ? recorded_ : step_;
    const StepColumns& columns = run_.columns();
    auto row = columns.size();
    while (row > 0 && last && columns.step[row - 1] > *last) --row;
    loss_ = row > 0 ? static_cast<double>(columns.loss[row - 1]) : std::numeric_limits<double>::quiet_NaN();
    scale_ = row > 0 ? static_cast<double>(columns.scale[row - 1]) : std::numeric_limits<double>::quiet_NaN();
    if (row > 0 && std::isnan(scale_)) scale_ = 1.0;  // a recording that has none
}

const HealthCell* NetworkState::cell(const std::string& tensor, run::Role role) const {
    const auto found = cells_.find({tensor, role});
    return found == cells_.end() || found->second.state == HealthState::missing ? nullptr : &found->second;
}

/// In the picture of the pass in which it arose. `operation`: -1 is the loss.
QString NetworkState::mark(int operation, bool backward) const {
    if (!nonfinite_ || operation != nonfiniteAt_) return {};
    if (backward != (nonfinite_->role != run::ROLE_ACTIVATION)) return {};
    return tr("first inf, NaN: step %1").arg(nonfinite_->step);
}

QString NetworkState::sentence(int operation, bool backward) const {
    const GraphOperation& one = graph_.operations[at(operation)];
    const std::string& tensor = graph_.tensors[at(one.output)].name;
    if (const HealthCell* known = cell(tensor, backward ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_ACTIVATION))
        return healthSentence(*known, report_, run_);
    if (run_.latestHistograms().empty()) return tr("There is no histogram of it yet.");
    return tr("Of its result no histogram is recorded.");
}

void NetworkState::describe(DiagramBox& box, const std::string& tensor, run::Role role,
                            const std::string& format) const {
    box.format = utf8Text(format);
    box.limits = limitsOf(format);
    box.flushed = box.overflow = box.normLost = std::numeric_limits<double>::quiet_NaN();
    const FoundHistogram found = findHistogram(run_, tensor, role, step_);
    if (found.histogram) {
        box.extent = extentText(*found.histogram);
        const std::optional<int> low = lowestBin(*found.histogram), high = highestBin(*found.histogram);
        if (low && high) box.range = ExponentRange{*low, *high};
        box.step = found.step;
    }
    const HealthCell* known = cell(tensor, role);
    const bool told = known && tells(*known, format, since_);
    box.note = told ? lossText(*known) : known ? tr("not recorded yet") : QStringLiteral("–");
    if (!told) return;
    box.alarm = known->state == HealthState::alarm || known->broken();
    box.flushed = known->flushedOfNonzero;
    box.overflow = known->shares.overflow;
    if (known->state != HealthState::unknown) box.normLost = known->normLost;
}

DiagramBox NetworkState::box(int operation, bool backward) const {
    const GraphOperation& one = graph_.operations[at(operation)];
    const GraphTensor& result = graph_.tensors[at(one.output)];
    DiagramBox made;
    made.id = made.label = utf8Text(one.name);
    made.layer = utf8Text(one.layer);
    made.kind = kindName(one.kind);
    made.shape = utf8Text(shapeText(result.shape));
    const run::Role role = backward ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_ACTIVATION;
    const std::string& format = (backward ? formats_.gradient : formats_.value)[at(one.output)];
    describe(made, result.name, role, format);
    made.mark = mark(operation, backward);
    made.text = made.shape.isEmpty() ? QStringLiteral("%1, %2.").arg(made.id, made.kind)
                                     : QStringLiteral("%1, %2, %3.").arg(made.id, made.kind, made.shape);
    if (!made.mark.isEmpty()) made.text += u' ' + nonfiniteSentence(*nonfinite_, run_, !report_.curesKept);
    const HealthCell* known = cell(result.name, role);
    made.text +=
        u' ' + (!known || tells(*known, format, since_) ? sentence(operation, backward)
                                                        : tr("Nothing is recorded in %1 yet.").arg(made.format));
    return made;
}

DiagramBox NetworkState::folded(const Group& group, bool backward) const {
    DiagramBox made = box(group.last, backward);
    made.id = made.label = utf8Text(group.block->path);
    made.layer.clear();
    made.folded = true;
    made.kind = tr("%n operations", nullptr, group.last - group.first + 1);
    made.mark.clear();
    const run::Role role = backward ? run::ROLE_ACTIVATION_GRADIENT : run::ROLE_ACTIVATION;
    const HealthCell* worst = nullptr;
    int where = group.last;
    for (int i = group.first; i <= group.last; ++i) {
        const GraphOperation& one = graph_.operations[at(i)];
        if (made.mark.isEmpty()) made.mark = mark(i, backward);
        const HealthCell* known = cell(graph_.tensors[at(one.output)].name, role);
        const std::string& format = (backward ? formats_.gradient : formats_.value)[at(one.output)];
        if (!known || !tells(*known, format, since_) || (worst && known->severity() <= worst->severity())) continue;
        worst = known;
        where = i;
    }
    made.text = tr("A block of %1.").arg(made.kind);
    if (!worst) return made;
    made.note = lossText(*worst);
    made.alarm = worst->state == HealthState::alarm || worst->broken();
    const QString name = utf8Text(graph_.operations[at(where)].name);
    made.text += u' ' + tr("The worst in it is %1: %2").arg(name, healthSentence(*worst, report_, run_));
    return made;
}

DiagramBox NetworkState::samplesBox(bool backward) const {
    DiagramBox made;
    made.id = kSamplesBox;
    made.label = tr("Samples");
    made.shape = utf8Text(shapeText(graph_.tensors.front().shape));
    made.flushed = made.overflow = made.normLost = std::numeric_limits<double>::quiet_NaN();
    if (!backward) made.format = utf8Text(formats_.value.front());
    made.text =
        backward ? tr("The samples have no gradient.") : tr("The samples of a batch, as the first layer reads them.");
    return made;
}

DiagramBox NetworkState::lossBox(bool backward) const {
    DiagramBox made;
    made.id = kLossBox;
    made.label = tr("Loss");
    made.shape = has_squared_error(configAt(run_, step_).task()) ? tr("squared error") : tr("cross entropy");
    made.format = utf8Text(formats_.loss);
    made.flushed = made.overflow = made.normLost = std::numeric_limits<double>::quiet_NaN();
    const bool known = !std::isnan(scale_);
    made.extent = known ? numberText(loss_) : QString();
    made.note = backward && known ? tr("loss scale %1").arg(scaleText(scale_)) : QString();
    made.mark = mark(-1, backward);
    made.text =
        known ? tr("The loss of the batch is %1; times the loss scale of %2 it is what the backward pass begins with.")
                    .arg(numberText(loss_), scaleText(scale_))
              : tr("No step has been taken yet.");
    if (!made.mark.isEmpty()) made.text += u' ' + nonfiniteSentence(*nonfinite_, run_, !report_.curesKept);
    return made;
}

/// One for each operation that is seen and each block that hides its own.
std::vector<NetworkState::Group> NetworkState::groups(const std::set<std::string>& open) const {
    std::vector<Group> made;
    const int count = static_cast<int>(graph_.operations.size());
    for (int i = 0; i < count; ++i) {
        const GraphBlock* hidden = nullptr;
        for (const GraphBlock& block : graph_.blocks) {  // an outer one comes first
            if (block.first > i || block.last < i || open.count(block.path) > 0) continue;
            hidden = &block;
            break;
        }
        made.push_back(hidden ? Group{hidden, i, hidden->last} : Group{nullptr, i, i});
        if (hidden) i = hidden->last;
    }
    return made;
}

DiagramData NetworkState::diagram(const std::set<std::string>& open, bool backward) const {
    DiagramData data;
    data.backward = backward;
    if (graph_.operations.empty()) return data;
    const std::vector<Group> shown = groups(open);
    if (graph_.wired) data.boxes.push_back(samplesBox(backward));
    const int shift = static_cast<int>(data.boxes.size());
    for (const Group& group : shown)
        data.boxes.push_back(group.block ? folded(group, backward) : box(group.first, backward));
    if (graph_.wired) data.boxes.push_back(lossBox(backward));
    for (const GraphBlock& block : graph_.blocks) {
        DiagramBand band;
        band.first = band.last = -1;
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (shown[i].block == &block || shown[i].first < block.first || shown[i].last > block.last) continue;
            if (band.first < 0) band.first = static_cast<int>(i) + shift;
            band.last = static_cast<int>(i) + shift;
        }
        if (band.first < 0) continue;
        band.path = utf8Text(block.path);
        band.title = QStringLiteral("▾ ") + band.path;
        band.depth = block.depth;
        for (int i = band.first; i <= band.last; ++i) {  // its own name stands above them
            QString& label = data.boxes[at(i)].label;
            const QString id = data.boxes[at(i)].id;
            if (id.startsWith(band.path + u'.')) label = id.mid(band.path.size() + 1);
        }
        data.bands.push_back(std::move(band));
    }
    addEdges(shown, shift, data);
    return data;
}

void NetworkState::addEdges(const std::vector<Group>& shown, int shift, DiagramData& data) const {
    std::vector<int> boxOf(graph_.operations.size());
    for (std::size_t i = 0; i < shown.size(); ++i)
        for (int k = shown[i].first; k <= shown[i].last; ++k) boxOf[at(k)] = static_cast<int>(i) + shift;
    if (!graph_.wired) {
        for (int i = 1; i < static_cast<int>(data.boxes.size()); ++i) {
            DiagramEdge edge;
            edge.from = i - 1;
            edge.to = i;
            edge.order = true;
            edge.text = tr("The record has the order of the modules, not which reads what.");
            data.edges.push_back(std::move(edge));
        }
        return;
    }
    const auto readIn = [this](int operation) {
        const GraphOperation& one = graph_.operations[at(operation)];
        return one.multiplies() ? formats_.operand[at(operation)] : formats_.value[at(one.output)];
    };
    for (std::size_t i = 0; i < graph_.tensors.size(); ++i) {
        const GraphTensor& tensor = graph_.tensors[i];
        const int from = tensor.producer < 0 ? 0 : boxOf[at(tensor.producer)];
        const std::string& value = formats_.value[i];
        const std::string& gradient = formats_.gradient[i];
        std::set<int> readers;
        const auto add = [&](int to, const std::string& reads, const QString& reader, const std::string& recipe) {
            if (to == from || !readers.insert(to).second) return;
            DiagramEdge edge;
            edge.from = from;
            edge.to = to;
            edge.tensor = utf8Text(tensor.name);
            edge.format = utf8Text(data.backward ? gradient : value);
            if (!value.empty() && !reads.empty() && reads != value) edge.cast = utf8Text(reads);
            if (tensor.producer >= 0 && graph_.operations[at(tensor.producer)].multiplies()) {
                const std::string& own = formats_.gradientOperand[at(tensor.producer)];
                const std::string& back = own.empty() ? formats_.operand[at(tensor.producer)] : own;
                if (!gradient.empty() && !back.empty() && back != gradient) edge.castBack = utf8Text(back);
            }
            const QString shape = utf8Text(shapeText(tensor.shape));
            if (data.backward) {
                edge.text = gradient.empty()
                                ? tr("The samples have no gradient.")
                                : tr("Gradient of %1: %2 in %3.").arg(edge.tensor, shape, utf8Text(gradient));
                const std::string& by = tensor.producer < 0 ? std::string() : formats_.recipe[at(tensor.producer)];
                if (!edge.castBack.isEmpty())
                    edge.text += u' ' + (by.empty() ? castText(gradient, edge.castBack.toStdString())
                                                    : quantisedText(edge.castBack.toStdString(), by));
            } else {
                edge.text = tr("%1: %2 in %3, read by %4.").arg(edge.tensor, shape, utf8Text(value), reader);
                if (!edge.cast.isEmpty())
                    edge.text += u' ' + (recipe.empty() ? castText(value, reads) : quantisedText(reads, recipe));
            }
            data.edges.push_back(std::move(edge));
        };
        for (const int consumer : tensor.consumers)
            add(boxOf[at(consumer)], readIn(consumer), utf8Text(graph_.operations[at(consumer)].name),
                formats_.recipe[at(consumer)]);
        if (tensor.consumers.empty()) add(static_cast<int>(data.boxes.size()) - 1, formats_.loss, tr("the loss"), {});
    }
}

FigurePlate NetworkState::plate(const QString& name, const std::string& format, const HealthCell* known,
                                const std::string& next) const {
    FigurePlate made;
    made.there = true;
    made.name = name;
    made.format = utf8Text(format);
    made.text = name;
    if (!known) {
        made.note = tr("not recorded at this step");
        made.brief = tr("not recorded");
        made.text += QStringLiteral(": ") + made.note;
        return made;
    }
    const FoundHistogram found = findHistogram(run_, known->tensor, known->role, step_);
    if (found.histogram) made.extent = extentText(*found.histogram);
    made.note = lossText(*known);
    made.brief = healthBrief(*known);
    made.alarm = known->state == HealthState::alarm || known->broken();
    made.text = healthTitle(*known) + u'\n' + healthSentence(*known, report_, run_);
    if (since_ && !next.empty() && next != format) {
        made.brief = tr("then %1").arg(utf8Text(next));
        // Of several changes it is not known here which one changed this tensor.
        const bool once = !formatsChangedSince(graph_, run_, *recorded_, *since_ - 2);
        made.note = once ? tr("from step %1 on: %2").arg(*since_).arg(utf8Text(next)) : made.brief;
        made.alarm = false;
        made.text += u'\n' + made.note;
    }
    return made;
}

LayerFigureData NetworkState::figure(int operation) const {
    const GraphOperation& one = graph_.operations[at(operation)];
    const GraphTensor& result = graph_.tensors[at(one.output)];
    // All is of the step whose numbers are shown; what has changed since is said beside it.
    const NetworkFormats &formats = ofRecorded_, &next = formats_;
    const run::RunConfig config = configAt(run_, recorded_ ? recorded_ : step_);
    LayerFigureData made;
    const bool weights = !one.parameters.empty();
    const std::string& operand = formats.operand[at(operation)];
    const auto computed = [](const QString& name, const QString& extent, const QString& note) {
        FigurePlate plate;
        plate.there = true;
        plate.name = name;
        plate.extent = extent;
        plate.note = note;
        plate.text = note.isEmpty() ? name : name + QStringLiteral(": ") + note;
        return plate;
    };
    const std::string& recipe = formats.recipe[at(operation)];
    const QString summed = utf8Text(formats.sums[at(operation)]);
    const QString sums = operand.empty() ? QString() : tr("sums in %1").arg(summed);
    const auto operands = [&](const std::string& a, const std::string& b) {
        return recipe.empty() ? kindName(one.kind)
               : a == b       ? tr("%1 operands").arg(utf8Text(a))
                              : utf8Text(a) + QStringLiteral(" × ") + utf8Text(b);
    };
    const std::string &ofWeights = formats.weightOperand[at(operation)],
                      &ofGradient = formats.gradientOperand[at(operation)];
    if (graph_.wired) {
        const GraphTensor& in = graph_.tensors[at(one.inputs.front())];
        const bool cast = !operand.empty() && operand != formats.value[at(one.inputs.front())];
        const HealthCell* read = cell(one.name + ".in", run::ROLE_ACTIVATION);
        made[FigurePart::input] = plate(
            one.inputs.size() > 1 ? tr("First input") : tr("Input"),
            operand.empty() ? formats.value[at(one.inputs.front())] : operand,
            read ? read : cell(in.name, run::ROLE_ACTIVATION),
            next.operand[at(operation)].empty() ? next.value[at(one.inputs.front())] : next.operand[at(operation)]);
        if (cast) {
            FigurePlate& input = made[FigurePart::input];
            input.text += u'\n' + (recipe.empty() ? castText(formats.value[at(one.inputs.front())], operand)
                                                  : quantisedText(operand, recipe));
        }
        if (in.producer >= 0) {
            const HealthCell* sent = cell(in.name + " via " + one.name, run::ROLE_ACTIVATION_GRADIENT);
            made[FigurePart::inputGradient] = plate(tr("Input gradient"), formats.gradient[at(one.inputs.front())],
                                                    sent ? sent : cell(in.name, run::ROLE_ACTIVATION_GRADIENT),
                                                    next.gradient[at(one.inputs.front())]);
            made[FigurePart::backwardData] = computed(tr("Backward (dX)"), operands(ofGradient, ofWeights), sums);
        }
    }
    made[FigurePart::forward] = computed(tr("Forward"), operands(operand, ofWeights), sums);
    made[FigurePart::output] = plate(tr("Output"), formats.value[at(one.output)],
                                     cell(result.name, run::ROLE_ACTIVATION), next.value[at(one.output)]);
    made[FigurePart::outputGradient] =
        plate(tr("Output gradient"), formats.gradient[at(one.output)], cell(result.name, run::ROLE_ACTIVATION_GRADIENT),
              next.gradient[at(one.output)]);
    if (!recipe.empty())
        made[FigurePart::outputGradient].text += u'\n' + quantisedText(formats.gradientOperand[at(operation)], recipe);
    if (!weights) return made;
    const std::string& name = one.parameters.front();
    const HealthCell* multiplied = cell(name, run::ROLE_WEIGHT);
    const std::string copied = !recipe.empty()   ? formats.weightOperand[at(operation)]
                               : multiplied      ? multiplied->format
                               : operand.empty() ? formats.weight
                                                 : operand;
    const bool apart = copied != formats.weight;
    made[FigurePart::master] = plate(apart ? tr("Master weights") : tr("Weights"), formats.weight, nullptr);
    made[FigurePart::master].brief.clear();
    made[FigurePart::master].note = apart ? tr("kept exactly") : tr("as stored");
    made[FigurePart::master].text =
        apart ? tr("The weights as the optimizer keeps them, in %1.").arg(utf8Text(formats.weight))
              : tr("The weights are used as they are stored, in %1.").arg(utf8Text(formats.weight));
    made[FigurePart::copy] =
        plate(apart ? tr("Working copy") : tr("Used as stored"), copied, multiplied,
              next.recipe[at(operation)].empty() ? next.operand[at(operation)] : next.weightOperand[at(operation)]);
    if (!recipe.empty()) {
        made[FigurePart::copy] = plate(tr("Quantised copy"), copied, nullptr);
        made[FigurePart::copy].note = utf8Text(recipe);
        made[FigurePart::copy].brief.clear();
        made[FigurePart::copy].text = made[FigurePart::copy].name + u'\n' + quantisedText(copied, recipe);
    }
    if (graph_.wired)
        made[FigurePart::backwardWeights] = computed(tr("Backward (dW)"), operands(ofGradient, operand), sums);
    const HealthCell* gradient = cell(name, run::ROLE_WEIGHT_GRADIENT);
    made[FigurePart::weightGradient] =
        plate(tr("Weight gradient"), gradient ? gradient->format : std::string("FP32"), gradient);
    if (!gradient) {
        made[FigurePart::weightGradient].format = QStringLiteral("–");
        made[FigurePart::weightGradient].recorded = false;
    }
    const QString scale = std::isnan(scale_) ? QStringLiteral("–") : scaleText(scale_);
    made[FigurePart::unscale] = computed(tr("Unscale"), QStringLiteral("÷ %1").arg(scale), tr("in FP32"));
    FigurePlate update = computed(tr("Update"), inWords(optimizer_name(config.optimizer())), {});
    if (const HealthCell* lost = cell(name, run::ROLE_UPDATE)) {
        update.note = lossText(*lost);
        update.brief = healthBrief(*lost);
        update.alarm = lost->state == HealthState::alarm;
        update.text = healthSentence(*lost, report_, run_);
    }
    made[FigurePart::update] = update;
    return made;
}

}  // namespace mantissa::ui
