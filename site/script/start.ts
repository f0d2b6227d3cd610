import { showDecision } from './decision.ts';
import { showLifecycle } from './lifecycle.ts';

showLifecycle();
showDecision();
