import { type EngineInput, runEngine } from './engine.ts';

/** The engine in a process of its own, for tests that kill it: `node engine-process.js INPUT-AS-JSON`. Ends as `run` would. */
const { result } = await runEngine(JSON.parse(process.argv[2] ?? '{}') as EngineInput);
process.stdout.write(`${JSON.stringify(result)}\n`);
