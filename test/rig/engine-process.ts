import { type EngineInput, runEngine } from './engine.ts';

/** The engine in a process of its own, for tests that kill it: `node engine-process.cjs INPUT-AS-JSON`. Ends as `run` would. */
void runEngine(JSON.parse(process.argv[2] ?? '{}') as EngineInput).then(({ result }) =>
  process.stdout.write(`${JSON.stringify(result)}\n`),
);
