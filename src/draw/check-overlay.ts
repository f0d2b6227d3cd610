import * as v from 'valibot';
import { checkOptions } from '../option/check-options.ts';
import { objectOf } from '../option/kind.ts';
import type { Overlay } from './overlay.ts';

const map = v.instance(Map, 'a Map');

/** What an overlay can have. */
export const overlayParts = objectOf<Overlay>({ states: map, transitions: map, steps: map, rules: map });

/** @throws TypeError for a part that is unknown, or no map */
export function checkOverlay(caller: string, overlay: Overlay): void {
  checkOptions(caller, overlay, overlayParts);
}
