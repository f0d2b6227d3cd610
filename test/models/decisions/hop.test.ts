import { testDecision } from './decision-suite.ts';
import { hopSuite } from './hop-expectation.ts';

testDecision('a hop', hopSuite, { pairs: 2505, values: 163 });
