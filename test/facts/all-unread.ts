/** Facts that lie behind a fault, so that they are not read. */
export function allUnread<Fact extends string>(...facts: readonly Fact[]): Record<Fact, 'unread'> {
  return Object.fromEntries(facts.map((fact) => [fact, 'unread'])) as Record<Fact, 'unread'>; // fromEntries forgets the keys
}
