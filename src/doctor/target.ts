import type { WebSocketUri } from '../wire/index.ts';
import type { Http2Watch } from './http2.ts';
import type { Link } from './link.ts';
import type { DoctorOptions } from './option.ts';
import type { Record } from './record.ts';
import type { Variation } from './request.ts';

/** One target, and the way to it. */
export interface Reaching {
  readonly uri: WebSocketUri;
  readonly options: DoctorOptions;
  readonly link: Link;
  readonly record: Record;
  /** Milliseconds that an answer is waited for. */
  readonly timeout: number;
}

/** The same, once it is known which addresses take connections; null where a proxy finds them. */
export interface ExaminedTarget extends Reaching {
  readonly addresses: readonly string[] | null;
  readonly asked: Variation;
  /** Where HTTP/2 was looked for: what it still announces is seen until extended CONNECT is due. */
  readonly http2?: Http2Watch;
}
