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
  if (roster === undefined || recipient === undefined) return undefined;
  const [name, full, ...parts] = nameColumns.map((column) => String(roster.value(recipient, column) ?? ''));
  return name || full || parts.filter((part) => part !== '').join(' ');
}
