import { type Hide, isSecretParameter, type Secrets } from './secret.ts';

// [ scheme ":" ] "//", and the slashes that parsers of URLs take for it
const BEFORE_AUTHORITY = /^(?:[A-Za-z][A-Za-z0-9+\-.]*:[/\\]+|[/\\]{2,})/;

// host [ ":" port ], so far that no password could be taken for a part of it
const HOST_PORT = /^(?:\[[^[\]]*\]|[^:[\]]*)(?::[0-9]+)?$/;

const PARAMETER = /[?&;#]([^?&;#=]*)=/g;

/** The names of the parameters whose values are secrets anyway, as they are written there. */
export function findSecretParameters(target: string): readonly string[] {
  return [...target.matchAll(PARAMETER)]
    .map(([, name = '']) => name)
    .filter((name) => isSecretParameter(name, {}));
}

/** Hides the user information and the secret parameters of a URI or request-target, malformed ones too. */
export function hideTarget(target: string, secrets: Secrets, hide: Hide): string {
  const open = secrets.onlyIn === undefined ? hideUserInformation(target, hide) : target;
  return hideParameters(open, secrets, hide);
}

// authority = [ userinfo "@" ] host [ ":" port ]
function hideUserInformation(target: string, hide: Hide): string {
  const [before = ''] = BEFORE_AUTHORITY.exec(target) ?? [];
  const rest = target.slice(before.length);
  const authority = rest.slice(0, rest.search(/[/?#]|$/));
  // What is no host may be the beginning of a password that has a slash or a question mark in it.
  const area = authority.includes('@') || HOST_PORT.test(authority) ? authority : rest;
  const end = Math.max(area.lastIndexOf('@'), 0);
  return before + hide(rest.slice(0, end)) + rest.slice(end);
}

/** A secret ends with the next "&", whatever else it has in it. */
function hideParameters(target: string, secrets: Secrets, hide: Hide): string {
  const pieces: string[] = [];
  let from = 0;
  for (const { 0: match, 1: name = '', index } of target.matchAll(PARAMETER)) {
    if (index < from || !isSecretParameter(name, secrets)) continue;
    const start = index + match.length;
    const next = target.indexOf('&', start);
    const end = next < 0 ? target.length : next;
    pieces.push(target.slice(from, start), hide(target.slice(start, end)));
    from = end;
  }
  return pieces.join('') + target.slice(from);
}
