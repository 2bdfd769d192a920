import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a campaign of so many steps without an audience, seven lines each, and returns its path. */
export function writeRedialCampaign(folder: string, steps: number): string {
  const head = 'campaign: bench\ntimezone: Africa/Lagos\naccount: { appId: bench-app }\nsteps:\n';
  const step = (number: number): string =>
    `  redial${number}:\n    uses: voice.redial\n    with:\n      taskId: ${number}\n      source: 3\n      lan: en-US\n      text: "Good morning from {{ campaign.title }}, {{ run.id }}"\n`;
  const path = join(folder, `${steps}-steps.yaml`);
  writeFileSync(path, head + Array.from({ length: steps }, (_, number) => step(number + 1)).join(''));
  return path;
}
