/** The page's styles, for light and dark mode. */
export const style = `
:root { color-scheme: light dark; --page: #fff; --ink: #1b2430; --soft: #5a6675; --line: #dde3ea;
  --panel: #f5f7fa; --before: #9aa7b6; --after: #2563c9; --refused: #c77b12; --missed: #b3352f;
  --good: #1a7f4b; --bad: #b3352f; }
@media (prefers-color-scheme: dark) { :root { --page: #12171e; --ink: #e6ebf1; --soft: #9ba8b7;
  --line: #2c3642; --panel: #1a212b; --before: #6d7b8c; --after: #6ea2f5; --refused: #e0a04a;
  --missed: #ec7a72; --good: #56c48c; --bad: #ec7a72; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 62rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .4rem; }
h2 { font-size: 1.2rem; margin: 2.6rem 0 .4rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .2rem; }
p { margin: .4rem 0; max-width: 46rem; }
.soft, figcaption, small { color: var(--soft); }
.verdict { border: 1px solid var(--line); border-left: 6px solid var(--good); background: var(--panel);
  padding: 1rem 1.25rem; border-radius: 6px; margin: 1.4rem 0; }
.verdict.failed { border-left-color: var(--bad); }
.verdict strong { font-size: 1.1rem; }
.verdict ul { list-style: none; margin: .6rem 0 0; padding: 0; }
.verdict li { display: grid; grid-template-columns: 1.6rem 1fr; padding: .15rem 0; }
.yes { color: var(--good); } .no { color: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); gap: .8rem;
  margin: 1rem 0; padding: 0; list-style: none; }
.tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: 6px; padding: .8rem 1rem; }
.tiles b { display: block; font-size: 1.35rem; line-height: 1.3; }
.tiles span { color: var(--soft); font-size: .9rem; }
figure { margin: .8rem 0; overflow-x: auto; }
figcaption { font-size: .9rem; margin-bottom: .5rem; }
svg { display: block; width: 100%; min-width: 36rem; height: auto; font: 12px system-ui, sans-serif; }
svg text { fill: var(--ink); }
.figure, .label { text-anchor: middle; } .figure { font-size: 10.5px; fill: var(--soft); }
.name { text-anchor: end; } .axis { stroke: var(--line); }
rect.before { fill: var(--before); } rect.after { fill: var(--after); }
rect.refused { fill: var(--refused); } rect.missed { fill: var(--missed); }
.key { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin: 0 .35em 0 .9em;
  vertical-align: -.05em; } .key:first-child { margin-left: 0; }
.key.before { background: var(--before); } .key.after { background: var(--after); }
.key.refused { background: var(--refused); } .key.missed { background: var(--missed); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; margin: .6rem 0; min-width: 30rem; font-variant-numeric: tabular-nums; }
th, td { white-space: nowrap; text-align: right; padding: .35rem .8rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { color: var(--soft); font-weight: 500; font-size: .9rem; }
tbody th { font-weight: 400; }
code { font: .88em ui-monospace, Menlo, Consolas, monospace; }
`;
