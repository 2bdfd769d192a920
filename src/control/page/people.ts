import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import type { FoundPeople, PersonCampaign, PersonStep, PersonView } from '../shown/people-views.ts';
import { send, useAnswer } from './api.ts';
import { Forget, folderName, Suppress } from './leave.ts';
import { InboxLink, Link } from './parts/link.ts';
import { Message } from './parts/message.ts';
import { Clocked, Moment } from './parts/moment.ts';
import { Problem, Prose } from './parts/words.ts';
import { useHere } from './place.ts';
import type { Search } from './search.ts';

/** Campaigns and people by name, and people by number; of somebody, everything over all campaigns. */
export function People({ search }: { readonly search: Search }): VNode {
  const { place, room } = useHere();
  const { person } = place.query;
  const seesNumbers = room?.seesNumbers !== false;
  const { campaigns, found, problem, isSearching } = search;
  if (person !== undefined) return html`<${Story} key=${person} handle=${person} />`;
  return html`<h1>${campaigns.length === 0 ? 'People' : 'Found'}</h1>
    <${Problem} words=${problem} loading=${isSearching ? 'Searching…' : undefined} />
    ${found === undefined && campaigns.length === 0 && !isSearching && problem === undefined && html`<div class="card empty"><h2>Search for a person or a campaign</h2><p>Type ${seesNumbers ? 'a name or a number' : 'the name of a campaign, or the whole number of a person'} into the field above, and press <kbd>Enter</kbd>.${seesNumbers && ' A part is enough.'} <kbd>/</kbd> leads to the field.</p></div>`}
    <${FoundCampaigns} campaigns=${campaigns} />
    ${found !== undefined && html`${campaigns.length > 0 && found.people.length > 0 && html`<h2>People</h2>`}<${Found} found=${found} />`}`;
}

function FoundCampaigns({ campaigns }: Pick<Search, 'campaigns'>): VNode | false {
  return (
    campaigns.length > 0 &&
    html`<h2>Campaigns</h2><ul class="card list found" aria-label="Campaigns">${campaigns.map(
      ({ file, title }) =>
        html`<li key=${file}><${Link} path="/overview" query=${{ file }} class="fill flow"><b dir="auto">${title}</b> <small>${file}</small><//></li>`,
    )}</ul>`
  );
}

function Found({ found }: { readonly found: FoundPeople }): VNode {
  const { people, problems } = found;
  const { file } = useHere().place.query;
  return html`<p role="status" class="about">${foundText(found)}</p>
    ${
      people.length > 0 &&
      html`<ul class="card list found">${people.map(
        (
          one,
        ) => html`<li key=${one.handle}><${Link} path="/people" query=${{ file, person: one.handle }} class="fill flow">
          <b dir="auto">${one.name || one.number}</b> ${one.name !== '' && html`<span>${one.number}</span>`}
          <small>${one.campaigns.slice(0, campaignsShown).map(({ title, audiences }, index) => html`${index > 0 && '; '}<bdi>${title}</bdi>: ${audiences.join(', ')}`)}${moreText(one.campaigns.length - campaignsShown)}</small><//></li>`,
      )}</ul>`
    }
    ${problems.map((words) => html`<p class="notice ask">Not searched: ${words}.</p>`)}`;
}

function foundText({ people, more }: FoundPeople): string {
  if (people.length === 0) return 'Nobody in these campaigns has such a name or number.';
  return `${formatCount(people.length)} found${more === 0 ? '' : `, and at least ${formatCount(more)} more: type more of it`}.`;
}

const campaignsShown = 3;

function moreText(more: number): string {
  return more > 0 ? `; and ${counted(more, 'more campaign')}` : '';
}

function Story({ handle }: { readonly handle: string }): VNode {
  const { place, room } = useHere();
  const { numbers } = place.query;
  const allowActions = room?.allowActions === true;
  const { value, problem, readAt, isOld, again } = useAnswer([handle, numbers], () =>
    send<PersonView>('/api/person', { handle, numbers }),
  );
  if (value === undefined) return html`<h1>People</h1><${Problem} words=${problem} loading="Loading…" />`;
  const known = value.campaigns.filter(
    ({ audiences, leftOut, steps }) => audiences.length + leftOut.length + steps.length > 0,
  );
  const failed = value.campaigns.filter(({ problem: words }) => words !== undefined);
  return html`<div class="head flow"><h1><bdi>${value.name || value.number}</bdi></h1>${value.name !== '' && html`<p class="about">${value.number}</p>`}</div>
    ${failed.length > 0 && html`<p class="notice ask">${failed.map(({ title, problem: words }, index) => html`${index > 0 && '\n'}Not known of <bdi>${title}</bdi>: ${words}`)}</p>`}
    <div class="split">
      <div>${known.length === 0 && html`<div class="card empty"><h2>Nothing to tell</h2><p>They are in no audience of these campaigns, and nothing was sent to them.</p></div>`}
        ${known.map((campaign) => html`<${Clocked} key=${campaign.file} clock=${{ now: campaign.now, readAt, isFrozen: value.sandbox, zone: campaign.zone }}><${InCampaign} campaign=${campaign} handle=${handle} /><//>`)}</div>
      <aside aria-label="Contact rules">
        ${value.suppressions.map(
          ({
            project,
            lines,
          }) => html`<section class="card"><h2>Contact rules of ${folderName(project)}</h2>${isOld ? html`<p class="about">Reading it again…</p>` : lines.map((line) => html`<p><${Prose} text=${line} /></p>`)}
          ${allowActions && html`<${Suppress} handle=${handle} project=${project} done=${again} />`}</section>`,
        )}
        ${allowActions && value.folders.map((folder) => html`<${Forget} key=${folder} handle=${handle} folder=${folder} forgotten=${again} />`)}
        ${!allowActions && value.suppressions.length === 0 && html`<section class="card"><h2>Contact rules</h2><p class="about">These campaigns have none.</p></section>`}
      </aside>
    </div>`;
}

function InCampaign(props: { readonly campaign: PersonCampaign; readonly handle: string }): VNode {
  const { campaign, handle } = props;
  const { file, title, zone, audiences, leftOut, steps, inbox } = campaign;
  return html`<section class="card"><h2 dir="auto"><${Link} path="/overview" query=${{ file }}>${title}<//> <small>times in ${zone}</small></h2>
    ${audiences.map((one) => html`<p class="about">In <${Prose} text=${one} /></p>`)}
    ${leftOut.map((one) => html`<p class="ask tone">Left out: <${Prose} text=${one} /></p>`)}
    <ol class="list">${steps.map((step) => html`<${Step} step=${step} file=${file} />`)}</ol>
    ${inbox && html`<${InboxLink} file=${file} person=${handle} words="See their phone in the sandbox" />`}
  </section>`;
}

const tones = { good: 'go', ask: 'ask', bad: 'bad', plain: '' } as const;

function Step({ step, file }: { readonly step: PersonStep; readonly file: string }): VNode {
  const { room } = useHere();
  const { title, does, state, tone, at, lines, message, doubt } = step;
  return html`<li><h3 dir="auto">${title} <small>${does}</small></h3>
    <p><span class=${`pill ${tones[tone]}`}>${state}</span> ${at !== undefined && html`<small><${Moment} ...${at} /></small>`} ${doubt && html`<${Link} path="/doubts" query=${{ file, doubt: doubt.handle }}>${room?.allowActions === true ? 'Decide' : 'See what is known of it'}<//>`}</p>
    ${lines.map((line) => html`<p class="about"><${Prose} text=${line} /></p>`)}
    <${Message} parts=${message} /></li>`;
}
