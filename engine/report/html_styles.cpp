// SPDX-License-Identifier: Apache-2.0
// How a report looks on a screen, light and dark, and on paper.
#include "engine/report/html_parts.h"

namespace mantissa {

// No character that XML would read as markup: the sheet stands unescaped in the document.
const char* report_styles() {
    return R"(
:root { color-scheme: light dark; --text: #1a1a1a; --muted: #5c5c5c; --back: #ffffff; --line: #c9c9c9; --box: #f4f4f2; }
@media (prefers-color-scheme: dark) {
  :root { --text: #ececec; --muted: #ababab; --back: #1c1c1e; --line: #4a4a4d; --box: #29292c; }
}
body { margin: 0 auto; max-width: 64rem; padding: 1.5rem; color: var(--text); background: var(--back);
  font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .3rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 .6rem; padding-bottom: .2rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .4rem 0; }
.muted { color: var(--muted); font-size: .9em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .87rem; font-variant-numeric: tabular-nums; }
th, td { padding: .22rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; text-align: right;
  overflow-wrap: normal; }
thead th { border-bottom: 2px solid var(--line); vertical-align: bottom; }
tbody th, th.text, td.text { text-align: left; font-weight: 600; }
td.text { font-weight: 400; overflow-wrap: break-word; min-width: 4rem; }
td.long { min-width: 16rem; overflow-wrap: anywhere; }
td.name { min-width: 8rem; overflow-wrap: anywhere; }
.facts td.text { overflow-wrap: anywhere; }
.differs td, .differs th { font-weight: 700; }
pre, .note { white-space: pre-wrap; overflow-wrap: anywhere; background: var(--box); border: 1px solid var(--line);
  border-radius: 4px; padding: .6rem .8rem; margin: .4rem 0; }
pre, code { font: .85rem/1.45 ui-monospace, monospace; }
pre bdi { display: inline-block; max-width: 100%; }
figure { margin: 1.2rem 0; }
figcaption { font-size: .9rem; }
.chart { max-width: 100%; height: auto; color: var(--text); display: block; }
.legend { list-style: none; margin: .3rem 0; padding: 0; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem;
  font-size: .87rem; }
.swatch { vertical-align: middle; }
.finding { border-left: 4px solid var(--line); padding: .1rem .8rem; margin: .6rem 0; }
.finding.warning { border-left: 4px double var(--text); }
.finding.advice { border-left: 4px solid var(--muted); }
details { font-size: .87rem; margin: .2rem 0 .6rem; }
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--text); outline-offset: 2px; }
.histograms { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: .4rem 1.2rem; }
.histograms figure { margin: .4rem 0; }
.snippets { display: grid; grid-template-columns: repeat(auto-fit, minmax(26rem, 1fr)); gap: 0 1.2rem; }
.snippets pre { font-size: .78rem; }
.sheet h2 { margin: 1.1rem 0 .4rem; }
.sheet ul { margin: .2rem 0; padding-left: 1.2rem; }
.facts td, .facts th { border-bottom: none; padding: .05rem .6rem .05rem 0; }
.columns { columns: 2 24rem; }
.columns table { width: 100%; }
@page { margin: 13mm; }
@media print {
  :root { color-scheme: light; --text: #000000; --muted: #444444; --back: #ffffff; --line: #bbbbbb; --box: #ffffff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .wide { overflow: visible; }
  table { font-size: 6.5pt; }
  th, td { padding: 1.5pt 3.7pt; }
  td.name { min-width: 48pt; }
  section.run { break-before: page; }
  h2, h3, .legend { break-after: avoid; }
  thead { display: table-header-group; }
  figure, tr, .finding { break-inside: avoid; }
  details { display: none; }
  .sheet { font-size: 8pt; line-height: 1.35; }
  .sheet h1 { font-size: 13pt; }
  .sheet h2 { font-size: 9.5pt; margin: 5pt 0 2pt; }
  .sheet h3 { font-size: 8pt; margin: 3pt 0 1pt; }
  .sheet p, .sheet ul { margin: 1pt 0; }
  .sheet pre { padding: 2pt 4pt; margin: 1pt 0; }
  .sheet pre, .sheet code { font-size: 6pt; line-height: 1.3; }
  .snippets { grid-template-columns: 1fr 1fr; gap: 0 6pt; }
  thead { display: table-header-group; }
}
)";
}

}  // namespace mantissa
