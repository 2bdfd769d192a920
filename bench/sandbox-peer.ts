import { once } from 'node:events';
import { createServer } from 'node:http';
import { startSandbox } from '../src/sandbox/start-sandbox.ts';

/** One server in a process of its own, for `sandbox.bench.ts`: `empty` answers and does nothing, `sandbox` the whole service. */
const started = process.hrtime.bigint();
const port = process.argv[2] === 'empty' ? await startEmpty() : await startWhole();
const ms = Number(process.hrtime.bigint() - started) / 1e6;

process.on('message', (wanted) => {
  const { user, system } = process.cpuUsage();
  if (wanted === 'processor') {
    process.send?.({ cpuMs: (user + system) / 1000 });
    return;
  }
  globalThis.gc?.();
  // What is left after a collection, the blocks outside the heap included; and what the system had to give at most.
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ bytes: heapUsed + external, rss: process.memoryUsage.rss() });
});
const again = process.hrtime.bigint();
if (process.argv[2] === 'sandbox') await (await startSandbox()).close();
process.send?.({ port, ms, againMs: Number(process.hrtime.bigint() - again) / 1e6 });

async function startEmpty(): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('{"status":"0"}'));
  });
  server.listen({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function startWhole(): Promise<number> {
  const { port } = await startSandbox({ world: { money: { balance: 100_000_000 } } });
  return port;
}
