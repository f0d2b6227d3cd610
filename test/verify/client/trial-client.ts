import { onTestFinished } from 'vitest';
import { calibrate } from '../../../src/verify/client/calibration.ts';
import type { Connector } from '../../../src/verify/connector/connector.ts';
import { placeOn } from '../../../src/verify/connector/place.ts';
import { startScriptedServer } from '../../../src/verify/peer/scripted/scripted-server.ts';
import { type ClientBehaviour, createClient } from '../../mutants/client.ts';

/** What trials of a client are played with, once it has opened on a right reply; all of it ends with the test. */
export async function begin(subject: ClientBehaviour | Connector) {
  const connector = 'connect' in subject ? subject : createClient(subject);
  const [server, other] = [await startScriptedServer(), await startScriptedServer()];
  onTestFinished(async () => {
    await connector.close();
    await Promise.all([server.close(), other.close()]);
  });
  const place = placeOn(server);
  const play = { place, resource: '/chat', timeout: 500 };
  const calibration = await calibrate(connector, play, { rules: 'rfc6455' });
  if (!calibration.ok) throw new Error(calibration.problem);
  const { target } = calibration;
  return { connector, place, target, signs: target.signs, timeout: 500, elsewhere: placeOn(other) };
}
