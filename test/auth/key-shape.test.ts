import { expect, test } from 'vitest';
import { looksLikeKey } from '../../src/auth/key-shape.ts';

// biome-ignore format: a list of words
test.each([
  'xoxb-17653672481-19874698323', 'ghp_abcd1234efgh', 'sk-abcdefghijklmnopqrstuvwx', 'sk-proj-Ab12Cd34Ef56Gh78',
  'abcdEFGHijklMNOPqrst', 'ABCDEFGHIJKLMNOPQRSTUVWX', 'qwertyuiopasdfghjklzxcvbnmqw', 'QzWxEcRvTbYnUmIkOlPa',
  'aLfmUTO-NLVHdxlsgwFG', 'p9u5ib0g.poupxn-qldu', 'jTYSSiJXygZJP_hauGSSpfSb', '3|&r6tNCp*RIAeWMF%_K',
  '0123456789abcdef0123', '7c9e6679-7425-40de-944b-e07fc1f90ae7', 'eyJhbGciOiJub25lIn0.eyJhIjoxfQ.',
])('%s looks like a key', (word) => {
  expect(looksLikeKey(word)).toBe(true);
});

// biome-ignore format: a list of words
test.each([
  'graphql-transport-ws', 'actioncable-v1-json', 'my-company-protocol-v2', 'myCompanyProtocolVersion',
  'MyHTTPServerProtocolName', 'npm_lifecycle_event', 'pk-AbstractWebSocketHandler', 'sk-language-of-slovakia', 'pk-remote-control-v1', 'internationalization',
  'application-level-protocol-negotiation', 'My-App-V1.2-Chat-V3.4', 'v10.stomp.example.org',
])('%s does not', (word) => {
  expect(looksLikeKey(word)).toBe(false);
});
