<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>mantissa::ui::EngineClient</name>
    <message numerus="yes">
        <source>It was started again %n time(s) and died again, so it is not tried any more by itself.</source>
        <translation>
            <numerusform>It was started again once and died again, so it is not tried any more by itself.</numerusform>
            <numerusform>It was started again %n times and died again, so it is not tried any more by itself.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The window has connected again %n time(s); it does not try any more by itself.</source>
        <translation>
            <numerusform>The window has connected again once; it does not try any more by itself.</numerusform>
            <numerusform>The window has connected again %n times; it does not try any more by itself.</numerusform>
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
        <source>A race of %n lanes was interrupted before it was done: %1.</source>
        <translation>
            <numerusform>A race of %n lane was interrupted before it was done: %1.</numerusform>
            <numerusform>A race of %n lanes was interrupted before it was done: %1.</numerusform>
        </translation>
    </message>
</context>
</TS>
