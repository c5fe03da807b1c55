// SPDX-License-Identifier: Apache-2.0
// The picture of a network, on records of the real worker: the formats that are planned are those that the engine
// records, lines have their colours, everything has its room, and copies show what is seen.
#include <QApplication>
#include <QTemporaryDir>
#include <QTest>
#include <QWheelEvent>
#include <cmath>
#include <memory>

#include "tests/ui/network_records.h"
#include "tests/ui/painted_text.h"
#include "ui/charts/layer_figure.h"
#include "ui/charts/network_view.h"
#include "ui/models/network_formats.h"
#include "ui/models/run_model.h"

namespace mantissa::ui {

namespace {

/// Pixels of this colour right around the middle of the line of a tensor, as painted.
int painted(Shown& shown, const QString& tensor, const QString& to, const QColor& color) {
    const DiagramData& data = shown.diagram().diagram();
    for (std::size_t i = 0; i < data.edges.size(); ++i) {
        if (data.edges[i].tensor != tensor || data.boxes[static_cast<std::size_t>(data.edges[i].to)].id != to) continue;
        const QPolygonF& line = shown.diagram().layout().edges[i].line;
        const QPointF from = line[0], towards = line[1];
        DiagramView& view = shown.diagram().view();
        const QPointF near = from + (towards - from) * std::min(1.0, 6.0 / QLineF(from, towards).length());
        view.centerOn(near);
        const QPoint at = view.mapFromScene(near);
        const QImage image = view.viewport()->grab().toImage();
        int found = 0;
        for (int y = at.y() - 4; y <= at.y() + 4; ++y)
            for (int x = at.x() - 4; x <= at.x() + 4; ++x)
                if (image.valid(x, y) && image.pixelColor(x, y) == color) ++found;
        return found;
    }
    return -1;
}

/// A change of one layer's format that takes effect after `step`.
run::Record changed(const std::string& runId, std::uint32_t step, const std::string& layer, run::Precision precision) {
    run::Record made = record(step, runId);
    made.mutable_event()->set_kind(run::EventRecord::CHANGED);
    run::LayerOverride& entry = *made.mutable_event()->mutable_change()->add_layer_overrides();
    entry.set_layer(layer);
    entry.set_precision(precision);
    return made;
}

}  // namespace

class NetworkPictureTest : public QObject {
    Q_OBJECT

  private slots:
    void formatsAreThoseRecorded_data();
    void formatsAreThoseRecorded();
    void linesHaveTheColourOfTheirFormat();
    void anOverrideRecoloursLines();
    void theFigureKeepsTheFormatsOfItsStep();
    void aFoldedBlockTellsNothingOfFormatsThatItHadBefore();
    void theScaleIsKnownFromTheFirstStep();
    void everythingHasItsRoom_data();
    void everythingHasItsRoom();
    void fitsAndMagnifies();
    void thePictureShowsTheNetwork();
    void modulesOfARecordingStandInTheOrderOfTheirOutputs();
};

void NetworkPictureTest::formatsAreThoseRecorded_data() {
    QTest::addColumn<QStringList>("flags");
    for (const auto& [preset, precision] : {std::pair("transformer", "fp16"), std::pair("transformer", "tf32"),
                                            std::pair("unet", "fp16"), std::pair("resnet", "bf16")})
        QTest::newRow(qPrintable(QString("%1 %2").arg(preset, precision)))
            << QStringList{"--preset", preset, "--precision", precision, "--scaling", "dynamic"};
    QTest::newRow("residual") << QStringList{"--preset", "transformer",      "--precision",
                                             "fp16",     "--residual-16bit", "on"};
    QTest::newRow("norm") << QStringList{"--preset", "transformer", "--precision", "fp16", "--norm-16bit", "on"};
    QTest::newRow("pointwise") << QStringList{"--preset", "transformer",      "--precision",
                                              "bf16",     "--pointwise-fp32", "on"};
    QTest::newRow("wide") << QStringList{"--model", "mlp", "--depth", "1", "--width", "64", "--precision", "fp32"};
    QTest::newRow("pooled") << QStringList{"--model", "cnn", "--precision", "fp16"};
    QTest::newRow("without master") << QStringList{"--preset", "transformer",      "--precision",
                                                   "bf16",     "--master-weights", "off"};
}

/// What is planned before a histogram comes is what the engine then records.
void NetworkPictureTest::formatsAreThoseRecorded() {
    QFETCH(QStringList, flags);
    const Records& records = trained(flags);
    QVERIFY(!records.empty());
    RunModel run(records.front().run_id());
    for (const run::Record& one : records) run.apply(one);
    const NetworkGraph graph = networkGraph(run);
    QVERIFY(graph.wired);
    const NetworkFormats planned = plannedFormats(graph, run.config());
    int compared = 0;
    const auto compare = [&](const std::string& tensor, run::Role role, const std::string& format) {
        const HistogramAt* at = run.latestHistogram(tensor, role);
        if (!at) return true;
        ++compared;
        if (at->histogram.format() != format)
            qWarning("%s, role %d: recorded %s, planned %s", tensor.c_str(), role, at->histogram.format().c_str(),
                     format.c_str());
        return at->histogram.format() == format;
    };
    bool same = true;
    for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
        same &= compare(graph.tensors[i].name, run::ROLE_ACTIVATION, planned.value[i]);
        same &= compare(graph.tensors[i].name, run::ROLE_ACTIVATION_GRADIENT, planned.gradient[i]);
    }
    for (std::size_t i = 0; i < graph.operations.size(); ++i)
        same &= compare(graph.operations[i].name + ".in", run::ROLE_ACTIVATION, planned.operand[i]);
    QVERIFY(same);
    QVERIFY2(compared > 3, qPrintable(QString::number(compared)));
    // Every record of a tensor belongs to an operation, in the layer that it names.
    for (const auto& [key, at] : run.latestHistograms()) {
        const int operation = graph.operationOf(key.first);
        QVERIFY2(operation >= 0, key.first.c_str());
        QCOMPARE(graph.operations[static_cast<std::size_t>(operation)].layer, at.histogram.layer());
    }
}

void NetworkPictureTest::linesHaveTheColourOfTheirFormat() {
    Shown shown(mlp());
    const ChartPalette colors = ChartPalette::fromWidget(&shown.diagram());
    QVERIFY(painted(shown, "fc1.out", "fc2", colors.precision(u"FP16").color) > 0);
    QCOMPARE(painted(shown, "fc1.out", "fc2", colors.precision(u"BF16").color), 0);
    Shown wide(trained({"--model", "mlp", "--depth", "1", "--width", "64", "--precision", "fp32"}));
    QVERIFY(painted(wide, "fc1.out", "fc2", colors.precision(u"FP32").color) > 0);
    QCOMPARE(wide.edge("fc1.out", "fc2")->cast, QString());
}

void NetworkPictureTest::anOverrideRecoloursLines() {
    Shown shown(mlp());
    const ChartPalette colors = ChartPalette::fromWidget(&shown.diagram());
    QCOMPARE(shown.edge("fc2", "fc2.relu")->format, QString("FP16"));
    const std::string id = mlp().front().run_id();
    shown.session.apply({changed(id, 3, "fc2", run::BF16)});
    shown.page.refreshNow();
    QCOMPARE(shown.edge("fc2", "fc2.relu")->format, QString("BF16"));
    QCOMPARE(shown.box("fc2.relu")->format, QString("BF16"));
    QVERIFY(painted(shown, "fc2", "fc2.relu", colors.precision(u"BF16").color) > 0);
    QCOMPARE(painted(shown, "fc2", "fc2.relu", colors.precision(u"FP16").color), 0);
    // Its neighbours keep theirs, so there is a cast before it and one behind it.
    QCOMPARE(shown.edge("fc1.out", "fc2")->cast, QString("BF16"));
    QCOMPARE(shown.edge("fc2.out", "fc3")->cast, QString("FP16"));
    const EdgeItem* mark = shown.diagram().edge("fc1.out", "fc2");
    QVERIFY(mark && !mark->markArea().isEmpty());
}

/// Beside the numbers of a step stand the formats that it had, and what the next ones have.
void NetworkPictureTest::theFigureKeepsTheFormatsOfItsStep() {
    Shown shown(mlp());
    shown.diagram().choose("fc2");
    const std::string id = mlp().front().run_id();
    shown.session.apply({changed(id, 3, "fc2", run::BF16)});
    shown.page.refreshNow();
    LayerFigure& shownFigure = shown.page.figure();
    QCOMPARE(shownFigure.title(), QString("Training step of fc2, at step 3"));
    for (const FigurePart part : {FigurePart::input, FigurePart::inputGradient, FigurePart::output,
                                  FigurePart::outputGradient, FigurePart::copy, FigurePart::weightGradient})
        QCOMPARE(shownFigure.figure()[part].format, QString("FP16"));
    QCOMPARE(shownFigure.figure()[FigurePart::output].note, QString("from step 4 on: BF16"));
    QCOMPARE(shownFigure.figure()[FigurePart::copy].note, QString("from step 4 on: BF16"));
    QCOMPARE(shownFigure.figure()[FigurePart::inputGradient].note.contains("BF16"), false);  // fc1 casts that one
    const QString painted = paintedTexts(shown.page.figure()).join('|');
    QVERIFY2(painted.contains("from step 4 on: BF16") || painted.contains("then BF16"), qPrintable(painted));
    QCOMPARE(shown.box("fc2")->note, QString("not recorded yet"));
    QVERIFY2(shown.box("fc2")->text.endsWith("Nothing is recorded in BF16 yet."), qPrintable(shown.box("fc2")->text));
    for (const double share : {shown.box("fc2")->flushed, shown.box("fc2")->overflow, shown.box("fc2")->normLost})
        QVERIFY(std::isnan(share));
    // After a second change the step of the first one is not claimed to be that of both.
    run::Record second = changed(id, 5, "fc2", run::BF16);
    *second.mutable_event()->mutable_change()->add_layer_overrides() =
        changed(id, 5, "fc1", run::FP32).event().change().layer_overrides(0);
    shown.session.apply({second});
    shown.page.refreshNow();
    QCOMPARE(shownFigure.figure()[FigurePart::output].note, QString("then BF16"));
    // Formats that are as they were at that step have not changed.
    shown.session.apply({changed(id, 6, "fc2", run::FP16)});
    shown.page.refreshNow();
    QVERIFY(!shownFigure.figure()[FigurePart::output].note.contains("FP16"));
    QVERIFY(!shown.box("fc2")->note.contains("recorded"));
}

void NetworkPictureTest::aFoldedBlockTellsNothingOfFormatsThatItHadBefore() {
    Shown shown(unet());
    if (shown.page.unfoldButton().text() == "Fold all") shown.page.unfoldButton().click();
    run::Record change = record(3, unet().front().run_id());
    change.mutable_event()->set_kind(run::EventRecord::CHANGED);
    change.mutable_event()->mutable_change()->set_precision(run::BF16);
    shown.session.apply({change});
    shown.page.refreshNow();
    int folded = 0;
    for (const DiagramBox& box : shown.diagram().diagram().boxes) {
        if (!box.folded || box.format != "BF16") continue;
        ++folded;
        QCOMPARE(box.note, QString("not recorded yet"));
        QVERIFY(!box.alarm);
        QVERIFY2(!box.text.contains("The worst in it"), qPrintable(box.text));
    }
    QVERIFY(folded > 0);
}

/// Before there are numbers of tensors, as of a ghost that goes on instead of its run.
void NetworkPictureTest::theScaleIsKnownFromTheFirstStep() {
    Records steps;
    for (const run::Record& one : mlp())
        if (one.has_started()) steps.push_back(one);
    Shown shown(steps);
    shown.diagram().choose("fc2");
    const auto unscale = [&] {
        shown.page.refreshNow();
        return shown.page.figure().figure()[FigurePart::unscale].extent;
    };
    QCOMPARE(unscale(), QString("÷ –"));
    for (const run::Record& one : mlp())
        if (one.has_step_done()) {
            shown.session.apply({one});
            break;
        }
    QCOMPARE(unscale(), QString("÷ 2¹⁶"));
    QVERIFY2(shown.box("loss")->text.startsWith("The loss of the batch is"), qPrintable(shown.box("loss")->text));
}

void NetworkPictureTest::everythingHasItsRoom_data() {
    QTest::addColumn<QStringList>("flags");
    QTest::addColumn<int>("points");
    for (const char* preset : {"transformer", "unet", "resnet"})
        for (const int points : {10, 15})
            QTest::newRow(qPrintable(QString("%1 %2").arg(preset).arg(points)))
                << QStringList{"--preset",  preset,   "--precision", QString(preset) == "resnet" ? "bf16" : "fp16",
                               "--scaling", "dynamic"}
                << points;
}

/// No box on another, no line through a box, no mark on a box or another mark, no name cut, everything in the scene.
void NetworkPictureTest::everythingHasItsRoom() {
    QFETCH(QStringList, flags);
    QFETCH(int, points);
    Shown shown(trained(flags));
    QFont font = shown.page.font();
    font.setPointSize(points);
    shown.page.setFont(font);
    shown.unfoldAll();
    for (const bool backward : {false, true}) {
        shown.page.setBackward(backward);
        QCoreApplication::processEvents();
        NetworkDiagram& diagram = shown.diagram();
        const NetworkLayout& layout = diagram.layout();
        const DiagramData& data = diagram.diagram();
        const QRectF scene = diagram.view().sceneRect();
        for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
            QVERIFY(scene.contains(layout.boxes[i]));
            for (std::size_t k = 0; k < i; ++k) QVERIFY(!layout.boxes[i].intersects(layout.boxes[k]));
            QFont bold = diagram.font(), small = diagram.font();
            bold.setBold(true);
            small.setPointSizeF(small.pointSizeF() * 0.88);
            const double needs = QFontMetricsF(bold).horizontalAdvance(data.boxes[i].label) +
                                 (data.boxes[i].label.endsWith(data.boxes[i].kind, Qt::CaseInsensitive)
                                      ? 0
                                      : QFontMetricsF(small).horizontalAdvance(data.boxes[i].kind)) +
                                 34;
            QVERIFY2(needs <= layout.boxes[i].width(), qPrintable(data.boxes[i].id));
        }
        for (std::size_t e = 0; e < layout.edges.size(); ++e) {
            QVERIFY(scene.contains(layout.edges[e].line.boundingRect().adjusted(-1, -1, 1, 1)));
            for (qsizetype p = 1; p < layout.edges[e].line.size(); ++p) {
                const QRectF piece = QRectF(layout.edges[e].line[p - 1], layout.edges[e].line[p]).normalized();
                for (std::size_t i = 0; i < layout.boxes.size(); ++i)
                    QVERIFY2(!piece.adjusted(-0.5, -0.5, 0.5, 0.5).intersects(layout.boxes[i].adjusted(2, 2, -2, -2)),
                             qPrintable(data.edges[e].tensor + " through " + data.boxes[i].id));
            }
        }
        std::vector<QRectF> marks;
        for (const DiagramEdge& edge : data.edges) {
            const EdgeItem* item = diagram.edge(edge.tensor, data.boxes[static_cast<std::size_t>(edge.to)].id);
            const QRectF area = item ? item->markArea() : QRectF();
            if (area.isEmpty()) continue;
            QVERIFY(scene.contains(area));
            for (const QRectF& box : layout.boxes) QVERIFY2(!box.intersects(area), qPrintable(edge.tensor));
            for (const QRectF& other : marks) QVERIFY2(!other.intersects(area), qPrintable(edge.tensor));
            marks.push_back(area);
        }
        QVERIFY(backward || !marks.empty());
    }
}

void NetworkPictureTest::fitsAndMagnifies() {
    Shown shown(unet());
    shown.unfoldAll();
    NetworkDiagram& diagram = shown.diagram();
    diagram.setFocus();
    QTest::keyClick(&diagram, Qt::Key_0);
    QVERIFY(diagram.fitted());
    QVERIFY(diagram.view().zoom() < kFullDetail);
    const QRectF window = diagram.view().viewport()->rect();
    for (const QString& id : shown.ids()) QVERIFY2(window.contains(diagram.boxArea(id)), qPrintable(id));
    QTest::keyClick(&diagram, Qt::Key_Plus);
    QVERIFY(!diagram.fitted());
    const double before = diagram.view().zoom();
    QWheelEvent wheel(window.center(), window.center(), {}, {0, 120}, {}, Qt::ControlModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(diagram.view().viewport(), &wheel);
    QVERIFY(diagram.view().zoom() > before);
}

/// A copied or saved picture, of either kind, has the boxes in it.
void NetworkPictureTest::thePictureShowsTheNetwork() {
    Shown shown(mlp());
    QTemporaryDir folder;
    QVERIFY(shown.diagram().savePictureTo(folder.filePath("network.svg")));
    QFile file(folder.filePath("network.svg"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString svg = QString::fromUtf8(file.readAll());
    QVERIFY(svg.contains("fc1.relu"));
    QVERIFY(svg.contains("Linear"));
    const std::unique_ptr<ChartTable> table(shown.diagram().makeTable());
    QVERIFY(table->toText().contains("fc1.relu\tReLU\t64\tFP16"));
}

/// Recordings number the modules of parameters and those of outputs apart: 0, 2, 4 are the first three of the one kind.
void NetworkPictureTest::modulesOfARecordingStandInTheOrderOfTheirOutputs() {
    run::Record begin = started("r", run::FP16);
    begin.mutable_started()->clear_tensors();
    begin.mutable_started()->mutable_foreign()->set_model("Sequential");
    const auto add = [&](const std::string& layer, const std::string& part, std::uint32_t place) {
        run::TensorInfo& info = *begin.mutable_started()->add_tensors();
        info.set_layer(layer);
        info.set_name(part == "output" ? layer : layer + "." + part);
        info.set_part(part);
        info.set_forward(place);
    };
    std::uint32_t place = 0;
    for (const char* layer : {"0", "2", "3.gate", "4"}) add(layer, "weight", place++);
    place = 0;
    for (const char* layer : {"0", "1", "2", "3", "4"}) add(layer, "output", place++);
    Shown shown({begin});
    QCOMPARE(shown.ids(), QStringList({"0", "1", "2", "3", "3.gate", "4"}));  // 3.gate has no output of its own
    const auto& boxes = shown.diagram().diagram().boxes;
    for (const DiagramEdge& edge : shown.diagram().diagram().edges) QCOMPARE(edge.to, edge.from + 1);
    QCOMPARE(boxes.size(), std::size_t{6});
}

}  // namespace mantissa::ui

QTEST_MAIN(mantissa::ui::NetworkPictureTest)
#include "network_picture_test.moc"
