/** The style sheet of a report: light and dark, from narrow screens to wide ones, and on paper. */
export const style = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --card: #f6f7f9; --text: #1b1f24; --soft: #57606a; --line: #d5dae0; --link: #0b57d0;
  --pass: #12672f; --pass-back: #e3f5e8; --fail: #a40e26; --fail-back: #fdebec;
  --warn: #7a4b00; --warn-back: #fdf1d6; --mark: #ffe08a; --escape: #8250df;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #0f1318; --card: #181e25; --text: #e4e8ec; --soft: #9aa6b2; --line: #323b45; --link: #8ab4f8;
    --pass: #6fdc8c; --pass-back: #12301c; --fail: #ff9aa2; --fail-back: #3a161b;
    --warn: #f2c572; --warn-back: #352711; --mark: #6b5200; --escape: #c8a6ff;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; max-width: 84rem; padding: 1rem clamp(.75rem, 3vw, 2.5rem) 3rem;
  background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere;
}
h1 { font-size: 1.6rem; line-height: 1.2; margin: .5rem 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .5rem; }
h4 { font-size: .8rem; margin: 0 0 .25rem; color: var(--soft); }
p { margin: .5rem 0; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
code, pre { font: .84rem/1.55 ui-monospace, Consolas, 'DejaVu Sans Mono', monospace; }
h3 code { font-size: .95em; font-weight: 600; overflow-wrap: anywhere; }
[hidden] { display: none !important; }
.skip { position: absolute; left: -99rem; }
.skip:focus { position: static; }
nav ul, .counts { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: .4rem; }
nav ul { gap: .2rem 1.2rem; }
.soft { color: var(--soft); }
.run { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; margin: .5rem 0 1rem; }
.run div { display: flex; gap: .4rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.counts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; margin: 1rem 0; }
.counts li { padding: .6rem .9rem; border-radius: 8px; border: 1px solid; }
.counts b { display: block; font-size: 1.7rem; line-height: 1.2; }
.pass { color: var(--pass); background: var(--pass-back); border-color: var(--pass); }
.fail { color: var(--fail); background: var(--fail-back); border-color: var(--fail); }
.warn { color: var(--warn); background: var(--warn-back); border-color: var(--warn); }
.untested { color: var(--soft); background: var(--card); border-color: var(--line); }
.finding {
  margin: 1rem 0; padding: 1rem; background: var(--card);
  border: 1px solid var(--line); border-left: 5px solid var(--fail); border-radius: 8px;
}
.finding.should { border-left-color: var(--warn); }
.finding.waived { border-left: 5px dashed var(--line); color: var(--soft); }
.ended { padding: .6rem .9rem; border: 1px solid var(--fail); border-radius: 8px; color: var(--fail); background: var(--fail-back); }
.badge { display: inline-block; padding: 0 .5em; border: 1px solid; border-radius: 4px; font-size: .8rem; font-weight: 600; }
.facts { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem 1rem; margin: .75rem 0; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 26rem), 1fr)); gap: .75rem; margin-top: .5rem; }
.pair.four { grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.pair > div { min-width: 0; }
pre {
  margin: 0; padding: .6rem .75rem; overflow-x: auto; white-space: pre; overflow-wrap: normal;
  background: var(--back); border: 1px solid var(--line); border-radius: 6px;
}
.escape { color: var(--escape); }
mark { background: var(--mark); color: inherit; text-decoration: underline 2px; text-underline-offset: 3px; }
summary { cursor: pointer; padding: .15rem 0; }
.scroll { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; font-weight: 600; padding: 1.25rem 0 .25rem; }
.scroll table { min-width: 68rem; overflow-wrap: normal; }
.scroll caption { padding-top: 0; }
th, td { text-align: left; vertical-align: top; padding: .35rem .6rem; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .85rem; }
th[scope=row] { font-weight: 600; }
.scroll th[scope=row], .scroll code, td.seen, .source { white-space: nowrap; }
.cards th[scope=row] { font-weight: 400; }
.badge a { color: inherit; }
.fold { overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; margin: .5rem 0; }
.fold > summary { padding: .5rem .75rem; }
.fold > :not(summary) { margin: 0 .75rem .75rem; }
.fold > table { width: calc(100% - 1.5rem); }
.fold > table > caption { position: absolute; left: -99rem; }
.fold > ul { padding-left: 1.1rem; }
.fold li { margin: .3rem 0; }
.unlock { display: block; padding-left: 1rem; }
.unlock code, .fold li > code { white-space: nowrap; }
.filter { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; margin: .75rem 0; }
.filter select, .filter input {
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft); border-radius: 6px;
  padding: .3rem .5rem; max-width: 100%;
}
.policy { width: auto; min-width: min(100%, 34rem); }
@media (max-width: 40rem) {
  .facts { grid-template-columns: minmax(0, 1fr); gap: 0; }
  .facts dd { margin-bottom: .4rem; }
  .counts { grid-template-columns: 1fr 1fr; }
  .scroll .cards { min-width: 0; overflow-wrap: anywhere; }
  .cards, .cards caption, .cards tbody, .cards tr, .cards th, .cards td { display: block; }
  .cards thead { position: absolute; left: -99rem; }
  .cards tr { border-top: 1px solid var(--line); padding: .6rem 0; }
  .cards th, .cards td { border: 0; padding: .1rem 0; }
  .cards th[scope=row], .cards code { white-space: normal; }
  .fold > .cards td[data-label] { display: inline-block; margin-right: 1rem; }
  .cards td[data-label]::before { content: attr(data-label) ': '; color: var(--soft); }
}
@media print {
  body { max-width: none; }
  .finding { break-inside: avoid; }
  nav { display: none; }
  pre { white-space: pre-wrap; overflow-wrap: anywhere; }
}
`;
