import { startSandbox } from '../../src/sandbox/start-sandbox.ts';

/** A sandbox in a process of its own, for tests that kill it: `tsx sandbox-process.ts DATA-FILE`. Says its address, then serves. */
const [data] = process.argv.slice(2);
const { url } = await startSandbox(data === undefined ? {} : { data });
process.stdout.write(`${url}\n`);
