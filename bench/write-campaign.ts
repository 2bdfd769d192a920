import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The work of every client: one message of two hundred characters or so for each recipient of a CSV. Writes `members.csv` and
 * `bench.yaml`, with as many steps as asked for.
 */
export function writeCampaign(folder: string, size: CampaignSize): void {
  writeMembers(join(folder, 'members.csv'), size);
  const step = (_: unknown, n: number): string => `  hello${n === 0 ? '' : n}:
    uses: whatsapp.send
    purpose: transactional
    window: always
    forEach: members
    with:
      type: text
      text: { body: "Good morning {{ recipient.name }}, your parcel is at the pick-up point and waits for you until Friday evening." }
`;
  writeFileSync(
    join(folder, 'bench.yaml'),
    `campaign: bench
timezone: Africa/Lagos
limits: { concurrency: ${size.concurrency} }
account: { appId: bench-app, businessPhone: "2348000000001" }
audiences:
  members: { file: members.csv, key: phone }
steps:
${Array.from({ length: size.steps ?? 1 }, step).join('')}`,
  );
}

export interface CampaignSize {
  readonly recipients: number;
  readonly concurrency: number;
  /** Each sends to every recipient. Default 1. */
  readonly steps?: number;
  /** Of the recipients: by their numbers (default), or in none. */
  readonly order?: 'sorted' | 'none';
}

function writeMembers(path: string, { recipients, order = 'sorted' }: CampaignSize): void {
  // An odd factor takes no two numbers below 2 to the 32nd to the same.
  const place = (n: number): number => (order === 'sorted' ? n * 7 : Math.imul(n, 0x9e3779b1) >>> 0);
  const row = (n: number): string => `${2_348_000_000_000 + place(n)},Name${n % 977}\n`;
  const members = openSync(path, 'w');
  writeSync(members, 'phone,name\n');
  for (let from = 0; from < recipients; from += 10_000) {
    const length = Math.min(10_000, recipients - from);
    writeSync(members, Array.from({ length }, (_, n) => row(from + n)).join(''));
  }
  closeSync(members);
}
