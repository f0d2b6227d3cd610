import { checkOptions, describe, wrongKind } from '../option/check-options.ts';
import { callback, type Kind } from '../option/kind.ts';
import type { EndpointOptions } from './endpoint-option.ts';

/**
 * Finds what only types would find in the options of an endpoint, which may stand among others.
 *
 * @param place where they stand among the arguments of the caller
 * @throws TypeError for the first one that is unknown, of another kind, or missing
 */
export function checkEndpoint<Options extends Pick<EndpointOptions<never>, 'onConnection'>>(
  caller: string,
  options: Options,
  kind: Kind,
  place = '',
): void {
  checkOptions(caller, options, kind, place);
  const { onConnection } = options;
  if (onConnection === undefined)
    throw wrongKind(caller, `${place}onConnection`, describe(onConnection), callback.message);
}
