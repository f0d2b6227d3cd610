/** What the page of the zoo has besides the style of a report. */
export const style = `
.buttons { display: inline-flex; flex-wrap: wrap; gap: .5rem; }
button {
  padding: .35rem .75rem; color: var(--link); background: var(--card); font: inherit;
  border: 1px solid currentColor; border-radius: 6px; cursor: pointer;
}
button:disabled { color: var(--soft); cursor: default; }
#play-all { font-weight: 600; }
progress { width: 100%; accent-color: var(--link); }
#differences h3 { margin-top: 1rem; }
.group h3 { margin: 1.75rem 0 .5rem; }
.cases {
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)); gap: .75rem;
  list-style: none; margin: 0; padding: 0;
}
.case { min-width: 0; padding: .75rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
.case:target { outline: 3px solid var(--link); }
.case.differs { border-left: 5px solid var(--fail); }
.case h4 { font-size: 1rem; line-height: 1.35; color: var(--text); }
.case p { margin: .35rem 0; }
.case .soft { font-size: .9rem; }
.url { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between; }
.url button { padding: .15rem .6rem; }
.result { font-weight: 600; }
.result.same { color: var(--pass); }
.result.other { color: var(--fail); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
`;
