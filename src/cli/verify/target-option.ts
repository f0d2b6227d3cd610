import { writeRequestMessage } from '../../arbitraries/index.ts';
import { encodeQueryPart } from '../../auth/query-value.ts';
import { tokenPrefixes } from '../../auth/secret-field.ts';
import { findFaults } from '../../verify/judge/oracle.ts';
import {
  canonicalMessage,
  readTarget,
  sampleKey,
  type Target,
  type TargetCredential,
  type TargetDeclaration,
} from '../../verify/judge/target.ts';
import { isFieldValue, isToken, type NewField } from '../../wire/index.ts';
import { UsageError } from '../usage-error.ts';

/** What the command line or a profile says of a target. */
export interface TargetSettings {
  readonly subprotocol?: readonly string[];
  readonly subprotocolRequired?: boolean;
  readonly origin?: readonly string[];
  readonly auth?: string;
  readonly header?: readonly NewField[];
  readonly versions?: readonly number[];
  readonly insecure?: boolean;
  readonly keyCheck?: NonNullable<TargetDeclaration['keyCheck']>;
  readonly showSecrets?: boolean;
}

/** @throws UsageError for a URL or settings of no use; it tells no secret */
export function makeTarget(url: string, settings: TargetSettings): Target {
  const { subprotocol, subprotocolRequired, origin, auth, header, versions, insecure, keyCheck } = settings;
  const odd = header?.find(([, value]) => !isFieldValue(value));
  if (odd)
    throw new UsageError(
      `--header ${odd[0]}: the value has a character that a field value cannot have (RFC 9110 §5.5)`,
    );
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
    throw new UsageError(
      'a subprotocol is required, but none is named: name the supported ones with --subprotocol',
    );
  }
  const credential = read.value.options.auth;
  if (credential?.in === 'subprotocol' && subprotocol?.includes(`${credential.prefix}${credential.value}`)) {
    throw new UsageError('--auth subprotocol: the credential cannot be one of the names of --subprotocol');
  }
  checkOpening(read.value);
  return settings.showSecrets ? { ...read.value, areSecretsShown: true } : read.value;
}

/** What must be accepted may have no fault itself: whoever answers it rightly would be accused. */
function checkOpening(target: Target): void {
  const [fault] = findFaults(writeRequestMessage(canonicalMessage(target, sampleKey)), target);
  if (!fault) return;
  throw new UsageError(
    `the options that describe the target contradict each other: an opening made from them breaks ${fault.clause} ` +
      `(${fault.guard}); check --auth, --header, --origin and --subprotocol`,
  );
}

/**
 * Reads a credential as `--auth` has it.
 *
 * @throws UsageError
 */
function readCredential(text: string): TargetCredential {
  const [, place = '', rest = ''] = /^([a-z-]+):(.*)$/s.exec(text) ?? [];
  const [, name = '', value = ''] = /^([^=]*)=(.+)$/s.exec(rest) ?? [];
  if (/[\p{Cc}\p{Cs}]/u.test(rest)) throw new UsageError('--auth: the credential has a control character');
  if (place === 'first-message' && rest !== '') return { in: 'firstMessage', value: rest };
  if (place === 'query' && name !== '' && value !== '') {
    return { in: 'query', name: encodeQueryPart(name), value: encodeQueryPart(value) };
  }
  if (!isFieldValue(rest))
    throw new UsageError(
      `--auth ${place}: the credential has a character that a field value cannot have (RFC 9110 §5.5)`,
    );
  if (place === 'subprotocol' && rest !== '') return readToken(rest);
  if (value === '' || !['header', 'cookie'].includes(place)) throw new UsageError(authSyntax);
  if (!isToken(name)) throw new UsageError(`--auth ${place}: the name is not a token (RFC 9110 §5.6.2)`);
  if (place === 'cookie') return { in: 'cookie', name, value };
  const [, scheme, token = ''] = /^(Bearer|Basic) +(.+)$/i.exec(value) ?? [];
  if (name.toLowerCase() !== 'authorization' || scheme === undefined) return { in: 'field', name, value };
  return { in: 'authorization', scheme: /^bearer$/i.test(scheme) ? 'Bearer' : 'Basic', value: token };
}

const authSyntax =
  '--auth: query:NAME=VALUE, header:NAME=VALUE, cookie:NAME=VALUE, subprotocol:VALUE or first-message:VALUE was expected';

/** What follows a well-known prefix is the credential; without one all of it is. */
function readToken(text: string): TargetCredential {
  if (!isToken(text)) throw new UsageError('--auth subprotocol: the value is not a token (RFC 6455 §4.1)');
  const known = tokenPrefixes.find((each) => text.startsWith(each) && text.length > each.length);
  const prefix = known ?? '';
  return { in: 'subprotocol', prefix, value: text.slice(prefix.length) };
}
