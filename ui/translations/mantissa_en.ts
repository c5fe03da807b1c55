<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en_US" sourcelanguage="en">
<context>
    <name>mantissa::ui::EngineClient</name>
    <message numerus="yes">
        <source>It was started again %n time(s) and died again, so it is not tried any more by itself.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonDesk</name>
    <message numerus="yes">
        <source>%1 About %n minutes.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::LessonPanel</name>
    <message numerus="yes">
        <source>Training %n runs side by side…</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ReportFiles</name>
    <message numerus="yes">
        <source>Report of %n run(s): %1</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
<context>
    <name>mantissa::ui::ResumeOffer</name>
    <message numerus="yes">
        <source>%n runs were interrupted before they were done.</source>
        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>
    </message>
</context>
</TS>
