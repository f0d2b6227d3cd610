import { openZoo } from '../zoo/zoo.ts';
import { type Io, untilAborted } from './io.ts';
import { explainListening, readTls, type TlsFiles } from './listening.ts';

export interface ZooCommandOptions extends TlsFiles {
  readonly listen: { readonly host: string; readonly port: number };
}

/**
 * Runs `ws101 zoo`: a server each of whose paths shows one reply, until it has to stop.
 *
 * @returns the exit code
 */
export async function runZoo({ listen, ...files }: ZooCommandOptions, io: Io): Promise<number> {
  const onExcess = (line: string) => io.stderr.write(`limit: ${line}\n`);
  const zoo = await openZoo({ ...listen, ...readTls(files, undefined, io.cwd), onExcess }).catch((error) => {
    throw explainListening(error, listen);
  });
  await untilAborted(io.signal, () => io.stdout.write(`listening on ${zoo.url}\n`));
  await zoo.close();
  return 0;
}
