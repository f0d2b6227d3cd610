/** Software that nobody here wrote, and how it is had and started. */
export interface Recipe {
  /** As its makers write it, with what sets this way of running it apart. */
  readonly name: string;
  readonly language:
    | ('C' | 'C++' | 'Erlang' | 'Go' | 'Haskell' | 'Java')
    | ('JavaScript' | 'Lua' | 'Perl' | 'Python' | 'Ruby');
  /** Packages of Debian that have to be there. What is of npm is among the dependencies of this project. */
  readonly debian: readonly string[];
  /** The program and its arguments. `{port}` becomes the port of 127.0.0.1 on which it has to listen. */
  readonly command: readonly string[];
  /** A command that prints the version, and nothing else. */
  readonly version: readonly string[];
}

/** What there is to be looked at in a request. */
export const parts = [
  ...(['requestLine', 'fieldLines', 'host', 'content', 'method', 'path'] as const),
  ...(['upgrade', 'version', 'key', 'subprotocols', 'extensions'] as const),
] as const;
export type Part = (typeof parts)[number];

export type { Layer } from './result.ts';
