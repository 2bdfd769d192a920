// node bullmq.mjs fill|work PORT CONCURRENCY members.csv REDIS_PORT
import { Queue, Worker } from 'bullmq';
import { chunksOf, createSender, onTerm, readPeople } from './send.mjs';

const [what, port, concurrency, file, redisPort] = process.argv.slice(2);
const connection = { host: '127.0.0.1', port: Number(redisPort), maxRetriesPerRequest: null };

if (what === 'fill') {
  const queue = new Queue('bench', { connection });
  // Its own id for each recipient: filled twice, the queue has them once.
  const job = ([phone, name]) => ({ name: 'send', data: { phone, name }, opts: { jobId: `send-${phone}` } });
  for (const some of chunksOf(readPeople(file), 1_000)) await queue.addBulk(some.map(job));
  await queue.close();
} else {
  const { send, close } = createSender(port, Number(concurrency));
  // A dead worker's jobs are handed out again after 30 s by default; the bench does not wait so long.
  const lock = { lockDuration: 3_000, stalledInterval: 3_000 };
  const worker = new Worker('bench', ({ data }) => send(data.phone, data.name), {
    connection,
    concurrency: Number(concurrency),
    ...lock,
  });
  worker.on('error', (error) => process.stderr.write(`${error.message}\n`));
  onTerm(async () => {
    await worker.close();
    await close();
  });
}
