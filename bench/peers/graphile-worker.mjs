// node graphile-worker.mjs fill|work PORT CONCURRENCY members.csv DATABASE_URL documented|fast
import { makeWorkerUtils, run, runMigrations } from 'graphile-worker';
import { chunksOf, createSender, onTerm, readPeople } from './send.mjs';

const [what, port, concurrencyText, file, connectionString, way] = process.argv.slice(2);
const concurrency = Number(concurrencyText);

if (what === 'fill') {
  await runMigrations({ connectionString });
  const utils = await makeWorkerUtils({ connectionString });
  const job = ([phone, name]) => ({ identifier: 'send', payload: { phone, name }, jobKey: `send-${phone}` });
  for (const some of chunksOf(readPeople(file), 1_000)) await utils.addJobs(some.map(job));
  await utils.release();
} else {
  const { send, close } = createSender(port, concurrency);
  // The settings of its page on performance.
  const fast = { localQueue: { size: 500 }, completeJobBatchDelay: 0, failJobBatchDelay: 0 };
  const worker = { connectionString, concurrentJobs: concurrency, maxPoolSize: Math.min(concurrency + 2, 90) };
  const runner = await run({
    preset: { worker: way === 'fast' ? { ...worker, ...fast } : worker },
    taskList: { send: ({ phone, name }) => send(phone, name) },
    parsedCronItems: [],
    noHandleSignals: true,
    logger: undefined,
  });
  onTerm(async () => {
    await runner.stop();
    await close();
  });
}
