// SPDX-License-Identifier: GPL-3.0-or-later
// See cause_dialog.h.
#include "ui/shell/cause_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/report/diagnosis_text.h"
#include "engine/run/phrase_record.h"
#include "ui/charts/screen_fit.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

QString pytorchOf(const run::Diagnosis& answer) {
    QStringList lines;
    for (const std::string& line : answer.pytorch()) lines << QString::fromStdString(line);
    return lines.join(QLatin1Char('\n'));
}

}  // namespace

namespace {

QString lossText(double loss) {
    return std::isfinite(loss) ? QString::number(loss, 'f', 3) : QStringLiteral("NaN");
}

/// What a training of the search had wider than the run.
QString widenedInWords(const run::Diagnosis& answer, const run::DiagnosisTrial& trial) {
    constexpr int most = 3;
    QStringList parts;
    for (const std::uint32_t place : trial.widened()) {
        const auto i = static_cast<int>(place);
        if (i >= answer.space_parts_size()) continue;
        parts << inWords(i < answer.space_phrases_size() ? phrase_of(answer.space_phrases(i), answer.space_parts(i))
                                                         : Phrase(answer.space_parts(i)));
    }
    if (parts.size() > most) return CauseDialog::tr("%n cast(s) and switches", nullptr, static_cast<int>(parts.size()));
    return parts.join(QStringLiteral("; "));
}

QString verdictInWords(const run::DiagnosisTrial& trial) {
    if (trial.keeps_up()) return CauseDialog::tr("keeps up with FP32");
    switch (trial.rule()) {
        case run::Diagnosis::RULE_NONFINITE_LOSS:
            return CauseDialog::tr("loss infinite or NaN");
        case run::Diagnosis::RULE_NONFINITE_WEIGHTS:
            return CauseDialog::tr("weights infinite or NaN");
        case run::Diagnosis::RULE_LOSS_ROSE:
            return CauseDialog::tr("loss above its own past");
        case run::Diagnosis::RULE_SCALE_COLLAPSED:
            return CauseDialog::tr("one step after the other skipped");
        case run::Diagnosis::RULE_BEHIND_FP32:
            return CauseDialog::tr("behind FP32");
        default:
            return CauseDialog::tr("evaluates worse");
    }
}

}  // namespace

QString causeInWords(const run::Diagnosis& answer) {
    QStringList lines;
    for (int i = 0; i < answer.text_size(); ++i)
        lines << inWords(i < answer.phrases_size() ? phrase_of(answer.phrases(i), answer.text(i))
                                                   : Phrase(answer.text(i)));
    if (answer.others_size() > 0) lines << QString() << CauseDialog::tr("What else was found:");
    for (const run::CastFinding& finding : answer.others())
        lines << inWords(phrase_of(finding.phrase(), finding.text()));
    if (answer.pytorch_size() > 0) lines << QString() << CauseDialog::tr("In PyTorch:") << pytorchOf(answer);
    return lines.join(QLatin1Char('\n'));
}

CauseDialog::CauseDialog(CauseRunner& runner, CauseQuestion question, const QString& name,
                         const std::optional<run::Diagnosis>& known, QWidget* parent)
    : QDialog(parent),
      runner_(runner),
      question_(std::move(question)),
      status_(new TextLabel({}, TextRole::Note)),
      progress_(new QProgressBar),
      text_(new QPlainTextEdit),
      trials_(new QTableWidget),
      limit_(new QSpinBox),
      stop_(new QPushButton(tr("&Stop"))),
      goOn_(new QPushButton(tr("&Go on"))),
      again_(new QPushButton(tr("Search &again"))),
      apply_(new QPushButton(tr("For the &next run"))),
      copy_(new QPushButton(tr("&Copy the PyTorch lines"))),
      export_(new QPushButton(tr("&Export a reproducer…"))) {
    setObjectName("causeDialog");
    setWindowTitle(tr("Find the cause"));
    setAttribute(Qt::WA_DeleteOnClose);
    build(name);
    connect(&runner_, &CauseRunner::progressed, this, &CauseDialog::showProgress);
    connect(&runner_, &CauseRunner::found, this, [this](const run::Diagnosis& answer) {
        showAnswer(answer);
        emit answered(answer);
    });
    connect(&runner_, &CauseRunner::known, this, [this](const run::Diagnosis& soFar) {
        // A search that goes on is told the cause first, and here a cure may be known already.
        if (answer_.parts_size() > 0 && soFar.parts_size() == 0) return;
        text_->setPlainText(tr("Known so far:") + QLatin1Char('\n') + causeInWords(soFar));
    });
    connect(&runner_, &CauseRunner::failed, this, &CauseDialog::tell);
    connect(stop_, &QPushButton::clicked, this, [this] {
        stop_->setEnabled(false);  // until it has left, with what it knows
        runner_.stop();
    });
    connect(apply_, &QPushButton::clicked, this, [this] {
        emit cureWanted(answer_.cure());
        tell(tr("The cure is in the Setup dock, for the next run."));
    });
    connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(pytorchOf(answer_)); });
    connect(goOn_, &QPushButton::clicked, this, [this] { search(false); });
    connect(again_, &QPushButton::clicked, this, [this] { search(true); });
    connect(export_, &QPushButton::clicked, this, &CauseDialog::askForFile);
    connect(&runner_, &CauseRunner::exported, this, [this](const QString& file, const QString& problem) {
        tell(problem.isEmpty() ? tr("The reproducer is in %1.").arg(QDir::toNativeSeparators(file))
                               : tr("The reproducer was not written: %1").arg(problem));
    });
    if (known)
        showAnswer(*known);
    else
        search(false);
}

void CauseDialog::search(bool anew) {
    if (anew) {
        answer_.Clear();
        text_->clear();
        showTrials();
    }
    question_.anew = anew;
    question_.seconds = limit_->value();
    trainings_ = search_ = 0;
    runner_.start(question_);
    if (runner_.running()) tell(tr("Trains the run again, beside FP32 and a control …"));
}

CauseDialog::~CauseDialog() {
    runner_.disconnect(this);
    runner_.stop();
}

void CauseDialog::build(const QString& name) {
    auto* about = new TextLabel(
        tr("Why the run %1 fails in its formats: the operation that made it fail, told from those that only passed it "
           "on, and the fewest casts that must be wider for it to keep up with FP32.")
            .arg(name));
    about->setWordWrap(true);
    status_->setObjectName("causeStatus");
    status_->setWordWrap(true);
    progress_->setObjectName("causeProgress");
    progress_->setTextVisible(false);
    progress_->setAccessibleName(tr("Progress of the search"));
    text_->setObjectName("causeText");
    text_->setReadOnly(true);
    text_->setAccessibleName(tr("The cause and its cure"));
    stop_->setObjectName("causeStop");
    stop_->setToolTip(tr("What is known by then stays, and Go on continues from there"));
    goOn_->setObjectName("causeGoOn");
    goOn_->setToolTip(tr("Continues the search; nothing that was trained is trained again"));
    trials_->setObjectName("causeTrials");
    trials_->setAccessibleName(tr("The trainings of the search"));
    trials_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    trials_->setSelectionBehavior(QAbstractItemView::SelectRows);
    trials_->setColumnCount(6);
    trials_->setHorizontalHeaderLabels(
        {tr("Made wider"), tr("Seed"), tr("Steps"), tr("Loss"), tr("FP32's loss"), tr("Verdict")});
    trials_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    trials_->hide();
    limit_->setObjectName("causeLimit");
    limit_->setRange(0, 86400);
    limit_->setSpecialValueText(tr("no limit"));
    limit_->setSuffix(tr(" s"));
    limit_->setAccessibleName(tr("Time limit of the search"));
    limit_->setToolTip(tr("When it is over, what is known is shown, and Go on continues; applies to the next search"));
    auto* limitLabel = new QLabel(tr("&Time limit"));
    limitLabel->setBuddy(limit_);
    again_->setObjectName("causeAgain");
    apply_->setObjectName("causeApply");
    apply_->setToolTip(tr("Sets the cure in the Setup dock"));
    copy_->setObjectName("causeCopy");
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    export_->setObjectName("causeExport");
    export_->setToolTip(
        runner_.canExport()
            ? tr("The step of the cause as one file: settings, weights before it, its batch, and scripts that show it "
                 "again, here and in PyTorch")
            : tr("The worker is on another machine: mantissa-worker reproducer writes it there."));
    auto* limits = new QHBoxLayout;
    limits->addWidget(limitLabel);
    limits->addWidget(limit_);
    limits->addStretch(1);
    for (QPushButton* button : {stop_, goOn_, again_, export_, copy_, apply_})
        box->addButton(button, QDialogButtonBox::ActionRole);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(about);
    column->addWidget(status_);
    column->addWidget(progress_);
    column->addWidget(text_, 1);
    column->addWidget(trials_, 1);
    column->addLayout(limits);
    column->addWidget(box);
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 100, letter * 60});
}

void CauseDialog::showProgress(const CauseProgress& now) {
    // A cure that does not last is looked for again, and that search counts from nothing.
    if (now.stage == 2 && now.done > 0) {
        if (now.done < search_) trainings_ += search_;
        search_ = now.done;
    }
    progress_->setRange(0, now.of);
    progress_->setValue(std::min(now.done, now.of));
    QString status;
    switch (now.stage) {
        case 0:
            status = tr("Trains it beside FP32 and a control: step %1 of %2").arg(now.done).arg(now.of);
            break;
        case 1:
            status = tr("Replays the steps before the failure, operation by operation");
            break;
        case 2:
            status = tr("Searches the smallest cure: %n training(s) so far", nullptr, trainings_ + search_);
            break;
        default:
            status = tr("Repeats the cure with other seeds: %1 of %2").arg(now.done).arg(now.of);
    }
    if (now.secondsLeft >= 1) status += tr(", about %1 s left").arg(std::ceil(now.secondsLeft));
    tell(status);
}

void CauseDialog::showAnswer(const run::Diagnosis& answer) {
    answer_ = answer;
    text_->setPlainText(causeInWords(answer));
    showTrials();
    tell(inWords(diagnosis_effort(answer)));
}

void CauseDialog::showTrials() {
    trials_->setRowCount(answer_.trials_size());
    trials_->setVisible(answer_.trials_size() > 0);
    for (int row = 0; row < answer_.trials_size(); ++row) {
        const run::DiagnosisTrial& trial = answer_.trials(row);
        const QString cells[] = {widenedInWords(answer_, trial), QString::number(trial.seed()),
                                 QString::number(trial.steps()), lossText(trial.loss()),
                                 lossText(trial.fp32_loss()),    verdictInWords(trial)};
        for (int column = 0; column < trials_->columnCount(); ++column) {
            auto* cell = new QTableWidgetItem(cells[column]);
            if (column > 0 && column < 5) cell->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
            trials_->setItem(row, column, cell);
        }
    }
}

void CauseDialog::askForFile() {
    auto* dialog = new QFileDialog(this, tr("Export a reproducer"), {}, tr("Reproducers (*.zip)"));
    dialog->setObjectName("reproducerDialog");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("zip"));
    dialog->selectFile(QStringLiteral("mantissa-reproducer"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        runner_.exportStep(question_.config, answer_.producer().step() + 1, file,
                           answer_.has_first_step() ? question_.runId : QString());
        if (runner_.exporting()) tell(tr("Trains to step %1 and writes it …").arg(answer_.producer().step() + 1));
    });
    dialog->open();
}

void CauseDialog::tell(const QString& status) {
    const bool running = runner_.running();
    status_->setText(status);
    progress_->setVisible(running);
    stop_->setEnabled(running);
    // Shown but not enabled: a button that came would move the others under the pointer.
    goOn_->setEnabled(!running && answer_.stopped() && answer_.space() > 0);  // else nothing was kept
    again_->setEnabled(!running);
    limit_->setEnabled(!running);
    apply_->setEnabled(!running && answer_.has_cure());
    copy_->setEnabled(!running && answer_.pytorch_size() > 0);
    export_->setEnabled(!running && !runner_.exporting() && runner_.canExport() && answer_.has_producer());
}

}  // namespace mantissa::ui
