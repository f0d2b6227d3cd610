/** What tests have started and may not have ended: it is ended behind each test file. */
const endings = new Set<() => void>();

/** Has something ended behind the test file; @returns a function that says that it has ended by itself. */
export function endBehindFile(end: () => void): () => void {
  endings.add(end);
  return () => endings.delete(end);
}

export function endAll(): void {
  for (const end of endings) end();
  endings.clear();
}
