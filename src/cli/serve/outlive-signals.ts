/**
 * Has this process outlive SIGINT, SIGTERM and SIGHUP from the second on. A terminal signals every process, and a primary its
 * workers as well: what comes again must not end what the first began.
 */
export function outliveSignals(): void {
  process
    .on('SIGINT', () => {})
    .on('SIGTERM', () => {})
    .on('SIGHUP', () => {});
}
