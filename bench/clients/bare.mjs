// The yardstick, and what a user would write instead: undici in a loop, signed, with no memory of what was sent.
// `log` is the least that a run which survives a crash has to do: each intent on disk before its request, each outcome after it, in
// one file that is synced in groups, and nothing that could find anything in it. The file has its size before: to sync bytes that
// are added to a file takes twice as long as bytes that are written over others.
// node bare.mjs loop|log|p-limit PORT CONCURRENCY RECIPIENTS.csv
import { createHash } from 'node:crypto';
import { fdatasync, fsyncSync, openSync, readFileSync, write, writeSync } from 'node:fs';
import { promisify } from 'node:util';
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

/** Resolves when the text is on disk: what comes while one group is on its way shares the next. */
function openLog() {
  const file = openSync('log', 'w+');
  const entryBytes = 40;
  writeSync(file, Buffer.alloc(2 * entryBytes * people.length));
  fsyncSync(file);
  const [writeAt, sync, endOfTurn] = [write, fdatasync, setImmediate].map(promisify);
  let end = 0;
  let group = [];
  let isWriting = false;
  const flush = async () => {
    isWriting = true;
    while (group.length > 0) {
      await endOfTurn();
      const written = group;
      group = [];
      const entries = Buffer.from(written.map(({ text }) => text).join(''));
      await writeAt(file, entries, 0, entries.length, end);
      end += entries.length;
      await sync(file);
      for (const { resolve } of written) resolve();
    }
    isWriting = false;
  };
  return (text) =>
    new Promise((resolve) => {
      group.push({ text, resolve });
      if (!isWriting) void flush();
    });
}

if (kind === 'p-limit') {
  const limit = pLimit(concurrency);
  await Promise.all(people.map((person) => limit(send, person)));
} else {
  let next = 0;
  const log = kind === 'log' ? openLog() : undefined;
  const work = async () => {
    while (next < people.length) {
      const person = people[next++];
      await log?.(`intent ${person[0]}\n`);
      await send(person);
      // The next intent comes after it, in the same group or in a later one.
      if (log !== undefined) void log(`accepted ${person[0]}\n`);
    }
    await log?.('');
  };
  await Promise.all(Array.from({ length: concurrency }, work));
}
await dispatcher.close();
