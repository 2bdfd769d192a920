// What every queue's worker does for one recipient: the same signed request as the others of the bench, answered or thrown.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Pool, request } from 'undici';

/** [phone, name] of each line. */
export function readPeople(file) {
  const [, ...lines] = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => line.split(','));
}

export function* chunksOf(list, size) {
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

export function createSender(port, concurrency) {
  const origin = `http://127.0.0.1:${port}`;
  const dispatcher = new Pool(origin, { connections: concurrency, pipelining: 1 });
  return {
    async send(recipient, name) {
      const { body } = await request(`${origin}/wa/custom/sendMsg`, {
        dispatcher,
        method: 'POST',
        headers: signedHeaders(),
        body: JSON.stringify(messageTo(recipient, name)),
      });
      const answer = await body.json();
      if (answer.status !== '0') throw new Error(answer.reason);
    },
    close: () => dispatcher.close(),
  };
}

export function signedHeaders() {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const sign = createHash('md5').update(`bench-keybench-secret${timestamp}`).digest('hex');
  return { 'Content-Type': 'application/json;charset=UTF-8', 'Api-Key': 'bench-key', Timestamp: timestamp, Sign: sign };
}

export function messageTo(recipient, name) {
  return {
    appId: 'bench-app',
    businessPhone: '2348000000001',
    channelType: 0,
    recipient,
    type: 'text',
    text: {
      body: `Good morning ${name}, your parcel is at the pick-up point and waits for you until Friday evening.`,
    },
  };
}

/** Ends on SIGTERM, as the documents of the queues ask for. */
export function onTerm(close) {
  process.once('SIGTERM', () => void close().then(() => process.exit(0)));
}
