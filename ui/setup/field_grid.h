// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of the Setup dock: label, editor, and a mark that says when a change takes effect, or what is wrong
// with the value. Each row is bound to one field of the configuration by its number; there is no code per field.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QList>
#include <QSpinBox>
#include <QWidget>
#include <functional>
#include <utility>

#include "engine/run/settings.h"
#include "ui/setup/setup_model.h"
#include "ui/widgets/number_inputs.h"
#include "ui/widgets/text_label.h"

namespace mantissa::ui {

/// The small picture at the end of a row: a bolt (applies now) or an arrow to a bar (applies to the next run).
class EffectMark : public QWidget {
    Q_OBJECT

  public:
    explicit EffectMark(bool now, QWidget* parent = nullptr);
    QSize sizeHint() const override;
    /// "applies now" or "applies to next run".
    static QString words(bool now);
    /// The same as a sentence.
    static QString sentence(bool now);
    /// What is wrong with the row's value, in the mark's place; empty: nothing is.
    void setProblem(const QString& problem);
    /// The row's value belongs to the handed-out settings: a padlock stands in the mark's place.
    void setLocked(bool locked);

  protected:
    void paintEvent(QPaintEvent* event) override;

  private:
    bool now_;
    QString problem_;
    bool locked_ = false;
};

class FieldGrid : public QWidget {
    Q_OBJECT

  public:
    explicit FieldGrid(SetupModel& model, QWidget* parent = nullptr);

    /// The row of a setting as the engine's table has it, by its type; hidden where the network has no such thing, not
    /// to be changed where it would have no effect.
    void addSetting(const Setting& setting);
    QSpinBox* addCount(int field, const QString& label, const QString& tip, int smallest, int largest);
    /// How long it trains: in epochs, or in the steps after which it ends, in whose place a number of epochs comes.
    QSpinBox* addEpochs(const QString& label, const QString& tip);
    RateSpinBox* addRate(int field, const QString& label, const QString& tip, double smallest, double largest);
    ScaleSpinBox* addScale(int field, const QString& label, const QString& tip);
    /// Choices with their enum values.
    QComboBox* addChoice(int field, const QString& label, const QString& tip,
                         const QList<std::pair<QString, int>>& choices);
    /// Takes the whole width.
    QCheckBox* addSwitch(int field, const QString& label, const QString& tip);
    /// A control that is no setting of a run: nothing locks or hides it.
    void addOther(const QString& label, QWidget* control);
    /// A row with an editor of the caller's own; `load` fills it from the configuration.
    void addCustom(int field, const QString& label, QWidget* editor, std::function<void(const run::RunConfig&)> load);
    /// Gives the editor of the last row, that of `field`, the whole width below its label: for names that come and go.
    /// Choices whose names are long in the person's language have a line of their own without it.
    void giveOwnLine(int field);
    /// Changes what the tooltip of `field`'s editor says; when the setting applies stands behind it.
    void setTip(int field, const QString& tip);
    /// Shows the row of `field` only while `condition` holds.
    void showWhen(int field, std::function<bool(const run::RunConfig&)> condition);
    /// Leaves the row of `field` where it is, but not to be changed, while `condition` does not hold: what would have
    /// no effect moves nothing by coming and going.
    void enableWhen(int field, std::function<bool(const run::RunConfig&)> condition);
    /// Whether a teacher's set-up hides every row.
    bool allHidden() const;

  protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

  private:
    struct Row {
        int field;
        int line;  ///< of the label; an editor with a line of its own has the next
        bool own;
        TextLabel* label;
        QWidget* editor;
        EffectMark* mark;
        std::function<void(const run::RunConfig&)> load;
        std::function<bool(const run::RunConfig&)> condition;
        std::function<bool(const run::RunConfig&)> effect;
    };
    Row& place(int field, const QString& label, const QString& tip, QWidget* editor, bool wide);
    void reload();
    void showProblems();
    void alignLabels();
    void setOwnLine(Row& row, bool own);
    void giveLongChoicesTheirLine();

    SetupModel& model_;
    QGridLayout* grid_;
    int lines_ = 0;
    bool hasOther_ = false;
    QList<Row> rows_;
};

}  // namespace mantissa::ui
