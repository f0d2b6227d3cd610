import type { Sampling } from '../judge/sampling.ts';
import type { Scenario } from '../run/scenario.ts';
import { applicationScenarios } from './application-scenario.ts';
import { browserScenarios } from './browser-scenario.ts';
import { clientScenarios } from './client-scenario.ts';
import { connectionPaths } from './connection-path.ts';
import { deflateScenarios } from './deflate-scenario.ts';
import { firstMessageScenarios } from './first-message-scenario.ts';
import { hopScenarios } from './hop-scenario.ts';
import { inputScenarios } from './input-scenario.ts';
import { keepOpenScenarios } from './keep-open-scenario.ts';
import { offerScenarios } from './offer-scenario.ts';
import { secureScenarios } from './secure-scenario.ts';
import { serverScenarios } from './server-scenario.ts';
import { sessionPaths } from './session-path.ts';
import { tunnelScenarios } from './tunnel-scenario.ts';

/** Every scenario of `verify self`; those that are drawn depend on the seed. */
export function listScenarios(sampling: Sampling): readonly Scenario[] {
  return [
    ...connectionPaths(),
    ...sessionPaths(),
    ...hopScenarios(),
    ...clientScenarios(),
    ...serverScenarios(),
    ...applicationScenarios(),
    ...firstMessageScenarios(),
    ...deflateScenarios(),
    ...offerScenarios(),
    ...secureScenarios(),
    ...tunnelScenarios(),
    ...browserScenarios(),
    ...keepOpenScenarios(),
    ...inputScenarios(sampling),
  ];
}
