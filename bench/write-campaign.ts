import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The work of every client: one message of two hundred characters or so for each recipient of a CSV. Writes `members.csv` and
 * `bench.yaml`, with as many steps as asked for.
 */
export function writeCampaign(folder: string, size: CampaignSize): void {
  writeMembers(join(folder, 'members.csv'), size.recipients);
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
}

function writeMembers(path: string, recipients: number): void {
  const members = openSync(path, 'w');
  writeSync(members, 'phone,name\n');
  for (let from = 0; from < recipients; from += 10_000) {
    const length = Math.min(10_000, recipients - from);
    const row = (_: unknown, n: number): string => `${2_348_000_000_000 + (from + n) * 7},Name${(from + n) % 977}\n`;
    writeSync(members, Array.from({ length }, row).join(''));
  }
  closeSync(members);
}
