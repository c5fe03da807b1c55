// SPDX-License-Identifier: Apache-2.0
// The Network page on records of the real worker: what its boxes say, in which colours lines are painted, where the
// first inf is marked, folding, the keyboard, and where its buttons lead.
#include "ui/pages/network_page.h"

#include <QAbstractButton>
#include <QApplication>
#include <QComboBox>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "tests/ui/desk.h"
#include "tests/ui/health_records.h"
#include "tests/ui/network_records.h"
#include "tests/ui/painted_text.h"
#include "ui/charts/format_chips.h"
#include "ui/charts/health_grid.h"
#include "ui/charts/layer_figure.h"
#include "ui/charts/network_diagram.h"
#include "ui/charts/network_view.h"
#include "ui/models/session_model.h"
#include "ui/pages/health_page.h"
#include "ui/pages/network_words.h"
#include "ui/shell/page_tabs.h"
#include "ui/words/translation.h"

namespace mantissa::ui {

class NetworkPageTest : public QObject {
    Q_OBJECT

  private slots:
    void initTestCase() { QApplication::setQuitOnLastWindowClosed(false); }
    void boxesOfAnMlp();
    void boxesOfATransformer();
    void boxesOfAUnet();
    void theFirstInfIsWhereHealthHasIt_data();
    void theFirstInfIsWhereHealthHasIt();
    void aLessonKeepsWhatCuresIt();
    void anInfIsNotMarkedBeforeItsStep();
    void blocksFold();
    void keysChooseBoxes();
    void theMouseChoosesABox();
    void backwardShowsGradients();
    void theFigureHasTheLayersNumbers();
    void aRecipeOfOperandsIsTold();
    void theFiguresNamesAreWhole_data();
    void theFiguresNamesAreWhole();
    void buttonsLeadToTheSameLayer();
    void formatsAreDropped();
    void aRunThatEndedTakesNoFormat();
    void anotherProgramsRunSaysWhatItLacks();
    void followsTheTimeline();
    void throughTheWindow();
};

void NetworkPageTest::boxesOfAnMlp() {
    QVERIFY(!mlp().empty());
    Shown shown(mlp());
    QCOMPARE(shown.ids(), QStringList({"input", "fc1", "fc1.relu", "fc2", "fc2.relu", "fc3", "loss"}));
    QCOMPARE(shown.box("input")->shape, QString("1×28×28"));
    QCOMPARE(shown.box("fc1")->kind, QString("Linear"));
    QCOMPARE(shown.box("fc1")->shape, QString("64"));
    QCOMPARE(shown.box("fc1")->format, QString("FP16"));
    QCOMPARE(shown.box("fc3")->shape, QString("10"));
    QVERIFY2(shown.box("fc1")->extent.contains(" … "), qPrintable(shown.box("fc1")->extent));
    QVERIFY2(plain(shown.box("fc1")->text).startsWith("fc1, Linear, 64. These activations fit FP16"),
             qPrintable(shown.box("fc1")->text));
    QVERIFY(!shown.page.unfoldButton().isEnabled());  // nothing repeats
}

void NetworkPageTest::boxesOfATransformer() {
    QVERIFY(!transformer().empty());
    Shown shown(transformer());
    QCOMPARE(shown.ids(), QStringList({"input", "patches", "embed", "cls", "position", "blocks.0", "blocks.1", "answer",
                                       "norm", "head", "loss"}));
    QCOMPARE(shown.box("blocks.0")->kind, QString("10 operations"));
    QVERIFY(shown.box("blocks.0")->folded);
    shown.unfoldAll();
    QCOMPARE(shown.ids().size(), 29);
    const DiagramBox* qkv = shown.box("blocks.0.qkv");
    QVERIFY(qkv);
    QCOMPARE(qkv->label, QString("qkv"));
    QCOMPARE(qkv->kind, QString("Linear"));
    QCOMPARE(qkv->shape, QString("17×192"));
    QCOMPARE(shown.box("blocks.1.attention")->shape, QString("17×64"));
    QCOMPARE(shown.box("blocks.0.n1")->format, QString("FP32"));
    // A norm in FP32 is cast for the product behind it, and the sum reads two formats.
    QCOMPARE(shown.edge("blocks.0.n1", "blocks.0.qkv")->cast, QString("FP16"));
    QCOMPARE(shown.edge("position", "blocks.0.sum1")->cast, QString());
    QCOMPARE(shown.edge("blocks.0.o", "blocks.0.sum1")->cast, QString("FP32"));
}

void NetworkPageTest::boxesOfAUnet() {
    QVERIFY(!unet().empty());
    Shown shown(unet());
    QVERIFY2(shown.ids().contains("e1") && shown.ids().contains("middle"), qPrintable(shown.ids().join(' ')));
    shown.unfoldAll();
    QVERIFY(shown.ids().contains("e1.c1"));
    QCOMPARE(shown.box("e1.c1")->kind, QString("convolution"));
    for (const DiagramBox& box : shown.diagram().diagram().boxes)  // words, no names of the code
        QVERIFY2(!box.kind.contains(u'_') && !box.kind.contains("2d"), qPrintable(box.kind));
    QCOMPARE(shown.box("e1.c1")->shape, QString("8×28×28"));
    QCOMPARE(shown.box("u1.concat")->shape, QString("16×28×28"));
    QVERIFY(shown.edge("e1.c2.out", "u1.concat"));  // the skip connection
    QCOMPARE(shown.box("loss")->shape, QString("cross entropy"));
}

void NetworkPageTest::theFirstInfIsWhereHealthHasIt_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<QString>("where");
    QTest::addColumn<bool>("backward");
    QTest::newRow("attention") << QStringList{"--preset", "attention-overflow", "--precision", "fp16"}
                               << "blocks.0.attention" << false;
    QTest::newRow("gradients") << QStringList{"--model",     "mlp",  "--depth",   "2",      "--width",      "64",
                                              "--precision", "fp16", "--scaling", "static", "--loss-scale", "1e9"}
                               << "fc3" << true;
}

void NetworkPageTest::theFirstInfIsWhereHealthHasIt() {
    QFETCH(QStringList, flags);
    QFETCH(QString, where);
    QFETCH(bool, backward);
    const Records& records = trained(flags);
    QVERIFY(!records.empty());
    Shown shown(records);
    shown.unfoldAll();
    shown.page.setBackward(backward);
    QStringList marked;
    for (const DiagramBox& box : shown.diagram().diagram().boxes)
        if (!box.mark.isEmpty()) marked << box.id;
    QCOMPARE(marked, QStringList{where});
    QVERIFY2(shown.box(where)->mark.startsWith("first inf, NaN: step "), qPrintable(shown.box(where)->mark));
    HealthPage health(shown.session);
    health.refreshNow();
    QVERIFY2(health.nonfinite().text().contains(shown.box(where)->layer), qPrintable(health.nonfinite().text()));
    // What Health concludes from the step's histograms names the same layer.
    QVERIFY2(shown.box(where)->text.contains(health.nonfinite().text()), qPrintable(shown.box(where)->text));
    if (!backward) QCOMPARE(QString::fromStdString(health.report().brokenLayer), shown.box(where)->layer);
    shown.page.setBackward(!backward);  // it did not arise there
    QVERIFY(std::all_of(shown.diagram().diagram().boxes.begin(), shown.diagram().diagram().boxes.end(),
                        [](const DiagramBox& box) { return box.mark.isEmpty(); }));
    health.jumpButton().click();
    QCOMPARE(health.grid().selectedLayer(), shown.box(where)->layer);
}

void NetworkPageTest::aLessonKeepsWhatCuresIt() {
    Shown shown(trained({"--preset", "attention-overflow", "--precision", "fp16"}));
    shown.page.chooseTensor("blocks.0.attention", run::ROLE_ACTIVATION);
    const auto said = [&] { return shown.page.sentence().text() + shown.box("blocks.0.attention")->text; };
    QVERIFY2(said().contains("no loss scale can cure"), qPrintable(said()));
    shown.page.keepCures(true);
    QVERIFY2(said().contains("It arose in the forward pass") && !said().contains("cure"), qPrintable(said()));
    shown.page.keepCures(false);
    QVERIFY(said().contains("no loss scale can cure"));
}

void NetworkPageTest::anInfIsNotMarkedBeforeItsStep() {
    Records records = mlp();
    run::Record bad = nonfinite(3, "fc2", run::ROLE_ACTIVATION);
    bad.set_run_id(records.front().run_id());
    bad.set_step(9);
    records.push_back(bad);
    Shown shown(records);
    QCOMPARE(shown.box("fc2")->mark, QString("first inf, NaN: step 9"));
    shown.page.showStep(8);
    shown.page.refreshNow();
    QCOMPARE(shown.box("fc2")->mark, QString());
}

void NetworkPageTest::blocksFold() {
    Shown shown(transformer());
    NetworkDiagram& diagram = shown.diagram();
    diagram.setFocus();
    diagram.choose("blocks.0");
    QTest::keyClick(&diagram, Qt::Key_Return);
    QVERIFY(shown.ids().contains("blocks.0.qkv"));
    QVERIFY(!shown.ids().contains("blocks.0"));
    QVERIFY(!shown.ids().contains("blocks.1.qkv"));  // the other one stays folded
    QCOMPARE(diagram.diagram().bands.size(), std::size_t{1});
    QCOMPARE(diagram.diagram().bands.front().title, QString("▾ blocks.0"));
    // A click on the title folds it again.
    const QRectF band = diagram.layout().bands.front();
    diagram.view().ensureVisible(QRectF(band.topLeft(), QSizeF(60, 20)));
    const QPoint title = diagram.view().mapFromScene(band.topLeft() + QPointF(20, 8));
    QTest::mouseClick(diagram.view().viewport(), Qt::LeftButton, {}, title);
    QVERIFY(shown.ids().contains("blocks.0"));
    QCOMPARE(diagram.chosen(), QString("blocks.0"));
    // A double click on a folded block unfolds it.
    QTest::mouseDClick(diagram.view().viewport(), Qt::LeftButton, {}, diagram.boxArea("blocks.1").center().toPoint());
    QVERIFY(shown.ids().contains("blocks.1.qkv"));
    shown.page.unfoldButton().click();
    QCOMPARE(shown.page.unfoldButton().text(), QString("Fold all"));
    shown.page.unfoldButton().click();
    QVERIFY(!shown.ids().contains("blocks.1.qkv"));
}

void NetworkPageTest::keysChooseBoxes() {
    Shown shown(mlp());
    NetworkDiagram& diagram = shown.diagram();
    diagram.setFocus();
    diagram.choose("fc1");
    QTest::keyClick(&diagram, Qt::Key_Down);
    QCOMPARE(diagram.chosen(), QString("fc1.relu"));
    QVERIFY2(diagram.accessibleDescription().startsWith("fc1.relu: fc1.relu, ReLU, 64."),
             qPrintable(diagram.accessibleDescription()));
    QTest::keyClick(&diagram, Qt::Key_End);
    QCOMPARE(diagram.chosen(), QString("loss"));
    QVERIFY(QRectF(diagram.view().viewport()->rect()).contains(diagram.boxArea("loss")));  // it is scrolled to
    QTest::keyClick(&diagram, Qt::Key_Down);
    QCOMPARE(diagram.chosen(), QString("loss"));
    QTest::keyClick(&diagram, Qt::Key_Home);
    QCOMPARE(diagram.chosen(), QString("input"));
    QTest::keyClick(&diagram, Qt::Key_Up);
    QCOMPARE(diagram.chosen(), QString("input"));
    for (const QAbstractButton* button : shown.page.findChildren<QAbstractButton*>())
        QVERIFY2(!button->accessibleName().isEmpty() || !button->text().isEmpty(), qPrintable(button->objectName()));
    for (const ChartWidget* chart : shown.page.findChildren<ChartWidget*>())
        QVERIFY(!chart->accessibleName().isEmpty() && !chart->accessibleDescription().isEmpty());
    for (const QComboBox* box : shown.page.findChildren<QComboBox*>()) QVERIFY(!box->accessibleName().isEmpty());
}

void NetworkPageTest::theMouseChoosesABox() {
    Shown shown(mlp());
    shown.diagram().choose("fc1");
    QTest::mouseClick(shown.diagram().view().viewport(), Qt::LeftButton, {},
                      shown.diagram().boxArea("fc1.relu").center().toPoint());
    QCOMPARE(shown.diagram().chosen(), QString("fc1.relu"));
    QVERIFY(shown.page.sentence().text().contains("activations"));
}

void NetworkPageTest::backwardShowsGradients() {
    Shown shown(transformer());
    shown.unfoldAll();
    shown.page.backwardButton().click();
    QCOMPARE(shown.diagram().title(), QString("Network, backward"));
    const HealthReport report = healthOf(*shown.session.currentRun(), {});
    QVERIFY(shown.box("blocks.0.qkv")->text.contains("gradient"));
    QCOMPARE(shown.edge("blocks.0.qkv", "blocks.0.attention")->format, QString("FP16"));
    QCOMPARE(shown.edge("input", "patches")->format, QString());  // samples have no gradient
    QVERIFY(plain(shown.box("loss")->note).startsWith("loss scale "));
    shown.page.forwardButton().click();
    QVERIFY(!shown.box("blocks.0.qkv")->text.contains("gradient"));
}

void NetworkPageTest::theFigureHasTheLayersNumbers() {
    Shown shown(mlp());
    shown.diagram().choose("fc2");
    const LayerFigureData& figure = shown.page.figure().figure();
    QCOMPARE(shown.page.figure().title(), QString("Training step of fc2, at step 3"));
    QCOMPARE(figure[FigurePart::master].name, QString("Master weights"));
    QCOMPARE(figure[FigurePart::master].format, QString("FP32"));
    QCOMPARE(figure[FigurePart::copy].format, QString("FP16"));
    QCOMPARE(figure[FigurePart::weightGradient].format, QString("FP16"));
    QCOMPARE(figure[FigurePart::unscale].extent, QString("÷ 2¹⁶"));
    QCOMPARE(figure[FigurePart::update].extent, QString("Adam"));
    const run::Histogram& gradient =
        shown.session.currentRun()->latestHistogram("fc2.weight", run::ROLE_WEIGHT_GRADIENT)->histogram;
    QCOMPARE(figure[FigurePart::weightGradient].extent, extentText(gradient));
    // Before the first record the plate says so.
    shown.page.showStep(0);
    shown.page.refreshNow();
    QCOMPARE(shown.page.figure().figure()[FigurePart::weightGradient].note, QString("not recorded at this step"));
    const QString painted = paintedTexts(shown.page.figure()).join('|');
    QVERIFY2(painted.contains("not recorded"), qPrintable(painted));
    const QPoint strip = shown.page.figure().plateArea(FigurePart::weightGradient).toRect().topLeft() + QPoint(2, 12);
    QCOMPARE(shown.page.figure().grab().toImage().pixelColor(strip), ChartPalette::fromWidget(&shown.page).zone);
    shown.page.followLive();
    shown.page.refreshNow();
    // The first layer has no input gradient; an activation function has no weights.
    shown.diagram().choose("fc1");
    QVERIFY(!shown.page.figure().figure()[FigurePart::inputGradient].there);
    QVERIFY(shown.page.figure().figure()[FigurePart::weightGradient].there);
    shown.diagram().choose("fc1.relu");
    QVERIFY(!shown.page.figure().figure()[FigurePart::master].there);
    QVERIFY(shown.page.figure().figure()[FigurePart::outputGradient].there);
    shown.diagram().choose("loss");
    QVERIFY(shown.page.figure().figure().empty());
}

/// Products read their operands in other bits than the tensors are kept in: on the edges, in the figure and its tips.
void NetworkPageTest::aRecipeOfOperandsIsTold() {
    const auto flags = [](const char* recipe) {
        return QStringList{"--model",      "mlp",  "--depth",          "2",   "--width", "64",
                           "--activation", "relu", "--operand-recipe", recipe};
    };
    {
        Shown shown(trained(flags("nvfp4")));
        shown.unfoldAll();
        QCOMPARE(shown.edge("fc1.out", "fc2")->format, QString("BF16"));
        QCOMPARE(shown.edge("fc1.out", "fc2")->cast, QString("E2M1FN"));
        QVERIFY(
            shown.edge("fc1.out", "fc2")->text.contains("The products read it in E2M1FN, quantised as NVFP4 has it."));
        shown.diagram().choose("fc2");
        const LayerFigureData figure = shown.page.figure().figure();
        QCOMPARE(figure[FigurePart::master].format, QString("FP32"));
        QCOMPARE(figure[FigurePart::copy].name, QString("Quantised copy"));
        QCOMPARE(figure[FigurePart::copy].format, QString("E2M1FN"));
        QCOMPARE(figure[FigurePart::copy].note, QString("NVFP4"));
        QCOMPARE(figure[FigurePart::input].format, QString("E2M1FN"));
        QCOMPARE(figure[FigurePart::forward].extent, QString("E2M1FN operands"));
        QVERIFY(figure[FigurePart::outputGradient].text.contains("E2M1FN, quantised as NVFP4"));
    }
    Shown shown(trained(flags("fp8-current")));  // gradients in another format than inputs
    shown.page.backwardButton().click();
    shown.unfoldAll();
    QCOMPARE(shown.edge("fc2", "fc2.relu")->castBack, QString("E5M2"));
    shown.diagram().choose("fc2");
    QCOMPARE(shown.page.figure().figure()[FigurePart::copy].format, QString("E4M3FN"));
    QCOMPARE(shown.page.figure().figure()[FigurePart::forward].extent, QString("E4M3FN operands"));
    QCOMPARE(shown.page.figure().figure()[FigurePart::backwardData].extent, QString::fromUtf8("E5M2 × E4M3FN"));
    QCOMPARE(shown.page.figure().figure()[FigurePart::backwardWeights].extent, QString::fromUtf8("E5M2 × E4M3FN"));
    QVERIFY(shown.page.figure().figure()[FigurePart::outputGradient].text.contains("E5M2, quantised as FP8, current"));
}

void NetworkPageTest::theFiguresNamesAreWhole_data() {
    QTest::addColumn<QString>("language");
    QTest::newRow("English") << "en";
    QTest::newRow("German") << "de";
}

/// Beside the network and below it: German names are long, and a page between two docks of a small screen is narrow.
void NetworkPageTest::theFiguresNamesAreWhole() {
    QFETCH(QString, language);
    speak(*qApp, language);
    {
        Shown shown(mlp(), {712, 560});
        for (const int width : {1000, 760, 712, 700, 640, 560}) {
            shown.page.resize(width, 560);
            for (const char* layer : {"fc1", "fc2", "fc2.relu"}) {
                shown.diagram().choose(layer);
                QCoreApplication::processEvents();
                const LayerFigure& figure = shown.page.figure();
                for (std::size_t i = 0; i < kFigureParts; ++i) {
                    const auto part = static_cast<FigurePart>(i);
                    if (!figure.figure()[part].there) continue;
                    QVERIFY2(QRectF(figure.rect()).contains(figure.plateArea(part)),
                             qPrintable(figure.shownName(part)));
                    QCOMPARE(figure.shownName(part), figure.figure()[part].name);
                }
            }
        }
    }
    for (QTranslator* one : qApp->findChildren<QTranslator*>()) delete one;
}

void NetworkPageTest::buttonsLeadToTheSameLayer() {
    Shown shown(transformer());
    shown.unfoldAll();
    shown.diagram().choose("blocks.1.f1");
    QSignalSpy health(&shown.page, &NetworkPage::healthWanted);
    QSignalSpy histogram(&shown.page, &NetworkPage::histogramWanted);
    QSignalSpy number(&shown.page, &NetworkPage::numberWanted);
    shown.page.healthButton().click();
    shown.page.histogramButton().click();
    shown.page.followButton().click();
    QCOMPARE(health.count(), 1);
    QCOMPARE(histogram.front().front().toString(), QString("blocks.1.f1"));
    QCOMPARE(number.front().front().toString(), QString("blocks.1.f1.weight"));
    HealthPage other(shown.session);
    other.chooseTensor(health.front().front().toString(), run::ROLE_ACTIVATION);
    QCOMPARE(other.grid().selectedLayer(), QString("blocks.1.f1"));
    shown.diagram().setFocus();
    QTest::keyClick(&shown.diagram(), Qt::Key_Return);
    QCOMPARE(health.count(), 2);
    // And back: another page's tensor is chosen here, in the pass that it belongs to.
    shown.page.unfoldButton().click();
    shown.page.chooseTensor("blocks.0.qkv.weight", run::ROLE_WEIGHT_GRADIENT);
    QCOMPARE(shown.diagram().chosen(), QString("blocks.0.qkv"));
    QVERIFY(shown.page.backwardButton().isChecked());
}

void NetworkPageTest::formatsAreDropped() {
    Records live = mlp();
    while (live.back().has_finished()) live.pop_back();
    Shown shown(live);
    QVERIFY(shown.session.currentRun()->live());
    QSignalSpy asked(&shown.page, &NetworkPage::layerFormatChosen);
    QStringList refused;
    const auto drop = [&](const QString& box) {
        QMimeData what;
        what.setData(kFormatMime, "BF16");
        shown.diagram().choose(box);
        const QPointF at = shown.diagram().boxArea(box).center();
        DiagramView& view = shown.diagram().view();
        QDragEnterEvent enter(at.toPoint(), Qt::CopyAction, &what, Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &enter);
        QDragMoveEvent over(at.toPoint(), Qt::CopyAction, &what, Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &over);
        if (!over.isAccepted()) {  // the mouse shows it, and nothing is dropped
            refused << box;
            return;
        }
        QDropEvent event(at, Qt::CopyAction, &what, Qt::LeftButton, {});
        QApplication::sendEvent(view.viewport(), &event);
    };
    drop("fc2.relu");
    QCOMPARE(asked.count(), 1);
    QCOMPARE(asked.front()[0].toString(), QString("fc2"));  // the layer of its row
    QCOMPARE(asked.front()[1].value<run::Precision>(), run::BF16);
    drop("loss");
    QCOMPARE(asked.count(), 1);
    QCOMPARE(refused, QStringList{"loss"});
    shown.diagram().choose("fc1");
    QComboBox& box = shown.page.layerFormat();
    QVERIFY(box.isEnabled());
    box.setCurrentIndex(box.findText("FP32"));
    emit box.activated(box.currentIndex());
    QCOMPARE(asked.back()[0].toString(), QString("fc1"));
    QCOMPARE(asked.back()[1].value<run::Precision>(), run::FP32);
}

void NetworkPageTest::aRunThatEndedTakesNoFormat() {
    Shown shown(mlp());
    QVERIFY(!shown.page.layerFormat().isEnabled());
    QVERIFY(!shown.diagram().view().acceptDrops());
}

void NetworkPageTest::anotherProgramsRunSaysWhatItLacks() {
    run::Record foreign = started(kRun, run::FP16);
    foreign.mutable_started()->mutable_foreign()->set_model("Net");
    for (const char* name : {"encoder.layer.0.query", "encoder.layer.0.value", "head"}) {
        run::TensorInfo& info = *foreign.mutable_started()->add_tensors();
        info.set_layer(name);
        info.set_name(std::string(name) + ".weight");
        info.set_module_class("Linear");
        info.set_kind("linear");
        info.set_part("weight");
        info.set_forward(static_cast<std::uint32_t>(foreign.started().tensors_size()));
    }
    Shown shown({foreign});
    shown.unfoldAll();
    QCOMPARE(shown.ids(), QStringList({"encoder.layer.0.query", "encoder.layer.0.value", "head"}));
    QCOMPARE(shown.box("head")->kind, QString("Linear"));
    QVERIFY(shown.diagram().diagram().edges.front().order);
    QVERIFY(shown.diagram().diagram().edges.front().text.contains("not which reads what"));
}

void NetworkPageTest::followsTheTimeline() {
    Shown shown(mlp());
    const quint32 newest = shown.box("fc1")->step;
    QVERIFY(newest > 1);
    shown.page.showStep(newest - 1);
    shown.page.refreshNow();
    QCOMPARE(shown.box("fc1")->step, newest - 1);
    shown.page.followLive();
    shown.page.refreshNow();
    QCOMPARE(shown.box("fc1")->step, newest);
}

/// The page among the others, to the worker and back.
void NetworkPageTest::throughTheWindow() {
    Desk desk;
    desk.startRun();
    SessionModel& session = desk.program->session();
    run::Record frame = mantissa::ui::frame(20);  // the scripted worker knows no histograms
    for (const char* layer : {"fc1", "fc2"}) {
        activationIn(frame, layer);
        gradientIn(frame, layer, {}, run::ROLE_ACTIVATION_GRADIENT);
        gradientIn(frame, std::string(layer) + ".weight");
    }
    frame.set_run_id(desk.run()->runId());
    session.apply({frame});
    PageTabs& pages = desk.window().pages();
    QVERIFY(pages.open("Network"));
    auto* page = desk.find<NetworkPage>("network_page");
    auto* health = desk.find<HealthPage>("health_page");
    page->refreshNow();
    page->diagram().choose("fc2");
    QCOMPARE(page->diagram().chosen(), QString("fc2"));
    QVERIFY(page->healthButton().isEnabled());
    page->healthButton().click();
    QVERIFY(pages.isAt("Health"));
    QCOMPARE(health->grid().selectedLayer(), QString("fc2"));
    QVERIFY(pages.open("Network"));
    page->histogramButton().click();
    QVERIFY(pages.isAt("Underflow"));
    QVERIFY(pages.open("Network"));
    QComboBox& box = page->layerFormat();
    box.setCurrentIndex(box.findText("FP32"));
    emit box.activated(box.currentIndex());
    TRY_COMPARE(desk.told({R"({"change":{"layer_overrides":[{"layer":"fc2","precision":"FP32"}]})"}).size(), 1);
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::NetworkPageTest)
#include "network_page_test.moc"
