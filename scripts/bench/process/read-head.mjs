// What a server does with the octets of a head, without a socket: finds its end, reads its fields, and decides.
import { decideRequest } from '../../../dist/models/compiled/server.js';
import { openEndpoint } from '../../../dist/src/facts/endpoint.js';
import { readRequestHead } from '../../../dist/src/facts/request-facts.js';
import { HeadReader } from '../../../dist/src/wire/index.js';
import { answerLines } from './answer-lines.mjs';
import { repeat } from './repeat.mjs';

const headLimit = 65_536;

answerLines({}, ({ head, piece, fieldLimit, milliseconds }) => {
  const octets = Buffer.from(head, 'latin1');
  const pieces = [];
  for (let at = 0; at < octets.length; at += piece) pieces.push(octets.subarray(at, at + piece));
  const policy = {
    endpointAt: () => openEndpoint,
    fallback: openEndpoint,
    secured: false,
    targetLimit: 8_000,
    fieldLimit,
  };
  const read = () => {
    const reader = new HeadReader('request', headLimit);
    let progress;
    for (const each of pieces) progress = reader.push(each);
    return decideRequest(readRequestHead(progress, policy).facts, openEndpoint.choices);
  };
  const { verdict } = read();
  if (verdict !== 'accept') throw new Error(`a head of ${octets.length} octets: ${verdict}`);
  return { nanoseconds: repeat(milliseconds, read) };
});
