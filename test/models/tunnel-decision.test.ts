import { tunnelDecision } from '../../models/tunnel-decision.ts';
import { testDecision } from './decision-suite.ts';
import { tunnelSuite } from './tunnel-expectation.ts';

testDecision('a reply to CONNECT', tunnelSuite, tunnelDecision, { pairs: 32, values: 19 });
