// The yardstick, and what a user would write instead: undici in a loop, signed, with no memory of what was sent.
// node bare.mjs loop|p-limit PORT CONCURRENCY RECIPIENTS.csv
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import pLimit from 'p-limit';
import { Pool, request } from 'undici';

const [kind, port, concurrencyText, file] = process.argv.slice(2);
const concurrency = Number(concurrencyText);
const origin = `http://127.0.0.1:${port}`;
const people = readFileSync(file, 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split(','));
const dispatcher = new Pool(origin, { connections: concurrency, pipelining: 1 });

function signedHeaders() {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHash('md5').update(`bench-keybench-secret${timestamp}`).digest('hex');
  return { 'Content-Type': 'application/json;charset=UTF-8', 'Api-Key': 'bench-key', Timestamp: timestamp, Sign: sign };
}

async function send([recipient, name]) {
  const { body } = await request(`${origin}/wa/custom/sendMsg`, {
    dispatcher,
    method: 'POST',
    headers: signedHeaders(),
    body: JSON.stringify({
      appId: 'bench-app',
      businessPhone: '2348000000001',
      channelType: 0,
      recipient,
      type: 'text',
      text: {
        body: `Good morning ${name}, your parcel is at the pick-up point and waits for you until Friday evening.`,
      },
    }),
  });
  const answer = await body.json();
  if (answer.status !== '0') throw new Error(answer.reason);
}

if (kind === 'p-limit') {
  const limit = pLimit(concurrency);
  await Promise.all(people.map((person) => limit(send, person)));
} else {
  let next = 0;
  const work = async () => {
    while (next < people.length) await send(people[next++]);
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
await dispatcher.close();
