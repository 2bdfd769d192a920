// node pg-boss.mjs fill|work PORT CONCURRENCY members.csv DATABASE_URL
import pLimit from 'p-limit';
import PgBoss from 'pg-boss';
import { chunksOf, createSender, onTerm, readPeople } from './send.mjs';

const [what, port, concurrencyText, file, connectionString] = process.argv.slice(2);
const concurrency = Number(concurrencyText);
// A dead worker's jobs are handed out again after 15 min by default; the bench does not wait so long.
const boss = new PgBoss({ connectionString, schedule: false, maintenanceIntervalSeconds: 2 });
boss.on('error', (error) => process.stderr.write(`${error.message}\n`));
await boss.start();

if (what === 'fill') {
  await boss.createQueue('send');
  const job = ([phone, name]) => ({ name: 'send', data: { phone, name }, singletonKey: phone, expireInSeconds: 5 });
  for (const some of chunksOf(readPeople(file), 1_000)) await boss.insert(some.map(job));
  await boss.stop();
} else {
  const { send, close } = createSender(port, concurrency);
  let over = false;
  const loop = work();
  onTerm(async () => {
    over = true;
    await loop;
    await close();
    await boss.stop({ graceful: false });
  });

  // Its `work()` polls every two seconds; what is left is to fetch and complete oneself.
  async function work() {
    const limit = pLimit(concurrency);
    while (!over) {
      const jobs = await boss.fetch('send', { batchSize: 500 });
      if (jobs.length === 0) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        continue;
      }
      await Promise.all(jobs.map(({ data }) => limit(() => send(data.phone, data.name))));
      await boss.complete(
        'send',
        jobs.map(({ id }) => id),
      );
    }
  }
}
