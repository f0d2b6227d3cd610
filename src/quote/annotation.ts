import { visible } from './visible.ts';

/**
 * An annotation of GitHub Actions, on one line and with nothing in it that is a command of its own
 * (https://docs.github.com/actions/reference/workflow-commands-for-github-actions).
 */
export function writeAnnotation(
  kind: 'error' | 'warning' | 'notice',
  title: string,
  lines: readonly string[],
): string {
  const property = escapeData(visible(title)).replaceAll(':', '%3A').replaceAll(',', '%2C');
  return `::${kind} title=${property}::${lines.map((line) => escapeData(visible(line))).join('%0A')}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}
