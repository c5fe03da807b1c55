// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/inspect_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTableView>
#include <QTimer>
#include <QVBoxLayout>

#include "ui/charts/histogram_chart.h"
#include "ui/charts/screen_fit.h"
#include "ui/pages/inspected_view.h"
#include "ui/widgets/text_label.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

InspectDialog::InspectDialog(QWidget* parent)
    : QDialog(parent),
      format_(new QComboBox),
      filter_(new QLineEdit),
      view_(new QTableView),
      chart_(new HistogramChart(tr("Magnitudes"))),
      progress_(new QProgressBar),
      files_(new QPushButton(tr("&Open files…"))),
      copy_(new QPushButton(tr("&Copy table"))),
      show_(new QPushButton(tr("&Show on the Underflow page"))),
      status_(new TextLabel({}, TextRole::Note)) {
    setObjectName("inspectDialog");
    setWindowTitle(tr("Inspect tensors"));
    setAttribute(Qt::WA_DeleteOnClose);
    rows_.setSourceModel(&table_);
    rows_.setSortRole(InspectionTable::kSortRole);
    rows_.setFilterCaseSensitivity(Qt::CaseInsensitive);
    rows_.setFilterKeyColumn(InspectionTable::Tensor);
    build();
    connect(files_, &QPushButton::clicked, this, &InspectDialog::askForFiles);
    connect(copy_, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(tableText()); });
    connect(show_, &QPushButton::clicked, this, &InspectDialog::showOnPage);
    connect(view_, &QTableView::activated, this, &InspectDialog::showOnPage);
    connect(format_, &QComboBox::currentIndexChanged, this, &InspectDialog::showFormat);
    connect(filter_, &QLineEdit::textChanged, this, [this](const QString& text) {
        rows_.setFilterFixedString(text);
        view_->selectRow(0);
        showRow();
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &InspectDialog::showRow);
    tell();
}

InspectDialog::~InspectDialog() {
    end();
}

void InspectDialog::end() {
    if (work_) work_->stop = true;
    if (thread_.joinable()) thread_.join();
    work_.reset();
}

void InspectDialog::build() {
    auto* about = new TextLabel(
        tr("Your own gradients or weights (safetensors, .npy, .npz) against a format: what would be flushed to zero, "
           "subnormal or too large, and the loss scale that loses least. Nothing of the files is kept."));
    about->setWordWrap(true);
    format_->setObjectName("inspectFormat");
    format_->setAccessibleName(tr("Format that the tensors are compared with"));
    for (const FloatFormat& format : inspected_formats()) format_->addItem(QString::fromStdString(name_of(format)));
    format_->setCurrentText(QString::fromStdString(name_of(table_.format())));
    auto* formatName = new QLabel(tr("&Format"));
    formatName->setBuddy(format_);
    filter_->setObjectName("inspectFilter");
    filter_->setPlaceholderText(tr("Find a tensor"));
    filter_->setAccessibleName(tr("Show only tensors whose name contains this text"));
    filter_->setClearButtonEnabled(true);
    files_->setObjectName("inspectFiles");
    copy_->setObjectName("inspectCopy");
    copy_->setAccessibleName(tr("Copy the rows that are shown, for a spreadsheet"));
    progress_->setAccessibleName(tr("Share of the files that is read"));
    QSizePolicy kept = progress_->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    progress_->setSizePolicy(kept);
    status_->setObjectName("inspectStatus");
    status_->setWordWrap(true);
    view_->setObjectName("inspectTable");
    view_->setAccessibleName(tr("Tensors, the worst for the format first"));
    view_->setModel(&rows_);
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setSortingEnabled(true);
    view_->sortByColumn(-1, Qt::AscendingOrder);  // as the table has them: the worst first
    view_->verticalHeader()->hide();
    view_->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    view_->horizontalHeader()->setSectionResizeMode(InspectionTable::Tensor, QHeaderView::Stretch);
    chart_->setEmptyText(tr("Open a file: the histogram of the chosen tensor stands here, over the format's range."));

    auto* line = new QHBoxLayout;
    line->addWidget(files_);
    line->addSpacing(12);
    line->addWidget(formatName);
    line->addWidget(format_);
    line->addSpacing(12);
    line->addWidget(filter_, 1);
    auto* split = new QSplitter(Qt::Vertical);
    split->addWidget(view_);
    split->addWidget(chart_);
    split->setStretchFactor(0, 3);
    split->setStretchFactor(1, 2);
    split->setChildrenCollapsible(false);
    auto* box = new QDialogButtonBox(QDialogButtonBox::Close);
    box->addButton(copy_, QDialogButtonBox::ActionRole);
    show_->setObjectName("inspectShow");
    show_->setToolTip(tr("There its magnitudes can be dragged to try a scale, with what each would rescue"));
    box->addButton(show_, QDialogButtonBox::ActionRole);
    connect(box, &QDialogButtonBox::rejected, this, &QDialog::close);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(20, 18, 20, 16);
    column->setSpacing(10);
    column->addWidget(about);
    column->addLayout(line);
    column->addWidget(status_);
    column->addWidget(progress_);
    column->addWidget(split, 1);
    column->addWidget(box);
    const int letter = fontMetrics().averageCharWidth();
    resizeWithinScreen(*this, {letter * 160, letter * 100});
}

void InspectDialog::open(const QStringList& files) {
    end();
    work_ = std::make_shared<Work>();
    thread_ = std::thread([this, files, work = work_] {
        auto inspection = std::make_shared<Inspection>();
        QStringList problems;
        bool whole = true;
        for (qsizetype i = 0; i < files.size() && whole; ++i) {
            try {
                whole = inspect_file(files[i].toStdString(), *inspection, [&](double done) {
                    work->percent =
                        static_cast<int>((static_cast<double>(i) + done) * 100 / static_cast<double>(files.size()));
                    return !work->stop;
                });
            } catch (const std::exception& error) {  // the other files are read all the same
                problems << inWords(error);
            }
        }
        if (work->stop) return;  // the dialog leaves, or reads other files
        QMetaObject::invokeMethod(this, [this, inspection, problems, work] {
            if (work == work_) take(std::move(*inspection), problems);
        });
    });
    tell();
}

void InspectDialog::take(Inspection inspection, const QStringList& problems) {
    end();
    problems_ = problems;
    table_.setInspection(std::move(inspection));
    view_->sortByColumn(-1, Qt::AscendingOrder);
    view_->selectRow(0);
    showRow();
    tell();
    emit finished();
}

void InspectDialog::showFormat(int index) {
    if (index < 0) return;
    const QModelIndex current = rows_.mapToSource(view_->currentIndex());
    const QString name = current.isValid() ? table_.index(current.row(), 0).data().toString() : QString();
    table_.setFormat(inspected_formats()[static_cast<std::size_t>(index)]);
    view_->selectRow(0);
    for (int row = 0; row < rows_.rowCount(); ++row)  // the tensor that was chosen stays so
        if (rows_.index(row, 0).data().toString() == name) view_->selectRow(row);
    showRow();
    tell();
}

void InspectDialog::showRow() {
    const QModelIndex current = rows_.mapToSource(view_->currentIndex());
    if (!current.isValid()) return chart_->clear();
    const FloatFormat& format = table_.format();
    chart_->setHistogram(inspectedHistogram(table_.tensor(current.row()), table_.figures(current.row()), format),
                         ChartPalette::fromWidget(this).precision(QString::fromStdString(name_of(format))).color);
    if (showing_) emit tensorChosen(table_.tensor(current.row()), format);
}

/// From now on the page follows what is chosen here.
void InspectDialog::showOnPage() {
    showing_ = true;
    emit pageWanted();
    showRow();
}

QString InspectDialog::tableText() const {
    QString text;
    for (int row = -1; row < rows_.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < rows_.columnCount(); ++column)
            cells << (row < 0 ? rows_.headerData(column, Qt::Horizontal).toString()
                              : rows_.index(row, column).data().toString())
                         .replace(QLatin1Char('\t'), QLatin1Char(' '))
                         .replace(QLatin1Char('\n'), QLatin1Char(' '));
        text += cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    }
    return text;
}

void InspectDialog::askForFiles() {
    auto* dialog =
        new QFileDialog(this, tr("Inspect tensors"), {}, tr("Tensors (*.safetensors *.npy *.npz);;All files (*)"));
    dialog->setObjectName("inspectFile");
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &InspectDialog::open);
    dialog->open();
}

void InspectDialog::tell() {
    const bool busy = reading();
    // The bar keeps its place: what stands below does not move.
    progress_->setTextVisible(busy);
    progress_->setValue(busy ? work_->percent.load() : 0);
    progress_->setEnabled(busy);
    progress_->setVisible(busy);
    if (busy)
        QTimer::singleShot(100, this, [this] {
            if (reading()) tell();
        });
    const auto tensors = static_cast<int>(table_.inspection().tensors.size());
    copy_->setEnabled(tensors > 0);
    show_->setEnabled(tensors > 0);
    QStringList sentences = problems_;
    if (busy) {
        sentences = {tr("Reading …")};
    } else if (tensors > 0) {
        const QString format = QString::fromStdString(name_of(table_.format()));
        const int touched = table_.touched();
        sentences << (touched == 0
                          ? tr("Nothing is flushed, subnormal or too large in %1.").arg(format)
                          : tr("Tensors with numbers that %1 flushes, makes subnormal or cannot hold: %2 of %3.")
                                .arg(format, QString::number(touched), QString::number(tensors)));
        if (const std::size_t left = table_.inspection().left_out.size(); left > 0)
            sentences << tr("Left out, since they have no floating-point numbers: %1.").arg(left);
    } else if (problems_.isEmpty()) {
        sentences << tr("No file is open.");
    }
    status_->setText(sentences.join(QLatin1Char('\n')));
}

}  // namespace mantissa::ui
