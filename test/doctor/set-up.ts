import type { FailureId } from '../../src/knowledge/failure.ts';

/** What a set-up runs on, once it listens. */
export interface Running {
  /** What `ws101 doctor` is given. */
  readonly url: string;
  /** More of its command line, for example `--ca` and a path. */
  readonly args?: readonly string[];
  end(): Promise<void>;
}

/** A way in which a handshake fails, or does not, brought about with real software on this machine. */
export interface SetUp {
  /** What is set up, as a title: `nginx with its defaults, before ws`. */
  readonly title: string;
  /** What has to come first. */
  readonly expected: FailureId;
  /** Programs that have to be on the path, and packages of Debian that have to be installed. */
  readonly programs?: readonly string[];
  readonly packages?: readonly string[];
  /** The product whose lines of configuration have to be told; left out where that does not matter. */
  readonly product?: string;
  start(): Promise<Running>;
}
