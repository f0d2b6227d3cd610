import { describe, expect, test } from 'vitest';
import {
  answerOffers,
  checkOffer,
  readAnswer,
  writeOffer,
} from '../../src/negotiation/permessage-deflate.ts';
import { element, elements, written } from '../negotiation/element.ts';
import { clause } from './clause.ts';

const invalid = [
  'server_no_context_takeover=1',
  'server_no_context_takeover=true',
  'server_no_context_takeover="server_no_context_takeover"',
  'client_no_context_takeover=1',
  'client_no_context_takeover=false',
  'server_max_window_bits',
  ...['7', '16', '0', '08', '010', '150', '+9', '-9', '1e1', '0xf', '9.0', '9_', 'true', 'F'].flatMap(
    (value) => [`server_max_window_bits=${value}`, `client_max_window_bits=${value}`],
  ),
];

const repeated = [
  'server_no_context_takeover; server_no_context_takeover',
  'client_no_context_takeover; client_no_context_takeover',
  'server_max_window_bits=10; server_max_window_bits=10',
  'server_max_window_bits=10; client_no_context_takeover; server_max_window_bits=11',
  'client_max_window_bits=9; client_max_window_bits=9',
];

const undefinedOnes = [
  'max_window_bits=10',
  'server_max_window_bits=10; mux',
  'no_context_takeover',
  'c2s_max_window_bits=10',
  'Server_No_Context_Takeover',
  'SERVER_MAX_WINDOW_BITS=10',
  '__proto__',
  'constructor=10',
  'toString',
  'hasOwnProperty=10',
  'valueOf',
  'length=10',
];

/** What a server answers; null where it declines every offer. */
function answer(offers: string, terms = {}): string | null {
  return written(answerOffers(elements(offers), terms)?.answer);
}

/** How a client takes an answer. */
function read(reply: string, offers: string) {
  return readAnswer(element(reply), elements(offers));
}

const taken = (parameters: object) => ({ ok: true, parameters: expect.objectContaining(parameters) });
const failed = (fault: string) => ({ ok: false, fault });

describe(clause('rfc7692/5/alternatives-offered'), () => {
  const offers =
    'permessage-deflate; server_max_window_bits=10; server_no_context_takeover, ' +
    'permessage-deflate; client_max_window_bits, permessage-deflate; server_no_context_takeover';

  test.each([
    'permessage-deflate; server_max_window_bits=10; server_no_context_takeover',
    'permessage-deflate; client_max_window_bits=9',
    'permessage-deflate; server_no_context_takeover',
    'permessage-deflate',
  ])('taken: %s', (reply) => {
    expect(read(reply, offers)).toEqual(taken({}));
  });

  test.each([
    'permessage-deflate; server_max_window_bits=12; client_max_window_bits=9',
    'permessage-deflate; server_no_context_takeover; client_max_window_bits=9',
  ])('failed, since it mixes two of them: %s', (reply) => {
    const either =
      'permessage-deflate; server_no_context_takeover, ' +
      'permessage-deflate; server_max_window_bits=11; client_max_window_bits, ' +
      'permessage-deflate; server_max_window_bits=12';
    expect(read(reply, either)).toMatchObject({ ok: false });
  });
});

describe(clause('rfc7692/5/offer-order'), () => {
  test.each([
    [
      'permessage-deflate; server_max_window_bits=10, permessage-deflate',
      'permessage-deflate; server_max_window_bits=10',
    ],
    ['permessage-deflate, permessage-deflate; server_max_window_bits=10', 'permessage-deflate'],
    [
      'x-other, permessage-deflate; server_max_window_bits=8, permessage-deflate; server_max_window_bits=9',
      'permessage-deflate; server_max_window_bits=9',
    ],
  ])('%s is answered with %s', (offers, reply) => {
    expect(answer(offers)).toBe(reply);
  });
});

describe(clause('rfc7692/5/answered-once'), () => {
  test.each([
    'permessage-deflate, permessage-deflate',
    'permessage-deflate, x-other, permessage-deflate; server_max_window_bits=10, permessage-deflate',
  ])('%s is answered with a single element', (offers) => {
    expect(answer(offers)).toBe('permessage-deflate');
  });
});

describe(clause('rfc7692/7/parameter-undefined'), () => {
  test.each(undefinedOnes)('declined: %s', (parameters) => {
    expect(answer(`permessage-deflate; ${parameters}`)).toBeNull();
    expect(answer(`permessage-deflate; ${parameters}, permessage-deflate`)).toBe('permessage-deflate');
  });
});

describe(clause('rfc7692/7/parameter-invalid'), () => {
  test.each(invalid)('declined: %s', (parameters) => {
    expect(answer(`permessage-deflate; ${parameters}`)).toBeNull();
    expect(answer(`permessage-deflate; ${parameters}, permessage-deflate`)).toBe('permessage-deflate');
  });

  test.each(['9', '10', '11', '12', '13', '14', '15', '"9"', '"1\\5"'])('accepted: %s', (bits) => {
    expect(answer(`permessage-deflate; server_max_window_bits=${bits}`)).not.toBeNull();
  });

  test.each(['', '=8', '=9', '=10', '=11', '=12', '=13', '=14', '=15', '="8"'])(
    'accepted: client_max_window_bits%s',
    (bits) => {
      expect(answer(`permessage-deflate; client_max_window_bits${bits}`)).toBe('permessage-deflate');
    },
  );
});

describe(clause('rfc7692/7/parameter-repeated'), () => {
  test.each([...repeated, 'client_max_window_bits; client_max_window_bits=9'])(
    'declined: %s',
    (parameters) => {
      expect(answer(`permessage-deflate; ${parameters}`)).toBeNull();
      expect(answer(`permessage-deflate; ${parameters}, permessage-deflate`)).toBe('permessage-deflate');
    },
  );
});

describe(clause('rfc7692/7/configuration-unsupported'), () => {
  test('declined: a window of 8 bits, which zlib does not have', () => {
    expect(answer('permessage-deflate; server_max_window_bits=8')).toBeNull();
    expect(answer('permessage-deflate; server_max_window_bits="8"', { serverMaxWindowBits: 9 })).toBeNull();
  });

  test('accepted: one of 9', () => {
    expect(answer('permessage-deflate; server_max_window_bits=9')).not.toBeNull();
  });
});

describe(clause('rfc7692/7/answer-parameter-undefined'), () => {
  test.each(undefinedOnes)('failed: %s', (parameters) => {
    expect(read(`permessage-deflate; ${parameters}`, 'permessage-deflate; client_max_window_bits')).toEqual(
      failed('parameterUndefined'),
    );
  });
});

describe(clause('rfc7692/7/answer-parameter-invalid'), () => {
  test.each(invalid)('failed: %s', (parameters) => {
    expect(read(`permessage-deflate; ${parameters}`, 'permessage-deflate; client_max_window_bits')).toEqual(
      failed('parameterInvalid'),
    );
  });

  test.each(['8', '9', '10', '11', '12', '13', '14', '15', '"8"'])('taken: %s', (bits) => {
    const reply = `permessage-deflate; server_max_window_bits=${bits}; client_max_window_bits=${bits}`;
    expect(read(reply, 'permessage-deflate; client_max_window_bits')).toEqual(taken({}));
  });
});

describe(clause('rfc7692/7/answer-parameter-repeated'), () => {
  test.each(repeated)('failed: %s', (parameters) => {
    expect(read(`permessage-deflate; ${parameters}`, 'permessage-deflate; client_max_window_bits')).toEqual(
      failed('parameterRepeated'),
    );
  });
});

describe(clause('rfc7692/7.1.1.1/server-takeover-echoed'), () => {
  test('answered where it is offered, and not where it is not', () => {
    expect(answer('permessage-deflate; server_no_context_takeover')).toBe(
      'permessage-deflate; server_no_context_takeover',
    );
    expect(answer('permessage-deflate')).toBe('permessage-deflate');
  });
});

describe(clause('rfc7692/7.1.1.1/server-takeover-valueless'), () => {
  test('answered without a value', () => {
    const answered = answerOffers(elements('permessage-deflate; server_no_context_takeover'), {});
    expect(answered?.answer.parameters).toEqual([{ name: 'server_no_context_takeover', value: null }]);
  });
});

describe(clause('rfc7692/7.1.1.1/server-takeover-unasked'), () => {
  const reply = 'permessage-deflate; server_no_context_takeover';

  test('answered where the terms want it', () => {
    expect(answer('permessage-deflate', { serverNoContextTakeover: true })).toBe(reply);
  });

  test('taken by a client that did not ask', () => {
    expect(read(reply, 'permessage-deflate')).toEqual(taken({ serverNoContextTakeover: true }));
  });
});

describe(clause('rfc7692/7.1.1.1/server-takeover-missing'), () => {
  const offer = 'permessage-deflate; server_no_context_takeover';

  test('failed: an answer without it', () => {
    expect(read('permessage-deflate', offer)).toEqual(failed('serverTakeoverMissing'));
    expect(read('permessage-deflate; client_no_context_takeover', offer)).toEqual(
      failed('serverTakeoverMissing'),
    );
  });

  test('taken: one with it, or one to an alternative without it', () => {
    expect(read(offer, offer)).toEqual(taken({ serverNoContextTakeover: true }));
    expect(read('permessage-deflate', `${offer}, permessage-deflate`)).toEqual(
      taken({ serverNoContextTakeover: false }),
    );
  });
});

describe(clause('rfc7692/7.1.1.2/client-takeover-hinted'), () => {
  test('offered without a value', () => {
    expect(writeOffer({ clientNoContextTakeover: true }).parameters).toEqual([
      { name: 'client_no_context_takeover', value: null },
    ]);
  });

  test('taken: an answer that does not repeat it', () => {
    expect(read('permessage-deflate', 'permessage-deflate; client_no_context_takeover')).toEqual(
      taken({ clientNoContextTakeover: false }),
    );
  });
});

describe(clause('rfc7692/7.1.1.2/client-takeover-answered'), () => {
  const reply = 'permessage-deflate; client_no_context_takeover';

  test('answered where it is offered, and where the terms want it', () => {
    expect(answer('permessage-deflate; client_no_context_takeover')).toBe(reply);
    expect(answer('permessage-deflate', { clientNoContextTakeover: true })).toBe(reply);
    expect(answer('permessage-deflate')).toBe('permessage-deflate');
  });

  test('taken by a client, whether it offered it or not', () => {
    expect(read(reply, reply)).toEqual(taken({ clientNoContextTakeover: true }));
    expect(read(reply, 'permessage-deflate')).toEqual(taken({ clientNoContextTakeover: true }));
  });
});

describe(clause('rfc7692/7.1.2.1/server-bits-grammar'), () => {
  test('offered as a number', () => {
    expect(written(writeOffer({ serverMaxWindowBits: 9 }))).toBe(
      'permessage-deflate; server_max_window_bits=9',
    );
  });

  test.each([8, 9, 10, 11, 12, 13, 14, 15])('may be offered: %d', (serverMaxWindowBits) => {
    expect(checkOffer({ serverMaxWindowBits })).toBeNull();
  });

  test.each([7, 16, 0, -9, 9.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is not: %d',
    (serverMaxWindowBits) => {
      expect(checkOffer({ serverMaxWindowBits })).toMatchObject({
        clause: 'rfc7692/7.1.2.1/server-bits-grammar',
      });
    },
  );
});

describe(clause('rfc7692/7.1.2.1/server-bits-echoed'), () => {
  test.each(['9', '10', '11', '12', '13', '14', '15'])('answered: %s', (bits) => {
    expect(answer(`permessage-deflate; server_max_window_bits=${bits}`)).toBe(
      `permessage-deflate; server_max_window_bits=${bits}`,
    );
  });
});

describe(clause('rfc7692/7.1.2.1/server-bits-not-larger'), () => {
  test.each([
    ['12', 15, '12'],
    ['12', 12, '12'],
    ['12', 9, '9'],
    ['15', 9, '9'],
    ['9', 15, '9'],
  ])('asked for %s on terms of %d: answered with %s', (asked, serverMaxWindowBits, answered) => {
    expect(answer(`permessage-deflate; server_max_window_bits=${asked}`, { serverMaxWindowBits })).toBe(
      `permessage-deflate; server_max_window_bits=${answered}`,
    );
  });
});

describe(clause('rfc7692/7.1.2.1/server-bits-unasked'), () => {
  test('answered where the terms limit the window', () => {
    expect(answer('permessage-deflate', { serverMaxWindowBits: 10 })).toBe(
      'permessage-deflate; server_max_window_bits=10',
    );
    expect(answer('permessage-deflate')).toBe('permessage-deflate');
  });

  test('taken by a client that did not ask', () => {
    expect(read('permessage-deflate; server_max_window_bits=10', 'permessage-deflate')).toEqual(
      taken({ serverMaxWindowBits: 10 }),
    );
  });
});

describe(clause('rfc7692/7.1.2.1/server-bits-missing'), () => {
  test.each(['8', '12', '15'])('failed: asked for %s', (bits) => {
    expect(read('permessage-deflate', `permessage-deflate; server_max_window_bits=${bits}`)).toEqual(
      failed('serverBitsMissing'),
    );
  });

  test('taken: not asked for', () => {
    expect(read('permessage-deflate', 'permessage-deflate')).toEqual(taken({ serverMaxWindowBits: 15 }));
  });
});

describe(clause('rfc7692/7.1.2.1/server-bits-larger'), () => {
  test.each([
    ['8', '9'],
    ['12', '13'],
    ['9', '15'],
    ['9', '10'],
  ])('failed: asked for %s, answered with %s', (asked, answered) => {
    expect(
      read(
        `permessage-deflate; server_max_window_bits=${answered}`,
        `permessage-deflate; server_max_window_bits=${asked}`,
      ),
    ).toEqual(failed('serverBitsLarger'));
  });

  test.each([
    ['8', '8'],
    ['12', '12'],
    ['12', '8'],
    ['15', '9'],
  ])('taken: asked for %s, answered with %s', (asked, answered) => {
    expect(
      read(
        `permessage-deflate; server_max_window_bits=${answered}`,
        `permessage-deflate; server_max_window_bits=${asked}`,
      ),
    ).toEqual(taken({}));
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-offered'), () => {
  test('offered with a value, without one, or not at all', () => {
    expect(written(writeOffer({ clientMaxWindowBits: 8 }))).toBe(
      'permessage-deflate; client_max_window_bits=8',
    );
    expect(written(writeOffer({ clientMaxWindowBits: true }))).toBe(
      'permessage-deflate; client_max_window_bits',
    );
    expect(written(writeOffer({}))).toBe('permessage-deflate');
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-grammar'), () => {
  test.each([8, 9, 10, 11, 12, 13, 14, 15, true] as const)('may be offered: %s', (clientMaxWindowBits) => {
    expect(checkOffer({ clientMaxWindowBits })).toBeNull();
  });

  test.each([7, 16, 0, -9, 9.5, Number.NaN, Number.POSITIVE_INFINITY])(
    'is not: %d',
    (clientMaxWindowBits) => {
      expect(checkOffer({ clientMaxWindowBits })).toMatchObject({
        clause: 'rfc7692/7.1.2.2/client-bits-grammar',
      });
    },
  );
});

describe(clause('rfc7692/7.1.2.2/client-bits-answered'), () => {
  const offer = 'permessage-deflate; client_max_window_bits';

  test('answered where the terms ask for it, and not where they do not', () => {
    expect(answer(offer, { clientMaxWindowBits: 10 })).toBe('permessage-deflate; client_max_window_bits=10');
    expect(answer(offer)).toBe('permessage-deflate');
  });

  test('taken: with the parameter or without it', () => {
    expect(read('permessage-deflate; client_max_window_bits=10', offer)).toEqual(
      taken({ clientMaxWindowBits: 10 }),
    );
    expect(read('permessage-deflate', offer)).toEqual(taken({ clientMaxWindowBits: 15 }));
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-unoffered'), () => {
  test.each(['permessage-deflate', 'permessage-deflate; server_max_window_bits=15'])(
    'not answered to %s, whatever the terms ask',
    (offer) => {
      expect(answer(offer, { clientMaxWindowBits: 8 })).toBe(offer);
    },
  );
});

describe(clause('rfc7692/7.1/answer-parameters-defined'), () => {
  test('what is answered is defined for answers; what is offered besides declines the offer', () => {
    const asking = 'permessage-deflate; client_max_window_bits; server_max_window_bits=10';
    expect(answer(asking, { clientMaxWindowBits: 12, serverNoContextTakeover: true })).toBe(
      'permessage-deflate; server_no_context_takeover; server_max_window_bits=10; client_max_window_bits=12',
    );
    expect(answer(`${asking}; unknown`, { clientMaxWindowBits: 12 })).toBeNull();
  });
});

describe(clause('rfc7692/7.1/answer-parameters-once'), () => {
  test('what both the offer and the terms ask for is answered once; what is offered twice declines it', () => {
    const offer = 'permessage-deflate; server_no_context_takeover';
    expect(answer(offer, { serverNoContextTakeover: true })).toBe(offer);
    expect(answer(`${offer}; server_no_context_takeover`, { serverNoContextTakeover: true })).toBeNull();
  });
});

describe(clause('rfc7692/7.1.2.2/client-bits-value'), () => {
  test.each([
    ['', 15, '15'],
    ['', 8, '8'],
    ['=12', 10, '10'],
    ['=12', 15, '12'],
    ['=8', 15, '8'],
  ])('offered as client_max_window_bits%s on terms of %d: answered with %s', (offered, bits, answered) => {
    expect(
      answer(`permessage-deflate; client_max_window_bits${offered}`, { clientMaxWindowBits: bits }),
    ).toBe(`permessage-deflate; client_max_window_bits=${answered}`);
  });

  test('failed: an answer without a value', () => {
    expect(
      read('permessage-deflate; client_max_window_bits', 'permessage-deflate; client_max_window_bits'),
    ).toEqual(failed('parameterInvalid'));
  });

  test('taken: a value larger than the one that was offered', () => {
    expect(
      read('permessage-deflate; client_max_window_bits=15', 'permessage-deflate; client_max_window_bits=9'),
    ).toEqual(taken({ clientMaxWindowBits: 15 }));
  });
});

describe(clause('rfc7692/7.1.2.2/answer-bits-unoffered'), () => {
  const reply = 'permessage-deflate; client_max_window_bits=10';

  test.each([
    'permessage-deflate',
    'permessage-deflate; client_no_context_takeover, permessage-deflate',
    'permessage-deflate, x-other; client_max_window_bits',
  ])('failed: offered was %s', (offers) => {
    expect(read(reply, offers)).toEqual(failed('clientBitsUnoffered'));
  });

  test.each([
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; client_max_window_bits=12',
    'permessage-deflate, permessage-deflate; client_max_window_bits',
  ])('taken: offered was %s', (offers) => {
    expect(read(reply, offers)).toEqual(taken({ clientMaxWindowBits: 10 }));
  });
});
