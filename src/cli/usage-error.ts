/** The command was called in a way that makes no sense: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
