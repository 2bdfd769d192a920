import { soughtText } from '../../audience/comparable.ts';
import type { People, PeopleFilter, PersonEntry } from '../document.ts';
import { html, type Markup } from './html-tag.ts';
import { sentence, wordsHtml } from './html-words.ts';

/** So many people at a time, with the script. */
const pageSize = 50;

/** A section in which everybody can be read without the script. With it, people can be found, filtered and saved. */
export function peopleHtml({ about, filters, csv, people, note }: People): Markup {
  const rows = people.map(({ shown, name, entries }) => {
    const who = name === '' ? shown : html`<span dir="auto">${name}</span> <small>${shown}</small>`;
    return html`<tr data-key="${shown}" data-name="${name}" data-sought="${soughtText(name)}"><th scope="row">${who}</th><td><ul>${entries.map(entryHtml)}</ul></td></tr>`;
  });
  const choices = filters.filter(({ values }) => values.length > 1).map(choice);
  return html`<section aria-labelledby="people"><h2 id="people">People</h2>
<div class="search choices flow" hidden><label>Find a recipient by ${people.some(({ name }) => name !== '') ? 'name or number' : 'number'} <input type="search" autocomplete="off"></label>${choices}<button type="button" data-csv="${JSON.stringify(csv)}">Save as CSV</button> <output></output></div>
<table class="people"><thead><tr><th scope="col">recipient</th><th scope="col">${about}</th></tr></thead><tbody>${rows}</tbody></table>
<div class="pager choices flow" data-size="${pageSize}" hidden><button type="button">Previous</button><span role="status"></span><button type="button">Next</button></div>${
    note === undefined ? undefined : html`<p>${wordsHtml(note)}</p>`
  }
</section>`;
}

function entryHtml({ data, words, isOff, outcome, time, there, why }: PersonEntry): Markup {
  const attributes = Object.entries(data).map(([name, value]) => html` data-${name}="${value}"`);
  const name = wordsHtml(words);
  return html`<li${attributes}>${isOff ? html`<s class="soft">${name}</s>` : name}${
    outcome && html` <span class="outcome">${wordsHtml([{ outcome }])}</span>`
  }${time === undefined ? undefined : html` <time>${time}</time>`}${
    there === undefined ? undefined : html` <small>${sentence(there)}</small>`
  }${why === undefined ? undefined : html` <small class="why" dir="auto">${sentence(why)}</small>`}</li>`;
}

function choice({ name, all, values }: PeopleFilter): Markup {
  const options = values.map(([value, words]) => html`<option value="${value}">${words}</option>`);
  return html`<select data-filter="${name}" aria-label="${all}"><option value="">${all}</option>${options}</select>`;
}

/** A page with more people than this is not useful, nor one with more jobs of them: each has up to one of each step. */
export function peopleAtMost(steps: number): number {
  return Math.max(10, Math.min(2_000, Math.floor(20_000 / steps)));
}
