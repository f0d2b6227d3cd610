import { testDecision } from './decision-suite.ts';
import { tunnelSuite } from './tunnel-expectation.ts';

testDecision('a reply to CONNECT', tunnelSuite, { pairs: 32, values: 19 });
