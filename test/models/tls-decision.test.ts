import { tlsDecision } from '../../models/tls-decision.ts';
import { testDecision } from './decision-suite.ts';
import { tlsSuite } from './tls-expectation.ts';

testDecision('a TLS handshake', tlsSuite, tlsDecision, { pairs: 34, values: 17 });
