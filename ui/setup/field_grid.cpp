// SPDX-License-Identifier: GPL-3.0-or-later
// See field_grid.h. Values go through protobuf reflection; loading an editor blocks its signals.
#include "ui/setup/field_grid.h"

#include <QEvent>
#include <QPainter>
#include <QSignalBlocker>
#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "engine/run/models.h"
#include "ui/charts/format_text.h"
#include "ui/setup/config_fields.h"
#include "ui/setup/lock_strip.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/theme.h"
#include "ui/words/number_words.h"
#include "ui/words/phrase_words.h"

namespace mantissa::ui {

namespace {

using google::protobuf::FieldDescriptor;

const FieldDescriptor* descriptorOf(int field) {
    return run::RunConfig::descriptor()->FindFieldByNumber(field);
}

qint64 integerOf(const run::RunConfig& config, int field) {
    const auto* d = descriptorOf(field);
    const auto* look = config.GetReflection();
    switch (d->cpp_type()) {
        case FieldDescriptor::CPPTYPE_UINT64:
            return static_cast<qint64>(look->GetUInt64(config, d));
        case FieldDescriptor::CPPTYPE_INT64:
            return look->GetInt64(config, d);
        default:
            return look->GetUInt32(config, d);
    }
}

void setInteger(run::RunConfig& config, int field, qint64 value) {
    const auto* d = descriptorOf(field);
    const auto* look = config.GetReflection();
    switch (d->cpp_type()) {
        case FieldDescriptor::CPPTYPE_UINT64:
            look->SetUInt64(&config, d, static_cast<std::uint64_t>(value));
            break;
        case FieldDescriptor::CPPTYPE_INT64:
            look->SetInt64(&config, d, value);
            break;
        default:
            look->SetUInt32(&config, d, static_cast<std::uint32_t>(value));
    }
}

/// What one chooses begins with a capital letter; a sentence has it as it is.
QString capital(QString text) {
    if (!text.isEmpty()) text[0] = text[0].toUpper();
    return text;
}

/// All choices of `field` in words.
QList<std::pair<QString, int>> choicesOf(const FieldDescriptor& field) {
    QList<std::pair<QString, int>> choices;
    for (int i = 0; i < field.enum_type()->value_count(); ++i) {
        const int value = field.enum_type()->value(i)->number();
        if (value == 0) continue;  // unset
        run::RunConfig chosen;
        chosen.GetReflection()->SetEnumValue(&chosen, &field, value);
        choices.emplace_back(fieldValue(chosen, field.number()), value);
    }
    return choices;
}

}  // namespace

EffectMark::EffectMark(bool now, QWidget* parent) : QWidget(parent), now_(now) {
    setProblem({});
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void EffectMark::setProblem(const QString& problem) {
    problem_ = problem;
    setToolTip(!problem.isEmpty() ? plainTip(problem)
               : locked_          ? lockedTip()
               : now_             ? tr("Applies now: a run in training takes it at its next step.")
                                  : tr("Applies to the next run: press Run or Reset again for it."));
    setAccessibleName(!problem.isEmpty() ? problem : locked_ ? tr("locked") : words(now_));
    update();
}

void EffectMark::setLocked(bool locked) {
    if (std::exchange(locked_, locked) != locked) setProblem(problem_);
}

QString EffectMark::words(bool now) {
    return now ? tr("applies now") : tr("applies to next run");
}

QString EffectMark::sentence(bool now) {
    return now ? tr("This applies now.") : tr("This applies to the next run.");
}

QSize EffectMark::sizeHint() const {
    const int side = fontMetrics().height();
    return {side, side};
}

void EffectMark::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const double inset = height() * 0.12;
    if (!problem_.isEmpty()) {
        const QColor warm = isDarkPalette(palette()) ? QColor("#f0a8a0") : QColor("#a02b20");
        paintGlyph(painter, IconShape::Warning, QRectF(rect()).adjusted(inset, inset, -inset, -inset), warm);
        return;
    }
    if (locked_) {
        const QRectF box = QRectF(rect()).adjusted(width() * 0.22, height() * 0.45, -width() * 0.22, -inset);
        const QColor ink = palette().color(QPalette::Active, QPalette::WindowText);  // it is no setting without effect
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(ink, height() * 0.09));
        painter.drawArc(QRectF(box.center().x() - box.width() * 0.3, inset, box.width() * 0.6, height() * 0.7), 0,
                        180 * 16);
        painter.fillRect(box, ink);
        return;
    }
    paintGlyph(painter, now_ ? IconShape::Now : IconShape::NextRun,
               QRectF(rect()).adjusted(inset, inset, -inset, -inset),
               palette().color(now_ ? QPalette::Highlight : QPalette::PlaceholderText));
}

FieldGrid::FieldGrid(SetupModel& model, QWidget* parent)
    : QWidget(parent), model_(model), grid_(new QGridLayout(this)) {
    grid_->setContentsMargins(0, 0, 0, 0);
    grid_->setHorizontalSpacing(8);
    grid_->setVerticalSpacing(6);
    grid_->setColumnStretch(1, 1);
    connect(&model_, &SetupModel::changed, this, &FieldGrid::reload);
    connect(&model_, &SetupModel::locksChanged, this, &FieldGrid::reload);
    connect(&model_, &SetupModel::problemsChanged, this, &FieldGrid::showProblems);
    alignLabels();
}

FieldGrid::Row& FieldGrid::place(int field, const QString& label, const QString& tip, QWidget* editor, bool wide) {
    const bool now = appliesNow(field);
    const int line = std::exchange(lines_, lines_ + 2);
    Row row{field, line, false, nullptr, editor, new EffectMark(now, this), {}, {}, {}};
    editor->setParent(this);
    editor->setToolTip(plainTip(tip + (tip.isEmpty() ? "" : "\n") + EffectMark::sentence(now)));
    editor->setAccessibleName(label);
    editor->setAccessibleDescription(tip + " " + EffectMark::sentence(now));
    editor->setObjectName(QString::fromStdString(descriptorOf(field)->name()));
    // A click on a button keeps the keyboard where it was, so that Space goes on meaning Run and Pause.
    editor->setFocusPolicy(qobject_cast<QAbstractButton*>(editor) ? Qt::TabFocus : Qt::StrongFocus);
    editor->installEventFilter(this);
    if (!wide) {
        row.label = new TextLabel(label, TextRole::Body, this);
        row.label->setBuddy(editor);
        row.label->setToolTip(editor->toolTip());
        grid_->addWidget(row.label, line, 0);
    }
    grid_->addWidget(editor, line, wide ? 0 : 1, 1, wide ? 2 : 1);
    grid_->addWidget(row.mark, line, 2, Qt::AlignVCenter);
    rows_.append(row);
    if (rows_.size() > 1) setTabOrder(rows_[rows_.size() - 2].editor, editor);
    return rows_.last();
}

void FieldGrid::addSetting(const Setting& setting) {
    const std::string& name = setting.name.text;
    const FieldDescriptor& field = *run::RunConfig::descriptor()->FindFieldByName(name);
    const int number = field.number();
    const SettingWords& words = setting.words;
    const QString title = capital(inWords(words.title.empty() ? words.label : words.title)), tip = inWords(words.tip);
    const Setting::Range& range = setting.range;
    switch (field.cpp_type()) {
        case FieldDescriptor::CPPTYPE_BOOL:
            addSwitch(number, title, tip);
            break;
        case FieldDescriptor::CPPTYPE_ENUM:
            addChoice(number, title, tip, choicesOf(field));
            break;
        case FieldDescriptor::CPPTYPE_DOUBLE:
            addRate(number, title, tip, range.least, range.most)->setSpecialValueText(inWords(words.zero));
            break;
        default: {
            constexpr int any = std::numeric_limits<int>::max();
            addCount(number, title, tip, static_cast<int>(range.least), range ? static_cast<int>(range.most) : any)
                ->setSpecialValueText(inWords(words.zero));
        }
    }
    const auto has = [name](const run::RunConfig& c) { return has_network_field(c, name); };
    const auto works = [name](const run::RunConfig& c) { return !idle_because(name, c); };
    if (model_with(name)) {
        showWhen(number, has);
        if (setting.applies.holds) enableWhen(number, setting.applies.holds);
    } else if (setting.group == std::string_view(network_settings)) {
        showWhen(number, works);
    } else {
        enableWhen(number, works);
    }
}

QSpinBox* FieldGrid::addCount(int field, const QString& label, const QString& tip, int smallest, int largest) {
    auto* box = new QSpinBox;
    box->setRange(smallest, largest);
    box->setKeyboardTracking(false);
    place(field, label, tip, box, false).load = [box, field](const run::RunConfig& c) {
        box->setValue(static_cast<int>(integerOf(c, field)));
    };
    connect(box, &QSpinBox::valueChanged, this, [this, field](int value) {
        model_.edit(field, EditKind::Typing, [=](run::RunConfig& c) { setInteger(c, field, value); });
    });
    reload();
    return box;
}

QSpinBox* FieldGrid::addEpochs(const QString& label, const QString& tip) {
    constexpr int most = 10000;
    auto* box = new QSpinBox;
    box->setRange(1, most);
    box->setKeyboardTracking(false);
    place(run::RunConfig::kEpochsFieldNumber, label, tip, box, false).load = [box](const run::RunConfig& c) {
        const bool steps = c.steps() >= 0;
        box->setSpecialValueText(
            steps
                ? tr("%1 steps", nullptr, pluralCount(static_cast<std::uint64_t>(c.steps()))).arg(wholeText(c.steps()))
                : QString());
        box->setMinimum(steps ? 0 : 1);
        box->setValue(steps ? 0 : static_cast<int>(c.epochs()));
    };
    connect(box, &QSpinBox::valueChanged, this, [this](int value) {
        if (value < 1) return;
        model_.edit(run::RunConfig::kEpochsFieldNumber, EditKind::Typing, [=](run::RunConfig& c) {
            c.set_epochs(static_cast<std::uint32_t>(value));
            c.set_steps(-1);
        });
    });
    reload();
    return box;
}

RateSpinBox* FieldGrid::addRate(int field, const QString& label, const QString& tip, double smallest, double largest) {
    auto* box = new RateSpinBox(smallest, largest);
    place(field, label, tip, box, false).load = [box, field](const run::RunConfig& c) {
        box->setValue(c.GetReflection()->GetDouble(c, descriptorOf(field)));
    };
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, field](double value) {
        model_.edit(field, EditKind::Typing,
                    [=](run::RunConfig& c) { c.GetReflection()->SetDouble(&c, descriptorOf(field), value); });
    });
    reload();
    return box;
}

ScaleSpinBox* FieldGrid::addScale(int field, const QString& label, const QString& tip) {
    auto* box = new ScaleSpinBox;
    place(field, label, tip, box, false).load = [box, field](const run::RunConfig& c) {
        box->setValue(c.GetReflection()->GetDouble(c, descriptorOf(field)));
    };
    connect(box, &QDoubleSpinBox::valueChanged, this, [this, field](double value) {
        model_.edit(field, EditKind::Typing,
                    [=](run::RunConfig& c) { c.GetReflection()->SetDouble(&c, descriptorOf(field), value); });
    });
    reload();
    return box;
}

QComboBox* FieldGrid::addChoice(int field, const QString& label, const QString& tip,
                                const QList<std::pair<QString, int>>& choices) {
    auto* box = new QComboBox;
    for (const auto& [text, value] : choices) box->addItem(capital(text), value);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    place(field, label, tip, box, false).load = [box, field](const run::RunConfig& c) {
        box->setCurrentIndex(box->findData(c.GetReflection()->GetEnumValue(c, descriptorOf(field))));
    };
    connect(box, &QComboBox::activated, this, [this, field, box](int index) {
        const int value = box->itemData(index).toInt();
        model_.edit(field, EditKind::Choice,
                    [=](run::RunConfig& c) { c.GetReflection()->SetEnumValue(&c, descriptorOf(field), value); });
    });
    reload();
    return box;
}

QCheckBox* FieldGrid::addSwitch(int field, const QString& label, const QString& tip) {
    auto* box = new QCheckBox(label);
    place(field, label, tip, box, true).load = [box, field](const run::RunConfig& c) {
        box->setChecked(c.GetReflection()->GetBool(c, descriptorOf(field)));
    };
    connect(box, &QCheckBox::toggled, this, [this, field](bool on) {
        model_.edit(field, EditKind::Choice,
                    [=](run::RunConfig& c) { c.GetReflection()->SetBool(&c, descriptorOf(field), on); });
    });
    reload();
    return box;
}

void FieldGrid::addCustom(int field, const QString& label, QWidget* editor,
                          std::function<void(const run::RunConfig&)> load) {
    place(field, label, {}, editor, false).load = std::move(load);
    reload();
}

void FieldGrid::giveOwnLine(int field) {
    Row& row = rows_.last();
    Q_ASSERT(row.field == field);
    Q_UNUSED(field)
    setOwnLine(row, true);
}

void FieldGrid::setOwnLine(Row& row, bool own) {
    if (row.own == own || !row.label) return;
    row.own = own;
    for (QWidget* widget : std::initializer_list<QWidget*>{row.label, row.editor, row.mark})
        grid_->removeWidget(widget);
    grid_->addWidget(row.label, row.line, 0, 1, own ? 2 : 1);
    grid_->addWidget(row.editor, own ? row.line + 1 : row.line, own ? 0 : 1, 1, own ? 2 : 1);
    grid_->addWidget(row.mark, own ? row.line + 1 : row.line, 2, Qt::AlignVCenter);
}

/// Choices of which one would be cut beside its label, in a dock of its usual width. All choices of a row count, so
/// that nothing moves by what is chosen.
void FieldGrid::giveLongChoicesTheirLine() {
    constexpr int dock_lines = 17, frame = 36;  // less margins, scroll bar and mark; arrow and edges of a combo box
    const QFontMetrics metrics = fontMetrics();
    bool changed = true;
    while (changed) {
        changed = false;
        int labels = grid_->columnMinimumWidth(0);
        for (const Row& row : rows_)
            if (row.label && !row.own) labels = std::max(labels, row.label->sizeHint().width());
        const int room = dock_lines * metrics.height() - labels - 2 * grid_->horizontalSpacing() - frame;
        for (Row& row : rows_) {
            const auto* box = qobject_cast<const QComboBox*>(row.editor);
            if (!box || row.own) continue;
            int longest = 0;
            for (int i = 0; i < box->count(); ++i)
                longest = std::max(longest, metrics.horizontalAdvance(box->itemText(i)));
            if (longest <= room) continue;
            setOwnLine(row, true);
            changed = true;
        }
    }
}

void FieldGrid::addOther(const QString& label, QWidget* control) {
    const int line = std::exchange(lines_, lines_ + 2);
    auto* text = new TextLabel(label, TextRole::Body, this);
    text->setBuddy(control);
    grid_->addWidget(text, line, 0);
    grid_->addWidget(control, line, 1);
    hasOther_ = true;
}

void FieldGrid::setTip(int field, const QString& tip) {
    for (const Row& row : rows_) {
        if (row.field != field) continue;
        const QString when = EffectMark::sentence(appliesNow(field));
        setOwnTip(*row.editor, plainTip(tip + '\n' + when));
        row.editor->setAccessibleDescription(tip + ' ' + when);
    }
}

void FieldGrid::showWhen(int field, std::function<bool(const run::RunConfig&)> condition) {
    for (Row& row : rows_) {
        if (row.field == field) row.condition = std::move(condition);
    }
    reload();
}

void FieldGrid::enableWhen(int field, std::function<bool(const run::RunConfig&)> condition) {
    for (Row& row : rows_) {
        if (row.field == field) row.effect = std::move(condition);
    }
    reload();
}

void FieldGrid::reload() {
    for (const Row& row : rows_) {
        if (!row.load) continue;
        const QSignalBlocker quiet(row.editor);
        row.load(model_.config());
        const SetupLocks& locks = model_.locks();
        const bool shown = (!row.condition || row.condition(model_.config())) && !locks.hidden.contains(row.field);
        const bool locked = locks.locked.contains(row.field);
        lockControl(*row.editor, locked);
        row.mark->setLocked(locked);
        if (row.effect) {
            const bool effect = row.effect(model_.config());
            row.editor->setEnabled(effect && !locked);
            if (row.label) row.label->setEnabled(effect);
            row.mark->setEnabled(effect);
        }
        if (row.label) row.label->setVisible(shown);
        row.editor->setVisible(shown);
        row.mark->setVisible(shown);
    }
    showProblems();
}

bool FieldGrid::allHidden() const {
    if (hasOther_) return false;
    for (const Row& row : rows_)
        if (!model_.locks().hidden.contains(row.field)) return false;
    return true;
}

void FieldGrid::showProblems() {
    for (const Row& row : rows_) row.mark->setProblem(row.editor->isHidden() ? QString() : model_.problem(row.field));
}

bool FieldGrid::eventFilter(QObject* watched, QEvent* event) {
    // Scrolling the dock must not change the value that happens to pass under the pointer.
    auto* editor = qobject_cast<QWidget*>(watched);
    if (event->type() == QEvent::Wheel && editor && !editor->hasFocus()) {
        event->ignore();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void FieldGrid::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange) alignLabels();
}

bool FieldGrid::event(QEvent* event) {
    if (event->type() == QEvent::Polish) giveLongChoicesTheirLine();  // all rows are there
    return QWidget::event(event);
}

void FieldGrid::alignLabels() {
    grid_->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("Growth interval")));
}

}  // namespace mantissa::ui
