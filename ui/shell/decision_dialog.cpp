// SPDX-License-Identifier: GPL-3.0-or-later
// See decision_dialog.h. What is shown is the page of engine/report without its styles, which the text browser does not
// know; what is saved is the page itself.
#include "ui/shell/decision_dialog.h"

#include <QDialogButtonBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileDialog>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QSaveFile>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <cmath>

#include "engine/run/names.h"
#include "ui/charts/screen_fit.h"
#include "ui/client/decision_runner.h"
#include "ui/reports/report_words.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

constexpr double kMostGiB = 1024;

/// The page for QTextBrowser.
QString browsable(QString html) {
    html = html.mid(html.indexOf(QLatin1String("<body")));
    html.replace(QLatin1String("<table>"), QLatin1String("<table cellspacing=\"0\" cellpadding=\"5\" border=\"1\" "
                                                         "style=\"border-collapse: collapse\">"));
    html.replace(QLatin1String("<th scope=\"row\">"), QLatin1String("<th align=\"left\">"));
    html.replace(QLatin1String("<th scope=\"col\" class=\"text\">"), QLatin1String("<th align=\"left\">"));
    return html;
}

}  // namespace

DecisionDialog::DecisionDialog(DecisionRunner& runner, std::function<run::RunConfig()> settings,
                               std::function<QString()> occupied, QWidget* parent)
    : QDialog(parent),
      runner_(runner),
      settings_(std::move(settings)),
      occupied_(std::move(occupied)),
      memory_(new QDoubleSpinBox),
      measure_(new QPushButton),
      train_(new QPushButton(tr("&Train what is missing"))),
      save_(new QPushButton(tr("&Save page…"))),
      busy_(new QProgressBar),
      status_(new TextLabel({}, TextRole::Note)),
      sheet_(new QTextBrowser) {
    setObjectName("decisionDialog");
    setWindowTitle(tr("Decision sheet"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    connect(measure_, &QPushButton::clicked, this, &DecisionDialog::press);
    connect(train_, &QPushButton::clicked, this, &DecisionDialog::trainMissing);
    connect(save_, &QPushButton::clicked, this, &DecisionDialog::askWhereToSave);
    connect(&runner_, &DecisionRunner::made, this, &DecisionDialog::take);
    connect(&runner_, &DecisionRunner::failed, this, [this](const QString& reason) {
        tell(reason.isEmpty() ? tr("Cancelled: nothing was measured.") : reason);
    });
    tell({});
}

DecisionDialog::~DecisionDialog() {
    runner_.disconnect(this);
    runner_.cancel();
}

void DecisionDialog::build() {
    auto* about = new TextLabel(
        tr("Which precision for the network, batch and data in the Setup dock, on this device: each mode native or "
           "emulated, the time of a step with its spread, memory, the largest batch, test results of the runs in "
           "your library, what was not measured, and the same choice in PyTorch."));
    about->setWordWrap(true);
    memory_->setObjectName("decisionMemory");
    memory_->setRange(0, kMostGiB);
    memory_->setDecimals(2);
    memory_->setSuffix(tr(" GiB"));
    memory_->setSpecialValueText(tr("what the device has"));
    memory_->setAccessibleName(tr("Memory budget for the largest batch"));
    auto* name = new QLabel(tr("Memory &budget"));
    name->setBuddy(memory_);
    measure_->setObjectName("decisionMeasure");
    measure_->setDefault(true);
    save_->setObjectName("decisionSave");
    save_->setAccessibleName(tr("Save the sheet as a page"));
    busy_->setRange(0, 0);
    busy_->setTextVisible(false);
    busy_->setAccessibleName(tr("The worker measures"));
    status_->setObjectName("decisionStatus");
    status_->setWordWrap(true);
    sheet_->setObjectName("decisionText");
    sheet_->setAccessibleName(tr("The decision sheet"));
    sheet_->setOpenLinks(false);
    sheet_->setPlaceholderText(
        tr("Nothing measured yet. It takes about ten seconds, in which other programs should be idle."));

    auto* line = new QHBoxLayout;
    line->addWidget(name);
    line->addWidget(memory_);
    line->addWidget(measure_);
    line->addWidget(busy_, 1);
    line->addStretch(1);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    train_->setObjectName("decisionTrain");
    box->addButton(train_, QDialogButtonBox::ActionRole);
    box->addButton(save_, QDialogButtonBox::ActionRole);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(about);
    column->addLayout(line);
    column->addWidget(status_);
    column->addWidget(sheet_, 1);
    column->addWidget(box);
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 130, letter * 96});
}

void DecisionDialog::tell(const QString& status) {
    const bool running = runner_.running();
    measure_->setText(running ? tr("&Cancel") : tr("&Measure"));
    measure_->setAccessibleName(running ? tr("Cancel the measurement") : tr("Measure and make the sheet"));
    measure_->setEnabled(true);
    memory_->setEnabled(!running);
    busy_->setVisible(running);
    save_->setEnabled(!html_.isEmpty() && !running);
    const int runs = static_cast<int>(missing_.lanes.size()) * missing_.seeds;
    train_->setEnabled(runs > 0 && !running);
    QStringList modes;
    for (const run::RunConfig& lane : missing_.lanes) modes << nameInWords(display_name_of(lane));
    train_->setToolTip(runs > 0
                           ? tr("%n runs: %1, each with the seeds %2 to %3, from which the sheet has the test result "
                                "and its spread.",
                                nullptr, runs)
                                 .arg(modes.join(QStringLiteral(", ")))
                                 .arg(missing_.first_seed)
                                 .arg(missing_.first_seed + static_cast<std::uint64_t>(missing_.seeds) - 1)
                           : tr("Measure first. Where the library has the runs, nothing is missing."));
    status_->setText(status);
    status_->setVisible(!status.isEmpty());
}

void DecisionDialog::press() {
    if (runner_.running()) {
        runner_.cancel();
        measure_->setEnabled(false);  // until it has left
        return;
    }
    if (const QString why = occupied_(); !why.isEmpty()) return tell(why);
    runner_.start(settings_(), static_cast<quint64>(std::llround(memory_->value() * 0x1p30)));
    if (runner_.running()) tell(tr("Measuring the native modes in turns …"));
}

void DecisionDialog::take(DecisionSheet sheet) {
    sheet.words = reportWords();
    missing_ = missing_runs(sheet);
    html_ = QString::fromStdString(decision_html(sheet));
    sheet_->setHtml(browsable(html_));
    tell({});
}

void DecisionDialog::trainMissing() {
    if (const QString why = occupied_(); !why.isEmpty()) return tell(why);
    // Watched as the Setup dock says, which is not what decides.
    const run::RunConfig watched = settings_();
    std::vector<run::RunConfig> lanes = missing_.lanes;
    for (run::RunConfig& lane : lanes) {
        lane.set_histogram_interval(watched.histogram_interval());
        lane.set_shadow_interval(watched.shadow_interval());
    }
    emit trainingWanted(lanes, missing_.seeds);
    tell(tr("Training. Measure again when these runs have ended: the sheet then has their accuracies."));
}

QString DecisionDialog::saveTo(const QString& path) const {
    QSaveFile file(path);
    const QByteArray bytes = html_.toUtf8();
    if (file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size() && file.commit()) return {};
    return tr("The sheet could not be saved as %1: %2").arg(QDir::toNativeSeparators(path), file.errorString());
}

void DecisionDialog::askWhereToSave() {
    auto* dialog = new QFileDialog(this, tr("Save the decision sheet"), {}, tr("Page (*.html)"));
    dialog->setObjectName("decisionFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix("html");
    dialog->selectFile(QStringLiteral("mantissa-decision"));
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QString problem = saveTo(path);
        tell(problem.isEmpty() ? tr("Saved: %1").arg(QDir::toNativeSeparators(path)) : problem);
    });
    dialog->open();
}

}  // namespace mantissa::ui
