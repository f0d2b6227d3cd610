import { clientRows } from '../../models/decisions/client.ts';
import { agreementLiterals } from './agreement-deviation.ts';
import { type SortedAnswers, sortAnswers } from './deflate-answer.ts';
import type { Offer } from './offer.ts';
import { type ReplyDeviation, replyLiterals } from './reply-deviation.ts';

/**
 * Every fault that can be written down for what was offered, once each, in the order of the rows. Faults that are a
 * size or a number alone are none of them: a head, field lines, interim replies beyond a limit.
 */
export function literalReplyDeviations(offer: Offer): readonly ReplyDeviation[] {
  return literalsBeside(sortAnswers(offer.extensions), offer);
}

/** The same for who has sorted the answers to the offer already. */
export function literalsBeside(answers: SortedAnswers, offer: Offer): readonly ReplyDeviation[] {
  const literals = [...replyLiterals(offer), ...agreementLiterals(offer.extensions, answers)];
  const guards = new Set(clientRows.map(({ guard }) => guard));
  return [...guards].flatMap((guard) => literals.filter((each) => each.guard === guard));
}
