import type { GuardedOutput, Io, Output, ProcessIo } from './io.ts';
import { Vault } from './vault.ts';

/** The same surroundings, in which nothing is written that is secret. */
export function guard(argv: readonly string[], io: ProcessIo): Io {
  const secrets = new Vault(argv, io.env);
  const { stdout, stderr } = io;
  // Its getters are asked for when they are needed, and not before.
  return Object.create(io, {
    secrets: { value: secrets },
    stdout: { value: guardOutput(stdout, (text) => secrets.hide(text)) },
    stderr: { value: guardOutput(stderr, (text) => secrets.hideInMessage(text)) },
  }) as Io; // what it is made of has the rest
}

function guardOutput(output: Output, hide: (text: string) => string): GuardedOutput {
  return Object.create(output, {
    write: { value: (text: string) => output.write(hide(text)) },
    writeHidden: { value: (text: string) => output.write(text) },
  }) as GuardedOutput; // the rest is its prototype's
}
