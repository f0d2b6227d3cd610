import { quoteForShell } from '../../quote/shell.ts';
import { defaultSubprotocols } from '../../verify/client/verify-client.ts';
import { startBrowser } from '../../verify/connector/browser/browser.ts';
import { createCommand } from '../../verify/connector/command.ts';
import type { Connector } from '../../verify/connector/connector.ts';
import { createDriver } from '../../verify/connector/driver.ts';
import { UsageError } from '../usage-error.ts';

/** By what a client is brought to connect, and what it is asked to offer. */
export interface ClientStart {
  readonly driver?: boolean;
  readonly browser?: string;
  readonly subprotocol?: readonly string[];
}

/**
 * Starts a client, or makes ready to start it.
 *
 * @throws UsageError where nothing says how, or more than one thing; NoClient where it cannot be started
 */
export async function startClient(
  command: readonly string[],
  { driver, browser, subprotocol = defaultSubprotocols }: ClientStart,
  atOnce: number,
): Promise<Connector> {
  if ((command[0] === undefined) === (browser === undefined)) {
    throw new UsageError(
      'exactly one way to start the client was expected: a command after --, --browser or --listen',
    );
  }
  const how = { subprotocols: subprotocol, atOnce };
  if (browser !== undefined) return startBrowser(browser, how);
  return driver ? createDriver(command, how) : createCommand(command, how);
}

/** How a client is started, as a shell takes it behind a command of ws101. */
export function tellStart(
  command: readonly string[],
  { driver, browser, subprotocol }: ClientStart,
): readonly string[] {
  return [
    ...(subprotocol ? [`--subprotocol ${quoteForShell(subprotocol.join(','))}`] : []),
    ...(browser === undefined ? [] : [`--browser ${quoteForShell(browser)}`]),
    ...(driver ? ['--driver'] : []),
    ...(command.length > 0 ? ['--', ...command.map(quoteForShell)] : []),
  ];
}
