import { testDecision } from './decision-suite.ts';
import { tlsSuite } from './tls-expectation.ts';

testDecision('a TLS handshake', tlsSuite, { pairs: 34, values: 17 });
