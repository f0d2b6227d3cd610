import { credentialSetUps } from './credential-set-up.ts';
import { healthySetUps } from './healthy-set-up.ts';
import { noHandlerSetUps } from './no-handler-set-up.ts';
import { refusalSetUps } from './refusal-set-up.ts';
import { replySetUps } from './reply-set-up.ts';
import type { SetUp } from './set-up.ts';
import { switchSetUps } from './switch-set-up.ts';

/** What a server by itself, with nothing before it, does with an opening. */
export const serverSetUps: readonly SetUp[] = [
  ...noHandlerSetUps,
  ...credentialSetUps,
  ...refusalSetUps,
  ...replySetUps,
  ...switchSetUps,
  ...healthySetUps,
];
