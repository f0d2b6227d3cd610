import { showNames } from '../../auth/redaction.ts';
import type { TargetDeclaration } from '../judge/target.ts';

/** What was declared of a target, so that an answer can be judged again. Values of secrets are left out. */
export interface Declared {
  readonly subprotocol?: readonly string[];
  readonly subprotocolRequired?: boolean;
  readonly origin?: readonly string[];
  readonly versions?: readonly number[];
  readonly keyCheck?: NonNullable<TargetDeclaration['keyCheck']>;
  /** Where the credential stood, for example `query:token`. */
  readonly auth?: string;
  /** Names of the fields that were sent with every request. */
  readonly header?: readonly string[];
}

export function describeDeclared(options: TargetDeclaration, areSecretsShown = false): Declared {
  const { subprotocols, subprotocolRequired, origins, versions, keyCheck, auth, headers = [] } = options;
  return {
    ...(subprotocols ? { subprotocol: areSecretsShown ? subprotocols : hideKeys(subprotocols) } : {}),
    ...(subprotocolRequired === undefined ? {} : { subprotocolRequired }),
    ...(origins ? { origin: origins } : {}),
    ...(versions ? { versions } : {}),
    ...(keyCheck ? { keyCheck } : {}),
    ...(auth ? { auth: placeOf(auth) } : {}),
    ...(headers.length > 0 ? { header: headers.map(([name]) => name) } : {}),
  };
}

/** What stands for a key is no token, so that the names are asked for again. */
function hideKeys(names: readonly string[]): readonly string[] {
  return showNames(names).map((shown, at) =>
    shown === names[at] ? shown : shown.replace('***', '[--subprotocol]'),
  );
}

/** As `--auth` has it, without the value. */
function placeOf(auth: NonNullable<TargetDeclaration['auth']>): string {
  switch (auth.in) {
    case 'authorization':
      return 'header:Authorization';
    case 'field':
      return `header:${auth.name}`;
    case 'subprotocol':
      return 'subprotocol';
    case 'firstMessage':
      return 'first-message';
    default:
      return `${auth.in}:${auth.name}`;
  }
}
