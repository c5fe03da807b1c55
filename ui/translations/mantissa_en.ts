<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>QObject</name>
    <message numerus="yes">
        <source>%n runs</source>
        <translation>
            <numerusform>%n run</numerusform>
            <numerusform>%n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps skipped</source>
        <translation>
            <numerusform>%n step skipped</numerusform>
            <numerusform>%n steps skipped</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui</name>
    <message numerus="yes">
        <source>%n runs imported</source>
        <translation>
            <numerusform>%n run imported</numerusform>
            <numerusform>%n runs imported</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n were here already</source>
        <translation>
            <numerusform>%n was here already</numerusform>
            <numerusform>%n were here already</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs deleted in the file left out</source>
        <translation>
            <numerusform>%n run deleted in the file left out</numerusform>
            <numerusform>%n runs deleted in the file left out</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%2 layers)</source>
        <translation>
            <numerusform>%1 (%2 layer)</numerusform>
            <numerusform>%1 (%2 layers)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n seeds are still to come.</source>
        <translation>
            <numerusform>%n seed is still to come.</numerusform>
            <numerusform>%n seeds are still to come.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>pixels, %1 images</source>
        <translation>
            <numerusform>pixels, %1 image</numerusform>
            <numerusform>pixels, %1 images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>PSNR, %1 images</source>
        <translation>
            <numerusform>PSNR, %1 image</numerusform>
            <numerusform>PSNR, %1 images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>R², %1 rows</source>
        <translation>
            <numerusform>R², %1 row</numerusform>
            <numerusform>R², %1 rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>tokens right, %1 texts</source>
        <translation>
            <numerusform>tokens right, %1 text</numerusform>
            <numerusform>tokens right, %1 texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>test, %1 texts</source>
        <translation>
            <numerusform>test, %1 text</numerusform>
            <numerusform>test, %1 texts</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>test, %1 images</source>
        <translation>
            <numerusform>test, %1 image</numerusform>
            <numerusform>test, %1 images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source> (%1 values)</source>
        <translation>
            <numerusform> (%1 value)</numerusform>
            <numerusform> (%1 values)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %1 values</source>
        <translation>
            <numerusform>, %1 value</numerusform>
            <numerusform>, %1 values</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The scale grows after %n steps in a row without inf or NaN: %1 done, %2 to go</source>
        <translation>
            <numerusform>The scale grows after %n step without inf or NaN: %1 done, %2 to go</numerusform>
            <numerusform>The scale grows after %n steps in a row without inf or NaN: %1 done, %2 to go</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, but only %n steps are left: it will not grow again.</source>
        <translation>
            <numerusform>, but only %n step is left: it will not grow again.</numerusform>
            <numerusform>, but only %n steps are left: it will not grow again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, but only %n steps are left: it will never grow. A shorter interval would let it.</source>
        <translation>
            <numerusform>, but only %n step is left: it will never grow. A shorter interval would let it.</numerusform>
            <numerusform>, but only %n steps are left: it will never grow. A shorter interval would let it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows</source>
        <translation>
            <numerusform>%n row</numerusform>
            <numerusform>%n rows</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n sequences</source>
        <translation>
            <numerusform>%n sequence</numerusform>
            <numerusform>%n sequences</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images</source>
        <translation>
            <numerusform>%n image</numerusform>
            <numerusform>%n images</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 pulses</source>
        <translation>
            <numerusform>%1 pulse</numerusform>
            <numerusform>%1 pulses</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 saturated pairs were written anew</source>
        <translation>
            <numerusform>%1 saturated pair was written anew</numerusform>
            <numerusform>%1 saturated pairs were written anew</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>learning rate, first of %n</source>
        <translation>
            <numerusform>learning rate, first of %n</numerusform>
            <numerusform>learning rate, first of %n</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups of parameters have rates of their own, at first: %1. Of the steps the first one&apos;s is recorded.</source>
        <translation>
            <numerusform>%n group of parameters has a rate of its own, at first: %1. Of the steps the first one&apos;s is recorded.</numerusform>
            <numerusform>%n groups of parameters have rates of their own, at first: %1. Of the steps the first one&apos;s is recorded.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::CauseDialog</name>
    <message numerus="yes">
        <source>Searches the smallest cure: %n training(s) so far</source>
        <translation>
            <numerusform>Searches the smallest cure: 1 training so far</numerusform>
            <numerusform>Searches the smallest cure: %n trainings so far</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cast(s) and switches</source>
        <translation>
            <numerusform>%n cast and switches</numerusform>
            <numerusform>%n casts and switches</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::DecisionDialog</name>
    <message numerus="yes">
        <source>%n runs: %1, each with the seeds %2 to %3, from which the sheet has the test result and its spread.</source>
        <translation>
            <numerusform>%n run: %1, with the seeds %2 to %3, from which the sheet has the test result and its spread.</numerusform>
            <numerusform>%n runs: %1, each with the seeds %2 to %3, from which the sheet has the test result and its spread.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::EngineClient</name>
    <message numerus="yes">
        <source>It was restarted %n time(s) and ended each time, so the window does not try again by itself.</source>
        <translation>
            <numerusform>It was restarted once and ended again, so the window does not try again by itself.</numerusform>
            <numerusform>It was restarted %n times and ended each time, so the window does not try again by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The window has reconnected %n time(s); it does not try again by itself.</source>
        <translation>
            <numerusform>The window has reconnected once; it does not try again by itself.</numerusform>
            <numerusform>The window has reconnected %n times; it does not try again by itself.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FieldGrid</name>
    <message numerus="yes">
        <source>%1 steps</source>
        <translation>
            <numerusform>%1 step</numerusform>
            <numerusform>%1 steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FoldedBars</name>
    <message numerus="yes">
        <source>%1 rows more are not shown: fold something, or filter.</source>
        <translation>
            <numerusform>%1 row more is not shown: fold something, or filter.</numerusform>
            <numerusform>%1 rows more are not shown: fold something, or filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::FormatHeatMap</name>
    <message numerus="yes">
        <source>%1 exponent bits, %n fraction bits</source>
        <translation>
            <numerusform>%1 exponent bits, %n fraction bit</numerusform>
            <numerusform>%1 exponent bits, %n fraction bits</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HealthPage</name>
    <message numerus="yes">
        <source>%1 rows more are not shown: fold something, or filter.</source>
        <translation>
            <numerusform>%1 row more is not shown: fold something, or filter.</numerusform>
            <numerusform>%1 rows more are not shown: fold something, or filter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::HistogramChart</name>
    <message numerus="yes">
        <source>%1 ≤ |x| &lt; %2: %3 values, %4</source>
        <translation>
            <numerusform>%1 ≤ |x| &lt; %2: %3 value, %4</numerusform>
            <numerusform>%1 ≤ |x| &lt; %2: %3 values, %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %2 of %3 values. %4.</source>
        <translation>
            <numerusform>%1: %2 of %3 value. %4.</numerusform>
            <numerusform>%1: %2 of %3 values. %4.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonDesk</name>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation>
            <numerusform>%1 About %n minute.</numerusform>
            <numerusform>%1 About %n minutes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonPanel</name>
    <message numerus="yes">
        <source>Training %n runs side by side…</source>
        <translation>
            <numerusform>Training %n run…</numerusform>
            <numerusform>Training %n runs side by side…</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LibrarySink</name>
    <message numerus="yes">
        <source>%1: a recorded training of %n steps is in the library.</source>
        <translation>
            <numerusform>%1: a recorded training of %n step is in the library.</numerusform>
            <numerusform>%1: a recorded training of %n steps is in the library.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of its lines cannot be read and were left out; its log says which.</source>
        <translation>
            <numerusform>%n of its lines cannot be read and was left out; its log says which.</numerusform>
            <numerusform>%n of its lines cannot be read and were left out; its log says which.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LineChart</name>
    <message numerus="yes">
        <source>%n skipped steps</source>
        <translation>
            <numerusform>%n skipped step</numerusform>
            <numerusform>%n skipped steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>grew %n times</source>
        <translation>
            <numerusform>grew %n time</numerusform>
            <numerusform>grew %n times</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkBudget</name>
    <message numerus="yes">
        <source>All at once in %1: keeps up with FP32 (one seed, %n steps).</source>
        <translation>
            <numerusform>All at once in %1: keeps up with FP32 (one seed, %n step).</numerusform>
            <numerusform>All at once in %1: keeps up with FP32 (one seed, %n steps).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>All at once in %1: falls behind FP32 (one seed, %n steps).</source>
        <translation>
            <numerusform>All at once in %1: falls behind FP32 (one seed, %n step).</numerusform>
            <numerusform>All at once in %1: falls behind FP32 (one seed, %n steps).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It needs %1 exponent and %n fraction bits while everything else is in FP32 (%2).</source>
        <translation>
            <numerusform>It needs %1 exponent bits and %n fraction bit while everything else is in FP32 (%2).</numerusform>
            <numerusform>It needs %1 exponent and %n fraction bits while everything else is in FP32 (%2).</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::NetworkState</name>
    <message numerus="yes">
        <source>%n operations</source>
        <translation>
            <numerusform>%n operation</numerusform>
            <numerusform>%n operations</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RatioChart</name>
    <message numerus="yes">
        <source>%1 ≤ ratio &lt; %2: %3 updates, %4%5</source>
        <translation>
            <numerusform>%1 ≤ ratio &lt; %2: %3 update, %4%5</numerusform>
            <numerusform>%1 ≤ ratio &lt; %2: %3 updates, %4%5</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RecipesWindow</name>
    <message numerus="yes">
        <source>%n steps</source>
        <translation>
            <numerusform>%n step</numerusform>
            <numerusform>%n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RecordingWatch</name>
    <message numerus="yes">
        <source>%n lines cannot be read and were left out. The first one is %1</source>
        <translation>
            <numerusform>%n line cannot be read and was left out: %1</numerusform>
            <numerusform>%n lines cannot be read and were left out. The first one is %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Recordings</name>
    <message numerus="yes">
        <source>Nothing new for %n minutes: the training pauses, or was killed. It is watched further.</source>
        <translation>
            <numerusform>Nothing new for %n minute: the training pauses, or was killed. It is watched further.</numerusform>
            <numerusform>Nothing new for %n minutes: the training pauses, or was killed. It is watched further.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ReportFiles</name>
    <message numerus="yes">
        <source>Report of %n run(s): %1</source>
        <translation>
            <numerusform>Report of %n run: %1</numerusform>
            <numerusform>Report of %n runs: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save report of the %n selected runs</source>
        <translation>
            <numerusform>Save report of the selected run</numerusform>
            <numerusform>Save report of the %n selected runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save report of the %n runs on the charts</source>
        <translation>
            <numerusform>Save report of the run on the charts</numerusform>
            <numerusform>Save report of the %n runs on the charts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ResumeOffer</name>
    <message numerus="yes">
        <source>A race of %n runs was interrupted before it was done: %1.</source>
        <translation>
            <numerusform>A race of %n run was interrupted before it was done: %1.</numerusform>
            <numerusform>A race of %n runs was interrupted before it was done: %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunDetailsPanel</name>
    <message numerus="yes">
        <source>%n more changes</source>
        <translation>
            <numerusform>%n more change</numerusform>
            <numerusform>%n more changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1, %2 steps</source>
        <translation>
            <numerusform>%1, %2 step</numerusform>
            <numerusform>%1, %2 steps</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs on the charts, all with the same settings.</source>
        <translation>
            <numerusform>%n run on the charts.</numerusform>
            <numerusform>%n runs on the charts, all with the same settings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs on the charts.</source>
        <translation>
            <numerusform>%n run on the charts.</numerusform>
            <numerusform>%n runs on the charts.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected runs, all with the same settings.</source>
        <translation>
            <numerusform>%n selected run.</numerusform>
            <numerusform>%n selected runs, all with the same settings.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n selected runs.</source>
        <translation>
            <numerusform>%n selected run.</numerusform>
            <numerusform>%n selected runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunList</name>
    <message numerus="yes">
        <source>%n deleted runs were erased for good.</source>
        <translation>
            <numerusform>%n deleted run was erased for good.</numerusform>
            <numerusform>%n deleted runs were erased for good.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs were exported to %1.</source>
        <translation>
            <numerusform>%n run was exported to %1.</numerusform>
            <numerusform>%n runs were exported to %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunningSums</name>
    <message numerus="yes">
        <source>at %1, after %n terms</source>
        <translation>
            <numerusform>at %1, after %n term</numerusform>
            <numerusform>at %1, after %n terms</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::RunsDock</name>
    <message numerus="yes">
        <source>%n runs deleted</source>
        <translation>
            <numerusform>%n run deleted</numerusform>
            <numerusform>%n runs deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Save report of %n runs…</source>
        <translation>
            <numerusform>Save report of %n run…</numerusform>
            <numerusform>Save report of %n runs…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n deleted runs for good…</source>
        <translation>
            <numerusform>Erase %n deleted run for good…</numerusform>
            <numerusform>Erase %n deleted runs for good…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Delete %n runs</source>
        <translation>
            <numerusform>Delete %n run</numerusform>
            <numerusform>Delete %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Export %n runs</source>
        <translation>
            <numerusform>Export %n run</numerusform>
            <numerusform>Export %n runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Erase %n deleted runs for good?</source>
        <translation>
            <numerusform>Erase %n deleted run for good?</numerusform>
            <numerusform>Erase %n deleted runs for good?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ScalePage</name>
    <message numerus="yes">
        <source>in %n steps</source>
        <translation>
            <numerusform>in %n step</numerusform>
            <numerusform>in %n steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SeedTable</name>
    <message numerus="yes">
        <source>Of %n seeds</source>
        <translation>
            <numerusform>Of one seed</numerusform>
            <numerusform>Of %n seeds</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SetupDock</name>
    <message numerus="yes">
        <source>%n settings changed · back to preset</source>
        <translation>
            <numerusform>%n setting changed · back to preset</numerusform>
            <numerusform>%n settings changed · back to preset</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SpeedPage</name>
    <message numerus="yes">
        <source>Stopped after %1 of %n cases. %2</source>
        <translation>
            <numerusform>Stopped after %1 of %n case. %2</numerusform>
            <numerusform>Stopped after %1 of %n cases. %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::SweepTable</name>
    <message numerus="yes">
        <source>%1 done, %2 training, %3 waiting, %4 failed, of %n runs.</source>
        <translation>
            <numerusform>%1 done, %2 training, %3 waiting, %4 failed, of %n run.</numerusform>
            <numerusform>%1 done, %2 training, %3 waiting, %4 failed, of %n runs.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Timeline</name>
    <message numerus="yes">
        <source>%n bookmarks</source>
        <translation>
            <numerusform>%n bookmark</numerusform>
            <numerusform>%n bookmarks</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n skipped steps</source>
        <translation>
            <numerusform>%n skipped step</numerusform>
            <numerusform>%n skipped steps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::Waterfall</name>
    <message numerus="yes">
        <source>%n histograms, step %1 to %2</source>
        <translation>
            <numerusform>%n histogram, step %1 to %2</numerusform>
            <numerusform>%n histograms, step %1 to %2</numerusform>
        </translation>
    </message>
</context>
</TS>
