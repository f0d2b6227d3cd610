import { firstMessageDecision } from '../../models/first-message.ts';
import { testDecision } from './decision-suite.ts';
import { firstMessageSuite } from './first-message-expectation.ts';

testDecision('a first message', firstMessageSuite, firstMessageDecision, { pairs: 14, values: 10 });
