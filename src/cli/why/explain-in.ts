import { askedKeys } from '../../campaign/audiences/part.ts';
import { whyLeftOut } from '../../campaign/audiences/why-left-out.ts';
import type { JobId, RecipientKey } from '../../job/address.ts';
import type { JobRecord } from '../../job/job.ts';
import { explainPerson, isAllOver, type Why, type WhyStep } from '../../plan/why.ts';
import type { Instant } from '../../platform/ports.ts';
import { forgottenOf } from '../../project/load.ts';
import { byPresentNames, placesIn } from '../../run/resume/edits.ts';
import { shortenedNumber } from '../messages/asked-number.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';
import { planInput } from '../plan/plan-input.ts';

/** What a campaign plans and did for one person. `key` is their number as it was read; without one, only rows with that text are found. */
export async function explainIn(
  opened: OpenedCampaign,
  { asked, key, now }: { readonly asked: string; readonly key: RecipientKey | undefined; readonly now: Instant },
): Promise<{ readonly why: Why; readonly isFound: boolean }> {
  const { campaign, rosters, places, options, host } = opened;
  const { files, cwd } = host;
  const isForgotten = key !== undefined && (await isForgottenIn(opened, key));
  const leftOut = await whyLeftOut({ files, path: options.file, cwd, campaign, rosters, isForgotten, asked, key });
  const none = { timezone: campaign.timezone, audiences: [], leftOut };
  if (key === undefined) return { why: { ...none, key: asked, steps: [] }, isFound: false };
  const recordOf = await recordsOf(key, opened);
  const plan = isAllOver({ campaign, rosters, key, recordOf }) ? undefined : await planInput(opened, now);
  const found = explainPerson({ campaign, rosters, now, plan, key, leftOut, recordOf, places });
  if (found === undefined) return { why: { ...none, key, steps: await pastOf(key, opened) }, isFound: false };
  return { why: { ...found, steps: [...found.steps, ...(await removedPastOf(key, opened))] }, isFound: true };
}

export async function isForgottenIn({ project, directory }: OpenedCampaign, key: RecipientKey): Promise<boolean> {
  const forgotten = await forgottenOf(project, directory);
  return forgotten !== undefined && 'isForgotten' in forgotten && forgotten.isForgotten(Number(key));
}

/** Of several readings, those that the campaign knows; the first where it knows none. */
export async function peopleOf(text: string, opened: OpenedCampaign): Promise<readonly RecipientKey[]> {
  const { campaign, rosters } = opened;
  const keys = await askedKeys(text, campaign.audiences);
  if (keys.length < 2) return keys;
  const known: RecipientKey[] = [];
  for (const key of keys) {
    const isListed = [...rosters.values()].some((roster) => roster.indexOf(key) !== undefined);
    if (isListed || (await pastOf(key, opened)).length > 0) known.push(key);
  }
  return known.length > 0 ? known : keys.slice(0, 1);
}

/** This recipient's records, by step. */
async function recordsOf(
  key: RecipientKey,
  { campaign, reader }: OpenedCampaign,
): Promise<(id: JobId) => JobRecord | undefined> {
  const records = new Map<string, JobRecord>();
  const present = reader && (await byPresentNames({ campaign }, reader));
  for (const { id: step } of campaign.steps) {
    const record = await present?.job({ step, key });
    if (record !== undefined) records.set(step, record);
  }
  return ({ step }) => records.get(step);
}

export function notNumber(key: string): string {
  if (key.includes('…')) return shortenedNumber(key);
  return `${key} is not a phone number: use the country code and digits, such as 2348012345678`;
}

/** Someone who was removed from the list may have been reached before. Steps have their present names. */
async function pastOf(key: string, opened: OpenedCampaign): Promise<Why['steps']> {
  const past: WhyStep[] = [];
  for (const name of (await opened.reader?.steps()) ?? []) {
    const happened = await opened.reader?.job({ step: name, key });
    const { step } = placesIn(opened, name);
    const never = { span: undefined, zone: undefined, at: undefined, notStarted: undefined, rules: [] };
    if (happened !== undefined) past.push({ step: step?.id ?? name, uses: step?.uses, ...never, happened });
  }
  return past;
}

/** What was done for somebody by steps that are no longer in the file. */
async function removedPastOf(key: string, opened: OpenedCampaign): Promise<Why['steps']> {
  return (await pastOf(key, opened)).filter(({ uses }) => uses === undefined);
}
