import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { FoundPeople, PersonCampaign, PersonStep, PersonView } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { send } from './api.ts';
import { takeSought } from './arrival.ts';
import { Forget, Suppress } from './leave.ts';
import { folderName } from './parts/folder-name.ts';
import { InboxLink } from './parts/inbox-link.ts';
import { Link } from './parts/link.ts';
import { Message } from './parts/message.ts';
import { Problem } from './parts/problem.ts';
import { WithCode } from './parts/with-code.ts';
import type { Places } from './place.ts';

interface PersonProps {
  readonly places: Places;
  readonly allowActions: boolean;
}

/** Somebody by a part of their number, and everything about them over all campaigns. */
export function Person({ places, allowActions }: PersonProps): VNode {
  const { person, numbers } = places.place.query;
  const [digits, setDigits] = useState(takeSought);
  const [found, setFound] = useState<FoundPeople>();
  const [problem, setProblem] = useState<string>();
  const [searching, setSearching] = useState(false);
  const search = async (): Promise<void> => {
    setSearching(true);
    setProblem(undefined);
    const answer = await send<FoundPeople>('/api/people', { digits, numbers });
    setSearching(false);
    if ('refused' in answer) return setProblem(answer.refused);
    setFound(answer.value);
    const [only] = answer.value.people;
    places.go('/person', {
      ...places.place.query,
      person: answer.value.people.length === 1 ? only?.handle : undefined,
    });
  };
  useEffect(() => {
    if (digits !== '') void search();
  }, []);
  return html`<h1>Person</h1>
    <form class="choices" role="search" onSubmit=${(event: Event) => {
      event.preventDefault();
      void search();
    }}>
      <label>A number, or a part of one <input type="search" inputmode="tel" autocomplete="off" value=${digits} onInput=${(event: Event) => setDigits((event.target as HTMLInputElement).value)} /></label>
      <button class="primary" disabled=${searching}>Search</button>
    </form>
    <${Problem} words=${problem} />
    <div role="status">${searching ? html`<p class="about">Searching…</p>` : person === undefined && found !== undefined && html`<p class="about">${foundText(found)}</p>`}</div>
    ${person === undefined && found?.problems.map((words) => html`<p class="bad">${words}</p>`)}
    ${
      person === undefined
        ? found !== undefined &&
          html`<ul class="found">${found.people.map(
            (
              one,
            ) => html`<li key=${one.handle}><${Link} places=${places} path="/person" query=${{ file: places.place.query['file'], person: one.handle }}>${one.number}<//>
              <small>${one.campaigns.map(({ title, audiences }) => `${title}: ${audiences.join(', ')}`).join('; ')}</small></li>`,
          )}</ul>`
        : html`<${Story} key=${person} handle=${person} numbers=${numbers} allowActions=${allowActions} />`
    }`;
}

function foundText({ people, more }: FoundPeople): string {
  if (people.length === 0) return 'No recipient of these campaigns has such a number.';
  return `${people.length} found${more === 0 ? '' : `, and ${more} more: give more digits`}.`;
}

function Story(props: {
  readonly handle: string;
  readonly numbers: string | undefined;
  readonly allowActions: boolean;
}): VNode {
  const { handle, numbers, allowActions } = props;
  const { value, problem, again } = useAnswer([handle, numbers], () =>
    send<PersonView>('/api/person', { handle, numbers }),
  );
  if (value === undefined) return html`<${Problem} words=${problem} loading="Loading…" />`;
  const known = value.campaigns.filter(
    ({ audiences, leftOut, steps }) => audiences.length + leftOut.length + steps.length > 0,
  );
  const failed = value.campaigns.filter(({ problem: words }) => words !== undefined);
  return html`<h2 class="who">${value.number}</h2>
    ${known.length === 0 && html`<p>They are in no audience of these campaigns, and nothing was sent to them.</p>`}
    ${value.suppressions.map(
      ({
        project,
        lines,
      }) => html`<section class="card"><h3>Contact rules of ${folderName(project)}</h3>${lines.map((line) => html`<p><${WithCode} text=${line} /></p>`)}
        ${allowActions && html`<${Suppress} handle=${handle} project=${project} done=${again} />`}</section>`,
    )}
    ${known.map((campaign) => html`<${InCampaign} key=${campaign.file} campaign=${campaign} handle=${handle} />`)}
    ${allowActions && value.folders.map((folder) => html`<${Forget} key=${folder} handle=${handle} folder=${folder} />`)}
    ${failed.map(({ title, problem: words }) => html`<p class="bad">${title}: ${words}</p>`)}`;
}

function InCampaign({ campaign, handle }: { readonly campaign: PersonCampaign; readonly handle: string }): VNode {
  const { file, title, audiences, leftOut, steps, inbox } = campaign;
  return html`<section class="card"><h3>${title}</h3>
    ${audiences.map((one) => html`<p class="about">In ${one}</p>`)}
    ${leftOut.map((one) => html`<p class="warn">Left out: <${WithCode} text=${one} /></p>`)}
    <ol class="story">${steps.map((step) => html`<${Step} key=${step.title} step=${step} />`)}</ol>
    ${inbox && html`<${InboxLink} file=${file} person=${handle} words="See their phone in the sandbox" />`}
  </section>`;
}

function Step({ step }: { readonly step: PersonStep }): VNode {
  const { title, does, state, tone, at, lines, message } = step;
  return html`<li class=${tone}><h4>${title} <small>${does}</small></h4>
    <p><b>${state}</b>${at !== undefined && `, ${at}`}</p>
    ${lines.map((line) => html`<p class="about"><${WithCode} text=${line} /></p>`)}
    <${Message} parts=${message} /></li>`;
}
