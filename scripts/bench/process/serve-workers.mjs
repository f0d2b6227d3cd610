// The command itself, with so many workers: node serve-workers.mjs <number> [NODE_CLUSTER_SCHED_POLICY]
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { answerLines } from './answer-lines.mjs';
import { readTreeCpu } from './tree-cpu.mjs';

const command = fileURLToPath(new URL('../../../dist/src/cli/main.js', import.meta.url));
const args = [command, 'serve', '--listen', '127.0.0.1:0', '--workers', process.argv[2]];
const policy = process.argv[3] && { NODE_CLUSTER_SCHED_POLICY: process.argv[3] };
const service = spawn(process.execPath, args, {
  stdio: ['ignore', 'pipe', 'ignore'],
  env: { ...process.env, ...policy },
});
process.on('exit', () => service.kill()).on('SIGTERM', () => process.exit());
service.on('exit', (code) => process.exit(code || 1));

const line = await new Promise((resolve) => {
  createInterface({ input: service.stdout }).once('line', resolve);
});
const { port } = new URL(line.replace('listening on ', ''));
answerLines({ port: Number(port) }, () => ({ cpu: readTreeCpu(service.pid) }));
