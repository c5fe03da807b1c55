// SPDX-License-Identifier: GPL-3.0-or-later
// Class view: a folder of students' results, question by question. A chart with one dot a student, the same as a table,
// the files that could not be read with the reason for each, and all of it as CSV.
#pragma once

#include <QWidget>
#include <memory>
#include <vector>

#include "ui/classroom/class_results.h"

class QComboBox;
class QLabel;
class QListWidget;
class QProgressBar;
class QPushButton;
class QTableWidget;

namespace mantissa::ui {

class ClassDots;
class LineChart;

class ClassWindow : public QWidget {
    Q_OBJECT

  public:
    /// A window of its own beside `parent`, which it does not outlive.
    explicit ClassWindow(QWidget* parent = nullptr);

    ~ClassWindow() override;

    /// The folder of a lesson that does not ship: folders opened from now on are shown in its words. Empty: none.
    void setOwnLesson(const QString& folder) { ownLesson_ = folder; }
    /// Reads the results in this folder beside the window's work, and shows them. Another folder takes its place.
    void openFolder(const QString& path);
    /// Whether one is being read.
    bool reading() const { return reading_ != nullptr; }
    /// Shows question number `index` of questions().
    void showQuestion(int index);
    /// Writes all answers; false, and a sentence in the window, if that failed.
    bool saveCsv(const QString& path);

    const ClassFolder& folder() const { return folder_; }
    const std::vector<ClassQuestion>& questions() const { return questions_; }
    ClassDots& chart() { return *chart_; }
    /// What students drew, of a question that asks for a curve.
    LineChart& curves() { return *curves_; }

  private:
    QWidget* makeTop();
    struct Reading;
    void take(const std::shared_ptr<Reading>& done, ClassFolder folder);
    void endReading();
    void askForFolder();
    void askWhereToSave();
    void showFiles();
    void showSummary();
    void nameColumns(bool runs);
    void fillTable(const ClassQuestion& question, const std::vector<ClassAnswer>& answers);
    void fillRuns(const ClassQuestion& question);
    void fillChart(const ClassQuestion& question, const std::vector<ClassAnswer>& answers);
    void tellWhole();
    void say(const QString& sentence);

    std::shared_ptr<Reading> reading_;
    QString ownLesson_;
    ClassFolder folder_;
    std::vector<ClassQuestion> questions_;
    QPushButton* open_ = nullptr;
    QPushButton* save_ = nullptr;
    QComboBox* question_ = nullptr;
    QProgressBar* progress_ = nullptr;
    QLabel* summary_;
    ClassDots* chart_;
    LineChart* curves_;
    QTableWidget* table_;
    QLabel* problemTitle_;
    QListWidget* problems_;
};

}  // namespace mantissa::ui
