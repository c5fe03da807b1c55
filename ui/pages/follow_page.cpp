// SPDX-License-Identifier: GPL-3.0-or-later
// The Follow page; see the header.
#include "ui/pages/follow_page.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <algorithm>

#include "ui/charts/number_bits.h"
#include "ui/charts/number_way.h"
#include "ui/charts/wrap_layout.h"
#include "ui/models/session_model.h"
#include "ui/pages/follow_bin.h"
#include "ui/pages/follow_words.h"
#include "ui/pages/tensor_choice.h"

namespace mantissa::ui {

namespace {

/// Replaces a box's entries where they differ, keeping what was chosen.
void setChoices(QComboBox* box, const QStringList& texts, const QList<QVariant>& values) {
    bool same = box->count() == texts.size();
    for (int i = 0; same && i < box->count(); ++i) same = box->itemText(i) == texts[i] && box->itemData(i) == values[i];
    if (same) return;
    const QSignalBlocker blocker(box);
    const QVariant chosen = box->currentData();
    box->clear();
    for (int i = 0; i < texts.size(); ++i) box->addItem(texts[i], values[i]);
    box->setCurrentIndex(std::max(0, static_cast<int>(values.indexOf(chosen))));
}

/// A trace's name in the list: traces of one run differ in step, tensor or element.
QString keyOf(const TraceAt& at) {
    return QStringLiteral("%1 %2 %3").arg(at.step).arg(QString::fromStdString(at.trace.tensor())).arg(at.trace.index());
}

}  // namespace

FollowPage::FollowPage(SessionModel& session, QWidget* parent)
    : RunPage(QStringLiteral("follow_page"), session, 125, parent) {
    build();
    connect(role_, &QComboBox::activated, this, [this] {
        binChosen_ = false;
        refreshNow();
    });
    connect(tensor_, &QComboBox::activated, this, [this] {
        binChosen_ = false;
        refreshNow();
    });
    connect(bin_, &QSpinBox::valueChanged, this, [this] { binChosen_ = true; });
    connect(button_, &QPushButton::clicked, this, &FollowPage::wanted);
    connect(list_, &QComboBox::activated, this, [this] {
        lookAtNewest();
        refreshNow();
    });
    refreshNow();
}

void FollowPage::build() {
    auto* about =
        makeSentence(tr("One number of a gradient and its way through a training step: choose a bin here, or click one "
                        "in the histogram on the page Underflow."));
    headline_ = makeSentence();
    headline_->setAccessibleName(tr("What became of the number"));
    headline_->setTextInteractionFlags(Qt::TextSelectableByMouse);
    role_ = new QComboBox(content());
    role_->setAccessibleName(tr("Kind of gradient"));
    tensor_ = new QComboBox(content());
    tensor_->setAccessibleName(tr("Tensor"));
    for (QComboBox* box : {role_, tensor_}) {
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(10);
    }
    for (const run::Role role : {run::ROLE_WEIGHT_GRADIENT, run::ROLE_ACTIVATION_GRADIENT}) {
        QString text = roleName(role);
        text[0] = text[0].toUpper();
        role_->addItem(text, static_cast<int>(role));
    }
    bin_ = new BinBox(content());
    button_ = new QPushButton(content());
    button_->setObjectName(QStringLiteral("followNumber"));
    button_->setToolTip(tr("Through the next training step; a run that is paused trains one step for it"));
    start_ = new QPushButton(tr("Run to step 1 and pause"), content());
    start_->setObjectName(QStringLiteral("followStart"));
    start_->setToolTip(
        tr("Starts a new run with the settings of the Setup dock and pauses it after its first step: then "
           "choose a number here"));
    connect(start_, &QPushButton::clicked, this, &FollowPage::startWanted);
    list_ = new QComboBox(content());
    list_->setAccessibleName(tr("Numbers followed so far"));
    list_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    list_->setMinimumContentsLength(24);
    bits_ = new NumberBits(tr("Before its cast, in four formats"), content());
    way_ = new NumberWay(tr("Its way through the step"), content());

    auto* chooser = new WrapLayout(6, 4);
    for (QWidget* widget : {static_cast<QWidget*>(role_), static_cast<QWidget*>(tensor_), static_cast<QWidget*>(bin_),
                            static_cast<QWidget*>(button_)}) {
        widget->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        chooser->addWidget(widget);
    }
    column()->addWidget(about);
    column()->addLayout(chooser);
    column()->addWidget(start_, 0, Qt::AlignLeft);
    column()->addWidget(list_);
    column()->addWidget(headline_);
    column()->addWidget(bits_);
    column()->addWidget(way_);
    column()->addStretch(1);
}

run::Role FollowPage::role() const {
    return static_cast<run::Role>(role_->currentData().toInt());
}

void FollowPage::offer(const RunModel* run) {
    const bool live = run && run->takesCommands();
    for (QWidget* widget : {static_cast<QWidget*>(role_), static_cast<QWidget*>(tensor_), static_cast<QWidget*>(bin_),
                            static_cast<QWidget*>(button_)})
        widget->setEnabled(live);
    if (run && !run->foreign()) offerTensors(*run);
    if (!binChosen_) suggestBin();
}

void FollowPage::offerTensors(const RunModel& run) {
    // From input to output as the network has them; before the first histogram, what the run's beginning names.
    QStringList names;
    const auto isBias = [](const std::string& name) { return name.ends_with(".bias"); };
    for (const std::string& layer : run.layers())
        for (const bool biases : {false, true})  // a bias has few values: its layer's weights come first
            for (const auto& [key, at] : run.latestHistograms())
                if (key.second == role() && at.histogram.layer() == layer && isBias(key.first) == biases)
                    names << QString::fromStdString(key.first);
    if (names.isEmpty() && role() == run::ROLE_WEIGHT_GRADIENT)
        for (const run::TensorInfo& tensor : run.tensors()) names << QString::fromStdString(tensor.name());
    if (names.isEmpty())
        for (const std::string& layer : run.layers()) names << QString::fromStdString(layer);
    QList<QVariant> values;
    for (const QString& name : names) values << name;
    setChoices(tensor_, names, values);
}

void FollowPage::suggestBin() {
    const RunModel* run = session().currentRun();
    const HistogramAt* at = run ? run->latestHistogram(tensor_->currentText().toStdString(), role()) : nullptr;
    if (!at || at->histogram.bins_size() == 0) return;
    const auto& bins = at->histogram.bins();
    const auto fullest = std::max_element(bins.begin(), bins.end()) - bins.begin();
    const QSignalBlocker blocker(bin_);
    bin_->setValue(at->histogram.first_bin() + static_cast<int>(fullest));
}

void FollowPage::offerTraces(const RunModel* run) {
    QStringList texts{tr("The newest number followed")};
    QList<QVariant> values{QString()};
    if (run) {
        for (auto at = run->traces().rbegin(); at != run->traces().rend(); ++at) {
            texts << entryText(at->trace, at->step);
            values << keyOf(*at);
        }
    }
    setChoices(list_, texts, values);
    list_->setVisible(texts.size() > 2);
}

const TraceAt* FollowPage::shown(const RunModel& run) const {
    const std::vector<TraceAt>& traces = run.traces();
    const QString chosen = list_->currentData().toString();
    const TraceAt* found = nullptr;
    for (const TraceAt& at : traces) {
        if (lookAt() ? at.step <= *lookAt() : chosen.isEmpty() || keyOf(at) == chosen) found = &at;
    }
    return found;
}

void FollowPage::runChosen() {
    binChosen_ = false;
    waiting_ = false;
    list_->setCurrentIndex(0);
}

void FollowPage::showRun(const RunModel* run) {
    const bool live = run && run->takesCommands();
    const auto& runs = session().runs();
    // Of another program's training it would begin a run that is not the one that is shown.
    start_->setVisible(!(run && run->foreign()) && std::none_of(runs.begin(), runs.end(), [](const RunModel* one) {
        return one->takesCommands();
    }));
    offer(run);
    offerTraces(run);
    const bool any = run && !run->traces().empty();
    if (any && (run->traces().size() != heardOf_ || run->traces().back().step != heardStep_)) waiting_ = false;
    button_->setText(any ? tr("Follow another") : tr("Follow a number"));
    const TraceAt* at = run ? shown(*run) : nullptr;
    QString text;
    if (at) {
        const auto here = [at](const SkipMark& skip) { return skip.step == at->step; };
        text = headline(at->trace, at->step, std::any_of(run->skips().begin(), run->skips().end(), here));
    }
    if (waiting_ && live) text = tr("Requested: the next training step shows one.");
    if (run && run->foreign()) {
        text = tr("This training is not Mantissa's: nothing is sent to it, so none of its numbers can be followed.");
    } else if (run && !live) {
        const QString ended =
            tr("This run has ended. A number can be followed only while its run trains or is paused. “Run to step 1 "
               "and pause” begins a new run with the settings in Setup: then choose a bin here.");
        text = at ? text + u'\n' + ended : ended;
    }
    if (headline_->text() != text) headline_->setText(text);
    headline_->setVisible(!text.isEmpty());
    const QString missing = !run       ? tr("Start a run, then follow one of its numbers")
                            : live     ? tr("No number has been followed yet")
                            : lookAt() ? tr("No number was followed up to this step")
                                       : tr("No number was followed in this run");
    bits_->setEmptyText(missing);
    way_->setEmptyText(missing);
    if (!at) {
        bits_->setTitle(tr("Before its cast, in four formats"));
        bits_->setRows({});
        way_->setTitle(tr("Its way through the step"));
        way_->setWay({});
        return;
    }
    const NumberStory story = storyOf(at->trace);
    bits_->setTitle(tr("%1 before its cast, in four formats").arg(binaryText(at->trace.before_cast())));
    bits_->setRows(bitRowsOf(story, at->trace));
    way_->setTitle(tr("Its way through step %1").arg(at->step));
    way_->setWay(wayOf(story, at->trace));
}

void FollowPage::wanted() {
    const RunModel* run = session().currentRun();
    if (!run || !run->takesCommands() || tensor_->currentText().isEmpty()) return;
    lookAtNewest();
    list_->setCurrentIndex(0);
    binChosen_ = true;
    waiting_ = true;
    heardOf_ = run->traces().size();
    heardStep_ = run->traces().empty() ? 0 : run->traces().back().step;
    refreshNow();
    emit followWanted(tensor_->currentText(), role(), bin_->value());
}

void FollowPage::ask(const QString& tensor, run::Role role, int bin) {
    role_->setCurrentIndex(std::max(0, role_->findData(static_cast<int>(role))));
    const RunModel* const run = session().currentRun();
    if (run && run->foreign()) return;
    if (run) offerTensors(*run);
    if (const int at = tensor_->findText(tensor); at >= 0) tensor_->setCurrentIndex(at);
    bin_->setValue(bin);
    binChosen_ = true;
    wanted();
}

}  // namespace mantissa::ui
