import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

export interface CampaignSize {
  /** Of each audience. */
  readonly recipients: number;
  readonly concurrency: number;
  /** Each sends to every recipient of its audience. Default 1. */
  readonly steps?: number;
  /** What a step needs: nothing (default), the step before it, or the first step, as the last step needs all the others. */
  readonly needs?: 'none' | 'chain' | 'fan';
  /** Lists of different people, one after the other given to the steps. Default 1. */
  readonly audiences?: number;
  /** Of the recipients: by their numbers (default), or in none. */
  readonly order?: 'sorted' | 'none';
  /** Characters of each message, about. Default 110. */
  readonly text?: number;
  /** When it may begin, as local time. Default at once. */
  readonly starts?: string;
  readonly list?: 'csv' | 'csv.gz' | 'jsonl' | 'jsonl.gz';
}

/**
 * The work of every client: one message for each recipient of a list. Writes `bench.yaml` and its lists, `members.csv`,
 * `members1.csv` and so on.
 */
export function writeCampaign(folder: string, size: CampaignSize): void {
  const { steps = 1, needs = 'none', audiences = 1, text = 110, list = 'csv', concurrency } = size;
  for (let audience = 0; audience < audiences; audience++) writeMembers(folder, audience, size);
  const body = 'your parcel is at the pick-up point and waits for you until Friday evening. '.repeat(
    Math.ceil(text / 76),
  );
  const needsOf = (step: number): string => {
    if (needs === 'none' || step === 0) return '';
    if (needs === 'chain') return `\n    needs: hello${step === 1 ? '' : step - 1}`;
    if (step < steps - 1) return '\n    needs: hello';
    return `\n    needs: [${Array.from({ length: steps - 2 }, (_, other) => `hello${other + 1}`).join(', ')}]`;
  };
  const step = (_: unknown, n: number): string => `  hello${n === 0 ? '' : n}:
    uses: whatsapp.send
    purpose: transactional
    window: always
    forEach: members${n % audiences === 0 ? '' : n % audiences}${needsOf(n)}
    with:
      type: text
      text: { body: "Good morning {{ recipient.name }}, ${body.slice(0, text - 35)}" }
`;
  const audience = (_: unknown, n: number): string =>
    `  ${listName(n)}: { file: ${listName(n)}.${list}, key: phone }\n`;
  writeFileSync(
    join(folder, 'bench.yaml'),
    `campaign: bench
timezone: Africa/Lagos${size.starts === undefined ? '' : `\nstarts: "${size.starts}"`}
limits: { concurrency: ${concurrency} }
account: { appId: bench-app, businessPhone: "2348000000001" }
audiences:
${Array.from({ length: audiences }, audience).join('')}steps:
${Array.from({ length: steps }, step).join('')}`,
  );
}

function listName(audience: number): string {
  return `members${audience === 0 ? '' : audience}`;
}

function writeMembers(
  folder: string,
  audience: number,
  { recipients, order = 'sorted', list = 'csv' }: CampaignSize,
): void {
  // An odd factor takes no two numbers below 2 to the 32nd to the same.
  const place = (n: number): number => (order === 'sorted' ? n * 7 : Math.imul(n, 0x9e3779b1) >>> 0);
  const isCsv = list.startsWith('csv');
  const first = 2_348_000_000_000 + audience * recipients * 7;
  const row = (n: number): string => {
    const [phone, name] = [first + place(n), `Name${n % 977}`];
    return isCsv ? `${phone},${name}\n` : `{"phone":"${phone}","name":"${name}"}\n`;
  };
  const members = openSync(join(folder, `${listName(audience)}.${list}`), 'w');
  const write = (text: string): void =>
    void writeSync(members, list.endsWith('.gz') ? gzipSync(text) : Buffer.from(text));
  if (isCsv) write('phone,name\n');
  for (let from = 0; from < recipients; from += 10_000) {
    const length = Math.min(10_000, recipients - from);
    write(Array.from({ length }, (_, n) => row(from + n)).join(''));
  }
  closeSync(members);
}
