import type { Roster } from '../../audience/roster.ts';
import type { JobId } from '../../job/address.ts';
import type { CampaignLists } from '../loaded-campaign.ts';

/**
 * Headings of lists for a whole name, a first and a last one, as programs and people write them, with a capital letter or
 * without. `Nombre` is beside `Apellidos` or alone, and `Nom` beside `Prénom`.
 */
const headings = {
  whole: asWritten(
    'name, full_name, fullName, full name, Full Name, nombre completo, nom complet, nome completo, الاسم الكامل, nama, nama lengkap, Nama Lengkap, 氏名, 名前, お名前',
  ),
  first: asWritten(
    'first_name, firstName, first name, First Name, vorname, nombre, prénom, prenom, nome, voornaam, الاسم, الاسم الأول, الاسم الشخصي, nama depan',
  ),
  last: asWritten(
    'last_name, lastName, last name, Last Name, nachname, apellidos, apellido, nom, nom de famille, cognome, sobrenome, apelido, achternaam, النسب, اسم العائلة, الاسم العائلي, nama belakang',
  ),
};

function asWritten(words: string): readonly string[] {
  return words.split(', ').flatMap((word) => [...new Set([word, word.charAt(0).toUpperCase() + word.slice(1)])]);
}

/** Where lists have the names of people. */
export const nameColumns = [...headings.whole, ...headings.first, ...headings.last];

/** The whole name, or first and last name; undefined for a step that runs once. */
export function personName(
  { campaign, rosters }: CampaignLists,
  step: string,
  recipient: number | undefined,
): string | undefined {
  const audience = campaign.steps.find(({ id }) => id === step)?.forEach?.audience;
  const roster = rosters.get(audience ?? '');
  return roster === undefined || recipient === undefined ? undefined : nameIn(roster, recipient);
}

/** The same for a job; undefined for one that is for nobody, or for somebody who has left the list. */
export function nameByKey(opened: CampaignLists, { step, key }: JobId): string | undefined {
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
