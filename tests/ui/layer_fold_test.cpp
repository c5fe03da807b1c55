// SPDX-License-Identifier: Apache-2.0
// Thousands of layers as a tree: folded by module, filtered, the worst first.
#include "ui/models/layer_fold.h"

#include <QTest>

using namespace mantissa;
using namespace mantissa::ui;

namespace {

HealthReport reportOf(const std::vector<std::pair<std::string, double>>& layers) {
    HealthReport report;
    int place = 0;
    for (const auto& [name, lost] : layers) {
        HealthRow row;
        row.layer = name;
        row.place = place++;
        row.severity = row.rank = lost;
        for (std::size_t i = 0; i < kHealthRoles.size(); ++i) {
            row.cells[i].layer = name;
            row.cells[i].role = kHealthRoles[i];
            row.cells[i].state = lost > 0.1 ? HealthState::alarm : HealthState::well;
            row.cells[i].normLost = lost;
        }
        report.rows.push_back(row);
    }
    return report;
}

QString shown(const std::vector<FoldRow>& rows) {
    QString all;
    for (const FoldRow& row : rows)
        all += QString(row.depth, ' ') + (row.folder ? (row.open ? "-" : "+") : "") +
               QString::fromStdString(row.label) + '\n';
    return all;
}

}  // namespace

class LayerFoldTest : public QObject {
    Q_OBJECT

  private slots:
    void folders_stand_for_what_is_in_them_worst_first() {
        const HealthReport report = reportOf(
            {{"t.wte", 0}, {"t.h.0.attn", 0}, {"t.h.0.mlp", 0.2}, {"t.h.1.attn", 0.9}, {"t.h.1.mlp", 0}, {"head", 0}});
        QCOMPARE(shown(foldLayers(report, {}, "")), QString("+t\nhead\n"));
        const auto rows = foldLayers(report, {"t", "t.h"}, "");
        QCOMPARE(shown(rows), QString("-t\n -h\n  +1\n  +0\n wte\nhead\n"));
        QCOMPARE(rows[0].layers, std::size_t(5));
        QCOMPARE(rows[0].worst[3]->layer, std::string("t.h.1.attn"));
        QCOMPARE(rows[3].worst[3]->layer, std::string("t.h.0.mlp"));
    }

    void a_folder_with_one_child_goes_on_in_its_row() {
        const HealthReport report = reportOf({{"a.b.c.x", 0}, {"a.b.c.y", 0}, {"z", 0}});
        QCOMPARE(shown(foldLayers(report, {}, "")), QString("+a.b.c\nz\n"));
        QCOMPARE(shown(foldLayers(report, {"a.b.c"}, "")), QString("-a.b.c\n x\n y\nz\n"));
        QCOMPARE(shown(foldLayers(reportOf({{"m.only", 0}, {"z", 0}}), {}, "")), QString("m.only\nz\n"));
    }

    /// A U-Net has a layer "e1" and a folder "e1" of its convolutions: what is chosen is one of the two,
    /// and what is read.
    void a_folder_is_told_from_a_layer_of_its_name() {
        const HealthReport report = reportOf({{"e1", 0}, {"e1.a", 0}, {"e1.b", 0}, {"z", 0}});
        const auto rows = foldLayers(report, {"e1"}, "");
        QCOMPARE(shown(rows), QString("e1\n-e1.*\n a\n b\nz\n"));
        QCOMPARE(gridName(rows[0]), std::string("e1"));
        QCOMPARE(gridName(rows[1]), std::string("e1/"));
        QCOMPARE(gridName(rows[2]), std::string("e1.a"));
    }

    void a_filter_unfolds_what_it_leaves() {
        const HealthReport report =
            reportOf({{"t.h.0.attn", 0}, {"t.h.0.mlp", 0}, {"t.h.1.attn", 0}, {"t.h.1.mlp", 0}});
        QCOMPARE(shown(foldLayers(report, {}, "MLP")),
                 QString("0.mlp\n1.mlp\n").replace("0.mlp", "t.h.0.mlp").replace("1.mlp", "t.h.1.mlp"));
        QVERIFY(foldLayers(report, {}, "nothing").empty());
    }

    void what_is_shown_is_bounded() {
        std::vector<std::pair<std::string, double>> many;
        for (int i = 0; i < 2000; ++i) many.emplace_back("m" + std::to_string(i), 0.0);
        std::size_t hidden = 0;
        QCOMPARE(foldLayers(reportOf(many), {}, "", &hidden).size(), kMostFoldRows);
        QCOMPARE(hidden, 2000 - kMostFoldRows);
    }
};

QTEST_APPLESS_MAIN(LayerFoldTest)
#include "layer_fold_test.moc"
