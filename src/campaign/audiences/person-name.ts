import type { Roster } from '../../audience/roster.ts';
import type { JobId } from '../../job/address.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';

/** Where lists have the names of people. */
export const nameColumns = ['name', 'full_name', 'first_name', 'last_name', 'firstName', 'lastName'];

/** The first of these columns, or first and last name; undefined for a step that runs once. */
export function personName(
  { campaign, rosters }: Pick<LoadedCampaign, 'campaign' | 'rosters'>,
  step: string,
  recipient: number | undefined,
): string | undefined {
  const audience = campaign.steps.find(({ id }) => id === step)?.forEach?.audience;
  const roster = rosters.get(audience ?? '');
  return roster === undefined || recipient === undefined ? undefined : nameIn(roster, recipient);
}

/** The same for a job; undefined for one that is for nobody, or for somebody who has left the list. */
export function nameByKey(
  opened: Pick<LoadedCampaign, 'campaign' | 'rosters'>,
  { step, key }: JobId,
): string | undefined {
  const audience = opened.campaign.steps.find(({ id }) => id === step)?.forEach?.audience;
  return key === undefined ? undefined : personName(opened, step, opened.rosters.get(audience ?? '')?.indexOf(key));
}

/** Empty where the list has no name. */
export function nameIn(roster: Pick<Roster, 'value'>, recipient: number): string {
  const [name, full, ...parts] = nameColumns.map((column) => String(roster.value(recipient, column) ?? ''));
  return name || full || parts.filter((part) => part !== '').join(' ');
}
