import { writeRequestMessage } from '../arbitraries/index.ts';
import { findFaults } from '../verify/oracle.ts';
import {
  canonicalMessage,
  readTarget,
  sampleKey,
  type Target,
  type TargetCredential,
  type TargetOptions,
} from '../verify/target.ts';
import { isFieldValue, isToken, type NewField } from '../wire/index.ts';
import { UsageError } from './usage-error.ts';

/** What the command line or a profile says of a target. */
export interface TargetSettings {
  readonly subprotocol?: readonly string[];
  readonly subprotocolRequired?: boolean;
  readonly origin?: readonly string[];
  readonly auth?: string;
  readonly header?: readonly NewField[];
  readonly versions?: readonly number[];
  readonly insecure?: boolean;
  readonly keyCheck?: NonNullable<TargetOptions['keyCheck']>;
}

/** @throws UsageError for a URL or settings of no use; it tells no secret */
export function makeTarget(url: string, settings: TargetSettings): Target {
  const { subprotocol, subprotocolRequired, origin, auth, header, versions, insecure, keyCheck } = settings;
  const odd = header?.find(([, value]) => !isFieldValue(value));
  if (odd) throw new UsageError(`--header ${odd[0]}: the value is none of a field (RFC 9110 §5.5)`);
  const read = readTarget(url, {
    ...(subprotocol ? { subprotocols: subprotocol } : {}),
    ...(subprotocolRequired === undefined ? {} : { subprotocolRequired }),
    ...(origin ? { origins: origin } : {}),
    ...(auth === undefined ? {} : { auth: readCredential(auth) }),
    ...(header ? { headers: header } : {}),
    ...(versions ? { versions } : {}),
    ...(insecure === undefined ? {} : { insecure }),
    ...(keyCheck ? { keyCheck } : {}),
  });
  if (!read.ok) throw new UsageError(read.problem);
  if (subprotocolRequired && !subprotocol) {
    throw new UsageError('a subprotocol is required, but none is named: --subprotocol names those supported');
  }
  checkOpening(read.value);
  return read.value;
}

/** What must be accepted may have no fault itself: whoever answers it rightly would be accused. */
function checkOpening(target: Target): void {
  const [fault] = findFaults(writeRequestMessage(canonicalMessage(target, sampleKey)), target);
  if (!fault) return;
  throw new UsageError(
    `what is declared of the target does not fit together: an opening made of it is refused by ${fault.clause} ` +
      `(${fault.guard}); look at --auth, --header, --origin and --subprotocol`,
  );
}

/**
 * Reads a credential as `--auth` has it. In a subprotocol it is told from other names by its beginning, up to and
 * with the first ".".
 *
 * @throws UsageError
 */
function readCredential(text: string): TargetCredential {
  const [, place = '', rest = ''] = /^([a-z-]+):(.*)$/s.exec(text) ?? [];
  const [, name = '', value = ''] = /^([^=]*)=(.+)$/s.exec(rest) ?? [];
  if (!isFieldValue(rest)) throw new UsageError('--auth: a control character in the credential');
  if (place === 'first-message' && rest !== '') return { in: 'firstMessage', value: rest };
  if (place === 'subprotocol') return readPrefixed(rest);
  if (value === '' || !['query', 'header', 'cookie'].includes(place)) throw new UsageError(authSyntax);
  if (place === 'query' && name !== '') return { in: 'query', name, value };
  if (!isToken(name)) throw new UsageError(`--auth ${place}: the name is no token (RFC 9110 §5.6.2)`);
  if (place === 'cookie') return { in: 'cookie', name, value };
  const [, scheme, token = ''] = /^(Bearer|Basic) +(.+)$/i.exec(value) ?? [];
  if (name.toLowerCase() !== 'authorization' || scheme === undefined) return { in: 'field', name, value };
  return { in: 'authorization', scheme: /^bearer$/i.test(scheme) ? 'Bearer' : 'Basic', value: token };
}

const authSyntax =
  '--auth: query:NAME=VALUE, header:NAME=VALUE, cookie:NAME=VALUE, subprotocol:VALUE or first-message:VALUE was expected';

function readPrefixed(text: string): TargetCredential {
  const at = text.indexOf('.') + 1;
  if (!isToken(text)) throw new UsageError('--auth subprotocol: the value is no token (RFC 6455 §4.1)');
  if (at > 0 && at < text.length)
    return { in: 'subprotocol', prefix: text.slice(0, at), value: text.slice(at) };
  throw new UsageError(
    '--auth subprotocol: a prefix was expected that tells the credential from other names, as in bearer.VALUE',
  );
}
