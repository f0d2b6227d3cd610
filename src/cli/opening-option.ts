import { type Command, Option } from 'commander';
import type { NewField } from '../wire/index.ts';
import { headerField } from './option.ts';
import type { TrustOptions } from './verify/trust.ts';

/** What the command line says of one opening that is made. */
export interface OpeningOptions extends TrustOptions {
  readonly subprotocol?: readonly string[];
  readonly header: readonly NewField[];
  readonly origin?: string;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly proxy?: string;
  readonly proxyFromEnvironment?: boolean;
  readonly deflate?: boolean;
}

/**
 * What an opening says.
 *
 * @param readNames reads the subprotocols
 */
export function addOpening(command: Command, readNames: (text: string) => readonly string[]): Command {
  return command
    .addOption(
      new Option('--subprotocol <a,b>', 'subprotocols to offer, in order of preference').argParser(readNames),
    )
    .addOption(
      new Option("--header <'N: v'>", 'a header field to send; can be repeated')
        .argParser(headerField)
        .default([], 'none'),
    )
    .option('--origin <origin>', 'value of the Origin field');
}

/** The way to a server: whose certificates are taken, and through which proxy it goes. */
export function addWay(command: Command): Command {
  return command
    .option('--insecure', 'accept any certificate of a wss server')
    .option('--ca <file>', 'PEM file with the certificate authorities to trust')
    .option(
      '--proxy <url>',
      'connect through this HTTP proxy, for example http://user:password@127.0.0.1:3128',
    )
    .option(
      '--proxy-from-environment',
      'take the proxy from HTTP_PROXY, HTTPS_PROXY, ALL_PROXY and NO_PROXY',
    );
}
