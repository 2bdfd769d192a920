import { escapeHtml } from '../../render/html-tag.ts';

/** What a page says of people, one row each, to be searched, filtered and saved. */
export interface PeopleList {
  /** Of the column beside the recipients. */
  readonly about: string;
  /** Whether the numbers are whole, and may have names. */
  readonly showNumbers: boolean;
  readonly filters: readonly PeopleFilter[];
  readonly csv: readonly CsvColumn[];
  readonly people: readonly ListedPerson[];
  /** Markup below the table. */
  readonly note: string;
}

/** A choice in the page's address. `skipped` also chooses entries that say `skipped:…`. */
export interface PeopleFilter {
  readonly name: string;
  readonly all: string;
  readonly values: readonly (readonly [value: string, words: string])[];
}

export interface CsvColumn {
  readonly name: string;
  /** An attribute of the entry, or `.class` for the text of a part of it. */
  readonly of: string;
}

export interface ListedPerson {
  readonly shown: string;
  /** Empty where it is unknown or not to be shown. */
  readonly name: string;
  readonly entries: readonly PersonEntry[];
}

export interface PersonEntry {
  /** Values of filters and of CSV columns, by name. */
  readonly data: Readonly<Record<string, string>>;
  readonly markup: string;
}

/** So many people at a time, with the script. */
const pageSize = 50;

/** A section in which everybody can be read without the script. With it, people can be found, filtered and saved. */
export function peopleList({ about, showNumbers, filters, csv, people, note }: PeopleList): string {
  if (people.length === 0) return '';
  const rows = people.map(({ shown, name, entries }) => {
    const called = name === '' ? '' : ` <small dir="auto">${escapeHtml(name)}</small>`;
    return `<tr data-key="${shown}" data-name="${escapeHtml(name)}"><th scope="row">${shown}${called}</th><td><ul>${entries.map(entry).join('')}</ul></td></tr>`;
  });
  const choices = filters.filter(({ values }) => values.length > 1).map(choice);
  return `<section aria-labelledby="people"><h2 id="people">People</h2>
<div class="search" hidden><label>Find a recipient by ${showNumbers ? 'number or name' : 'number'} <input type="search" autocomplete="off"></label>${choices.join('')}<button type="button" data-csv="${escapeHtml(JSON.stringify(csv))}">Save as CSV</button> <output></output></div>
<table class="people"><thead><tr><th scope="col">recipient</th><th scope="col">${about}</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<div class="pages" data-size="${pageSize}" hidden><button type="button">Previous</button><span role="status"></span><button type="button">Next</button></div>${note}
</section>`;
}

function entry({ data, markup }: PersonEntry): string {
  const attributes = Object.entries(data).map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`);
  return `<li${attributes.join('')}>${markup}</li>`;
}

function choice({ name, all, values }: PeopleFilter): string {
  const options = values.map(([value, words]) => `<option value="${escapeHtml(value)}">${escapeHtml(words)}</option>`);
  return `<select data-filter="${name}" aria-label="${all}"><option value="">${all}</option>${options.join('')}</select>`;
}

/** A page with more people than this is not useful, nor one with more jobs of them: each has up to one of each step. */
export function peopleAtMost(steps: number): number {
  return Math.max(10, Math.min(2_000, Math.floor(20_000 / steps)));
}
