import { testDecision } from './decision-suite.ts';
import { firstMessageSuite } from './first-message-expectation.ts';

testDecision('a first message', firstMessageSuite, { pairs: 14, values: 10 });
