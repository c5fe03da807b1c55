<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
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
        <source>%n training(s) over %1 casts and switches, %2 s</source>
        <translation>
            <numerusform>1 training over %1 casts and switches, %2 s</numerusform>
            <numerusform>%n trainings over %1 casts and switches, %2 s</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n cast(s) and switches</source>
        <translation>
            <numerusform>%n cast and switches</numerusform>
            <numerusform>%n casts and switches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>; %n of them known from before</source>
        <translation>
            <numerusform>; %n of them known from before</numerusform>
            <numerusform>; %n of them known from before</numerusform>
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
    <name>mantissa::ui::ReportFiles</name>
    <message numerus="yes">
        <source>Report of %n run(s): %1</source>
        <translation>
            <numerusform>Report of %n run: %1</numerusform>
            <numerusform>Report of %n runs: %1</numerusform>
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
    <name>mantissa::ui::SeedTable</name>
    <message numerus="yes">
        <source>Of %n seeds</source>
        <translation>
            <numerusform>Of one seed</numerusform>
            <numerusform>Of %n seeds</numerusform>
        </translation>
    </message>
</context>
</TS>
