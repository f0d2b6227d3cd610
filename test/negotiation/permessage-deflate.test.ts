import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  answerOffers,
  checkOffer,
  checkTerms,
  type DeflateTerms,
  deflateName,
  readAnswer,
  writeOffer,
} from '../../src/negotiation/permessage-deflate.ts';
import { buildExtensionList, type Extension, parseExtensionList } from '../../src/wire/index.ts';
import { runs } from '../property.ts';
import { deflateOffer, deflateTerms, oddExtension } from './arbitrary.ts';
import { element, elements, plainDeflate, written } from './element.ts';

const withoutContexts = { ...plainDeflate, serverNoContextTakeover: true, clientNoContextTakeover: true };

test('the name is the registered one', () => {
  expect(deflateName).toBe('permessage-deflate');
});

describe('an offer is written', () => {
  test.each([
    [{}, 'permessage-deflate'],
    [{ serverNoContextTakeover: true }, 'permessage-deflate; server_no_context_takeover'],
    [{ clientNoContextTakeover: true }, 'permessage-deflate; client_no_context_takeover'],
    [{ serverMaxWindowBits: 8 }, 'permessage-deflate; server_max_window_bits=8'],
    [{ clientMaxWindowBits: 15 }, 'permessage-deflate; client_max_window_bits=15'],
    [{ clientMaxWindowBits: true }, 'permessage-deflate; client_max_window_bits'],
    [{ serverNoContextTakeover: false, clientNoContextTakeover: false }, 'permessage-deflate'],
    [
      {
        clientMaxWindowBits: 9,
        serverMaxWindowBits: 10,
        clientNoContextTakeover: true,
        serverNoContextTakeover: true,
      },
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; ' +
        'server_max_window_bits=10; client_max_window_bits=9',
    ],
  ] as const)('%j as %s', (offer, value) => {
    expect(written(writeOffer(offer))).toBe(value);
  });
});

describe('an answer without terms', () => {
  test.each([
    ['permessage-deflate', 'permessage-deflate', plainDeflate],
    [
      'permessage-deflate; server_no_context_takeover',
      'permessage-deflate; server_no_context_takeover',
      { ...plainDeflate, serverNoContextTakeover: true },
    ],
    [
      'permessage-deflate; client_no_context_takeover',
      'permessage-deflate; client_no_context_takeover',
      { ...plainDeflate, clientNoContextTakeover: true },
    ],
    [
      'permessage-deflate; server_max_window_bits=9',
      'permessage-deflate; server_max_window_bits=9',
      { ...plainDeflate, serverMaxWindowBits: 9 },
    ],
    [
      'permessage-deflate; server_max_window_bits="15"',
      'permessage-deflate; server_max_window_bits=15',
      plainDeflate,
    ],
    ['permessage-deflate; client_max_window_bits', 'permessage-deflate', plainDeflate],
    ['permessage-deflate; client_max_window_bits=8', 'permessage-deflate', plainDeflate],
    ['x-other; a=1, permessage-deflate, permessage-deflate; a', 'permessage-deflate', plainDeflate],
    [
      'permessage-deflate; client_max_window_bits; server_max_window_bits=10; client_no_context_takeover; ' +
        'server_no_context_takeover',
      'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=10',
      { ...withoutContexts, serverMaxWindowBits: 10 },
    ],
  ])('%s is answered with %s', (offers, answer, parameters) => {
    const answered = answerOffers(elements(offers), {});
    expect(answered?.parameters).toEqual(parameters);
    expect(written(answered?.answer)).toBe(answer);
  });
});

describe('an answer with all terms', () => {
  const terms = { ...withoutContexts, serverMaxWindowBits: 12, clientMaxWindowBits: 10 };
  const agreed = { ...terms, clientMaxWindowBits: 15 };
  const takeovers = 'permessage-deflate; server_no_context_takeover; client_no_context_takeover';

  test.each([
    ['permessage-deflate', `${takeovers}; server_max_window_bits=12`, agreed],
    [
      'permessage-deflate; server_max_window_bits=9',
      `${takeovers}; server_max_window_bits=9`,
      { ...agreed, serverMaxWindowBits: 9 },
    ],
    ['permessage-deflate; server_max_window_bits=15', `${takeovers}; server_max_window_bits=12`, agreed],
    [
      'permessage-deflate; client_max_window_bits',
      `${takeovers}; server_max_window_bits=12; client_max_window_bits=10`,
      terms,
    ],
    [
      'permessage-deflate; client_max_window_bits=15',
      `${takeovers}; server_max_window_bits=12; client_max_window_bits=10`,
      terms,
    ],
    [
      'permessage-deflate; client_max_window_bits=8',
      `${takeovers}; server_max_window_bits=12; client_max_window_bits=8`,
      { ...terms, clientMaxWindowBits: 8 },
    ],
  ])('%s is answered with %s', (offers, answer, parameters) => {
    const answered = answerOffers(elements(offers), terms);
    expect(answered?.parameters).toEqual(parameters);
    expect(written(answered?.answer)).toBe(answer);
  });

  test('terms of false ask for nothing', () => {
    const none = { serverNoContextTakeover: false, clientNoContextTakeover: false };
    expect(answerOffers(elements('permessage-deflate'), none)).toEqual({
      answer: { name: 'permessage-deflate', parameters: [] },
      parameters: plainDeflate,
    });
  });
});

describe('there is no answer', () => {
  test.each([
    '',
    'x-webkit-deflate-frame',
    'Permessage-Deflate',
    'permessage-deflate-2',
    'permessage_deflate',
    '__proto__, constructor, toString, hasOwnProperty',
    'permessage-deflate; server_max_window_bits=8',
    'permessage-deflate; a, permessage-deflate; server_max_window_bits=8',
  ])('to %j', (offers) => {
    expect(answerOffers(elements(offers), {})).toBeNull();
  });
});

describe('an answer is read', () => {
  const offers = elements(
    'x-other, permessage-deflate; server_no_context_takeover; server_max_window_bits=10, ' +
      'permessage-deflate; client_max_window_bits=9, permessage-deflate; server_max_window_bits=99',
  );

  test.each([
    ['permessage-deflate', plainDeflate],
    ['permessage-deflate; server_no_context_takeover', { ...plainDeflate, serverNoContextTakeover: true }],
    ['permessage-deflate; client_no_context_takeover', { ...plainDeflate, clientNoContextTakeover: true }],
    ['permessage-deflate; server_max_window_bits=8', { ...plainDeflate, serverMaxWindowBits: 8 }],
    ['permessage-deflate; client_max_window_bits=8', { ...plainDeflate, clientMaxWindowBits: 8 }],
    ['permessage-deflate; client_max_window_bits="12"', { ...plainDeflate, clientMaxWindowBits: 12 }],
    [
      'permessage-deflate; server_max_window_bits=9; server_no_context_takeover; client_no_context_takeover',
      { ...withoutContexts, serverMaxWindowBits: 9 },
    ],
  ])('%s', (answer, parameters) => {
    expect(readAnswer(element(answer), offers)).toEqual({ ok: true, parameters });
  });
});

describe('of several faults the earlier is named', () => {
  const asked =
    'permessage-deflate; server_no_context_takeover; server_max_window_bits=10, ' +
    'permessage-deflate; server_max_window_bits=9; client_max_window_bits';

  test.each([
    [
      'permessage-deflate; client_no_context_takeover=1; client_no_context_takeover; a',
      asked,
      'parameterUndefined',
    ],
    [
      'permessage-deflate; client_no_context_takeover=1; client_no_context_takeover',
      asked,
      'parameterRepeated',
    ],
    ['permessage-deflate; client_no_context_takeover=1', asked, 'parameterInvalid'],
    ['permessage-deflate; server_max_window_bits=08', asked, 'parameterInvalid'],
    ['permessage-deflate; server_max_window_bits=115', asked, 'parameterInvalid'],
    ['permessage-deflate; server_max_window_bits=80', asked, 'parameterInvalid'],
    ['permessage-deflate; client_max_window_bits=15', asked, 'serverTakeoverMissing'],
    ['permessage-deflate; client_max_window_bits', asked, 'parameterInvalid'],
    ['permessage-deflate; server_no_context_takeover; client_max_window_bits=15', asked, 'serverBitsMissing'],
    [
      'permessage-deflate; server_no_context_takeover; server_max_window_bits=11; client_max_window_bits=15',
      asked,
      'serverBitsLarger',
    ],
    [
      'permessage-deflate; server_no_context_takeover; server_max_window_bits=10; client_max_window_bits=15',
      asked,
      'clientBitsUnoffered',
    ],
    ['permessage-deflate', '', 'parameterInvalid'],
    ['permessage-deflate', 'x-other', 'parameterInvalid'],
    ['permessage-deflate', 'Permessage-Deflate', 'parameterInvalid'],
    ['permessage-deflate', 'permessage-deflate; a', 'parameterInvalid'],
    ['permessage-deflate; a', '', 'parameterUndefined'],
    [
      'permessage-deflate; client_max_window_bits=10',
      'permessage-deflate; client_max_window_bits=7, permessage-deflate',
      'clientBitsUnoffered',
    ],
  ])('%s to %s: %3$s', (answer, offers, fault) => {
    expect(readAnswer(element(answer), elements(offers))).toEqual({ ok: false, fault });
  });
});

describe('terms are checked', () => {
  test.each([
    {},
    { serverNoContextTakeover: true, clientNoContextTakeover: false },
    { serverMaxWindowBits: 9, clientMaxWindowBits: 8 },
    { serverMaxWindowBits: 15, clientMaxWindowBits: 15 },
  ])('%j is right', (terms) => {
    expect(checkTerms(terms)).toBeNull();
  });

  test.each([
    [{ serverMaxWindowBits: 8 }, 'serverMaxWindowBits is 8: a whole number from 9 to 15 was expected'],
    [{ serverMaxWindowBits: 16 }, 'serverMaxWindowBits is 16: a whole number from 9 to 15 was expected'],
    [{ serverMaxWindowBits: 9.5 }, 'serverMaxWindowBits is 9.5: a whole number from 9 to 15 was expected'],
    [{ clientMaxWindowBits: 7 }, 'clientMaxWindowBits is 7: a whole number from 8 to 15 was expected'],
    [{ clientMaxWindowBits: 16 }, 'clientMaxWindowBits is 16: a whole number from 8 to 15 was expected'],
    [
      { clientMaxWindowBits: Number.NaN },
      'clientMaxWindowBits is NaN: a whole number from 8 to 15 was expected',
    ],
    [
      { serverMaxWindowBits: 0, clientMaxWindowBits: 0 },
      'serverMaxWindowBits is 0: a whole number from 9 to 15 was expected',
    ],
  ])('%j is wrong', (terms, problem) => {
    expect(checkTerms(terms)).toBe(problem);
  });
});

describe('an offer is checked', () => {
  test.each([
    {},
    { serverMaxWindowBits: 8, clientMaxWindowBits: 8 },
    { serverMaxWindowBits: 15, clientMaxWindowBits: 15 },
    { clientMaxWindowBits: true },
  ] as const)('%j is right', (offer) => {
    expect(checkOffer(offer)).toBeNull();
  });

  test.each([
    [
      { serverMaxWindowBits: 7, clientMaxWindowBits: 7 },
      'serverMaxWindowBits is 7: a whole number from 8 to 15 was expected',
      'rfc7692/7.1.2.1/server-bits-grammar',
    ],
    [
      { serverMaxWindowBits: 16, clientMaxWindowBits: true },
      'serverMaxWindowBits is 16: a whole number from 8 to 15 was expected',
      'rfc7692/7.1.2.1/server-bits-grammar',
    ],
    [
      { clientMaxWindowBits: 7 },
      'clientMaxWindowBits is 7: a whole number from 8 to 15 was expected',
      'rfc7692/7.1.2.2/client-bits-grammar',
    ],
    [
      { clientMaxWindowBits: 8.5 },
      'clientMaxWindowBits is 8.5: a whole number from 8 to 15 was expected',
      'rfc7692/7.1.2.2/client-bits-grammar',
    ],
  ] as const)('%j is wrong', (offer, problem, clause) => {
    expect(checkOffer(offer)).toEqual({ problem, clause });
  });
});

/** What a server agrees to, and what the client reads out of its answer. */
function negotiate(offered: readonly Extension[], terms: DeflateTerms) {
  const answered = answerOffers(offered, terms);
  return {
    server: answered && { ok: true, parameters: answered.parameters },
    client: answered && readAnswer(answered.answer, offered),
    names: answered?.answer.parameters.map(({ name }) => name),
  };
}

describe('whatever is offered, on whatever terms', () => {
  const offers = fc.array(fc.oneof(deflateOffer.map(writeOffer), oddExtension), { maxLength: 5 });
  const modestOffer = deflateOffer.filter(({ serverMaxWindowBits }) => serverMaxWindowBits !== 8);
  const assert = (property: fc.IProperty<unknown[]>) =>
    fc.assert(property, { seed: 20260101, numRuns: runs(400, 2_000) });

  test('what is written parses back to the same', () => {
    const property = fc.property(fc.array(deflateOffer, { minLength: 1 }), (alternatives) => {
      const extensions = alternatives.map(writeOffer);
      expect(parseExtensionList(buildExtensionList(extensions))).toEqual({ ok: true, value: extensions });
    });
    assert(property);
  });

  test('an offer with which nothing is wrong is answered', () => {
    const property = fc.property(modestOffer, deflateTerms, (offer, terms) => {
      expect([checkOffer(offer), checkTerms(terms)]).toEqual([null, null]);
      expect(answerOffers([writeOffer(offer)], terms)).not.toBeNull();
    });
    assert(property);
  });

  test('an offer that asks the server for a window of 8 bits is not', () => {
    const property = fc.property(deflateOffer, deflateTerms, (offer, terms) => {
      expect(answerOffers([writeOffer({ ...offer, serverMaxWindowBits: 8 })], terms)).toBeNull();
    });
    assert(property);
  });

  test('the client reads the same parameters out of an answer as the server', () => {
    const property = fc.property(offers, deflateTerms, (offered, terms) => {
      const { client, server } = negotiate(offered, terms);
      expect(client).toEqual(server);
    });
    assert(property);
  });

  test('an answer speaks of the window of the client only where the offer did', () => {
    const property = fc.property(modestOffer, deflateTerms, ({ clientMaxWindowBits, ...offer }, terms) => {
      const { names } = negotiate([writeOffer(offer)], terms);
      expect(names).toBeDefined();
      expect(names).not.toContain('client_max_window_bits');
    });
    assert(property);
  });

  test('the window of the server is no larger than the offer or the terms allow', () => {
    const property = fc.property(modestOffer, deflateTerms, (offer, terms) => {
      const bits = answerOffers([writeOffer(offer)], terms)?.parameters.serverMaxWindowBits;
      expect(bits).toBeLessThanOrEqual(offer.serverMaxWindowBits ?? 15);
      expect(bits).toBeLessThanOrEqual(terms.serverMaxWindowBits ?? 15);
    });
    assert(property);
  });
});
