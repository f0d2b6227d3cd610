import { verifyProxy } from '../../src/verify/index.ts';
import { startBackend } from '../../src/verify/proxy/play/backend.ts';
import { replayPair } from '../../src/verify/proxy/replay.ts';
import { aim } from '../../src/verify/proxy/verify-proxy.ts';
import { debianProxies } from '../peers/debian-proxy.ts';
import { npmProxies } from '../peers/npm-proxy.ts';
import { pageProxies } from '../peers/page-proxy.ts';
import { isPublished, type ProxySetUp } from '../peers/proxy-set-up.ts';
import { findFreePort } from '../process-group.ts';
import { targetOf } from '../verify/target.ts';
import { type CampaignProxy, campaignProxies } from './campaign-proxy.ts';
import type { CampaignRecipe, Launched } from './campaign-recipe.ts';
import { readVersion } from './observe.ts';
import { familyOf } from './proxy-family.ts';
import { proxyReadings } from './proxy-reading.ts';
import { findDecider } from './reading.ts';
import { defaultSettings } from './run/observe.ts';

type SetUp = Pick<ProxySetUp, 'title' | 'command' | 'start'> & Pick<CampaignProxy, 'isSecure'>;

/** Milliseconds that one case may take. */
const timeout = 2_000;

/** A set-up with a fault that was put into it here says nothing of anybody. */
const isPlanted = ({ title }: SetUp) => title === 'node:http with a 101 of its own';

/** A proxy, as the campaign runs it: each way of setting one up is a variant of its family. */
function toProxyCampaign(setUp: SetUp): CampaignRecipe {
  const { title, command, isSecure = false } = setUp;
  const family = familyOf(title);
  const { language, debian = [], npm = [], version, http, library, application, decides } = family;
  const literal = `--seed ${defaultSettings.literalSeed} --runs 1 --timeout ${timeout} --level should`;
  const front = isSecure ? 'wss://127.0.0.1:9001/ --insecure' : 'ws://127.0.0.1:9001/';
  return {
    ...{ role: 'proxy', name: title, family: family.name, language, debian, npm },
    variant: title.slice(family.name.length).trim(),
    layers: { http, ...(library === undefined ? {} : { library }), application },
    start: command,
    verify: `ws101 verify proxy ${front} --backend 127.0.0.1:9002 ${literal}`,
    readVersion: () => readVersion({ version }),
    launch: () => launch(setUp),
    decidedBy: (clause) => findDecider(clause, proxyReadings, decides),
  };
}

/** Starts a proxy before a port on which a backend of ours listens while it is verified. */
async function launch({ start, isSecure = false }: SetUp): Promise<Launched> {
  const port = await findFreePort();
  const proxy = await start(port);
  const url = `${isSecure ? 'wss' : 'ws'}://127.0.0.1:${proxy.port}/`;
  return {
    ports: [proxy.port, port],
    async verify({ seed, runs, onProgress, onKept }) {
      const more = { timeout, insecure: isSecure, ...(onKept ? { onKept } : {}) };
      const report = await verifyProxy(url, { backend: { port }, seed, runs, onProgress, ...more });
      return { ...report, findings: report.findings.filter(isPublished) };
    },
    describe: ({ title, pair = 'a plain opening and a plain 101' }) => ({
      sent: pair,
      came: title.endsWith(`: ${pair}`) ? title.slice(0, -pair.length - 2) : title,
    }),
    async replay(finding, { seed, runs = 0 }) {
      const front = targetOf(url, { insecure: isSecure });
      const backend = await startBackend({ host: '127.0.0.1', port, deadline: timeout });
      try {
        const aimed = await aim(front, backend, timeout, { insecure: isSecure });
        return 'problem' in aimed
          ? 'cannot tell'
          : (await replayPair(finding, { seed, runs }, aimed)).outcome;
      } finally {
        await backend.close();
      }
    },
    stop: () => proxy.end(),
  };
}

export const proxyRecipes: readonly CampaignRecipe[] = [
  ...pageProxies,
  ...debianProxies,
  ...npmProxies,
  ...campaignProxies,
]
  .filter((each) => !isPlanted(each))
  .map(toProxyCampaign);
