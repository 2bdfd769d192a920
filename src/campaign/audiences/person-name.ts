import type { Roster } from '../../audience/roster.ts';
import type { JobId } from '../../job/address.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';

/** Headings of lists for a whole name, a first and a last one, as programs and people write them. */
const headings = {
  whole: ['name', 'Name', 'full_name', 'fullName', 'Full name', 'Full Name'],
  first: ['first_name', 'firstName', 'First name', 'First Name', 'Vorname'],
  last: ['last_name', 'lastName', 'Last name', 'Last Name', 'Nachname'],
};

/** Where lists have the names of people. */
export const nameColumns = [...headings.whole, ...headings.first, ...headings.last];

/** The whole name, or first and last name; undefined for a step that runs once. */
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
  const cellOf = (columns: readonly string[]): string => {
    const column = columns.find((one) => (roster.value(recipient, one) ?? '') !== '');
    return column === undefined ? '' : String(roster.value(recipient, column));
  };
  const { whole, first, last } = headings;
  return cellOf(whole) || [cellOf(first), cellOf(last)].filter((part) => part !== '').join(' ');
}
