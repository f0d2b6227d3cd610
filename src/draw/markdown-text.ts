/** Text in a cell of a table: nothing of it is markup. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&]/g, '\\$&').replace(/\s+/g, ' ');
}

/** A table of Markdown; what stands in its cells is escaped already. A column `#` has numbers. */
export function writeTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |\n`;
  const rule = titles.map((title) => (title === '#' ? '---:' : '---'));
  return [titles, rule, ...rows].map(line).join('');
}
