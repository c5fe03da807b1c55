// SPDX-License-Identifier: GPL-3.0-or-later
// See foreign_cause_dialog.h.
#include "ui/shell/foreign_cause_dialog.h"

#include <QClipboard>
#include <QDialogButtonBox>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

#include "ui/charts/screen_fit.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

QString causeInWords(const ForeignCause& cause) {
    QStringList lines;
    for (const Phrase& sentence : cause.sentences) lines << inWords(sentence);
    if (!cause.code.empty())
        lines << QString() << ForeignCauseDialog::tr("In PyTorch:") << QString::fromStdString(cause.code).trimmed();
    if (!cause.missing.empty()) lines << QString() << inWords(foreign_missing_heading());
    for (const Phrase& sentence : cause.missing) lines << QStringLiteral("• ") + inWords(sentence);
    return lines.join(QLatin1Char('\n'));
}

ForeignCauseDialog::ForeignCauseDialog(const QString& name, QWidget* parent)
    : QDialog(parent), text_(new QPlainTextEdit), copy_(new QPushButton(tr("&Copy the PyTorch lines"))) {
    setObjectName("foreignCauseDialog");
    setWindowTitle(tr("Find the cause"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* about = new TextLabel(
        tr("Who made the first inf or NaN of %1, told from what only passed it on, as far as its recording says: "
           "another program trained this run.")
            .arg(name));
    about->setWordWrap(true);
    text_->setObjectName("foreignCauseText");
    text_->setReadOnly(true);
    text_->setAccessibleName(tr("The cause, and what the recording cannot tell"));
    copy_->setObjectName("foreignCauseCopy");
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    box->addButton(copy_, QDialogButtonBox::ActionRole);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(code_); });
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(about);
    column->addWidget(text_, 1);
    column->addWidget(box);
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 100, letter * 60});
}

void ForeignCauseDialog::show(const ForeignCause& cause) {
    code_ = QString::fromStdString(cause.code).trimmed();
    copy_->setEnabled(!code_.isEmpty());
    text_->setPlainText(causeInWords(cause));
    QDialog::show();
    raise();
}

void showForeignCause(const ForeignEvidence& evidence, const QString& name, QWidget* parent) {
    delete parent->findChild<ForeignCauseDialog*>();
    (new ForeignCauseDialog(name, parent))->show(foreign_cause(evidence));
}

}  // namespace mantissa::ui
