/**
 * Calls a function of the user's. What it throws becomes an uncaught exception of its own, and disturbs nothing
 * that is under way here.
 *
 * @param otherwise the result where it throws
 */
export function attempt<R>(call: () => R, otherwise: R): R {
  try {
    return call();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
    return otherwise;
  }
}
