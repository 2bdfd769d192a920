import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { sumBy } from '../shown/bursts.ts';
import type { OverviewView } from '../shown/overview-view.ts';
import type { ShownState, StepLane } from '../shown/views.ts';
import type { Query } from './api.ts';
import { Findings } from './parts/findings.ts';
import { Link } from './parts/link.ts';
import { Moment, useNow } from './parts/moment.ts';
import { OutcomeBar } from './parts/outcome-bar.ts';
import { countWords, requestsIn, startedParts } from './parts/outcomes.ts';
import { AxisLabels, Track } from './parts/track.ts';
import { Notice, Prose } from './parts/words.ts';
import type { PagePath } from './place.ts';

interface OverviewProps {
  readonly view: OverviewView;
}

/** One campaign: what it does now, how far it is, each step on a time axis, and who is next. */
export function Overview({ view }: OverviewProps): VNode {
  const { sentence, state, notes, waves, processes, trouble, counts, run, sandbox, file } = view;
  const noStart = whyNoStart(view);
  const isHalted = state === 'stopped' || state === 'unreadable';
  return html`<p class=${`sentence${isHalted ? ' notice ask' : ''}`} role="status"><${Prose} text=${sentence} /></p>
    ${state === 'stopped' && counts.rejected > 0 && html`<p><${Link} path="/report" query=${listedIn(file, 'rejected')}>See whom the service rejected, and why<//></p>`}
    ${waves.map((words) => html`<p class="about">${words}</p>`)}
    <p class="about">Run ${run}${sandbox && ' in the sandbox'}</p>
    ${trouble !== undefined && html`<${Notice} words=${trouble} tone="bad" />`}
    ${notes.map((words) => html`<${Notice} words=${words} tone="ask" />`)}
    ${noStart !== undefined && noStart !== trouble && html`<${Notice} words=${noStart} tone="ask" />`}
    ${view.steps.length > 0 && html`<${Figures} view=${view} />`}
    <${OutcomeBar} counts=${counts} isPlain />
    <${Findings} findings=${view.findings} checking=${view.checking} />
    ${view.steps.length > 0 && html`<${Steps} view=${view} />`}
    <${Next} view=${view} />
    ${processes.length > 0 && html`<h2>Who sends</h2><ul class="card list">${processes.map((words) => html`<li><${Prose} text=${words} /></li>`)}</ul>`}`;
}

/** What a person has to do before it can start. */
function whyNoStart({ state, allowActions, planning, actions, primary, pill }: OverviewView): string | undefined {
  // That nobody is reached is said already.
  if (
    pill.name === 'nobody' ||
    !allowActions ||
    planning ||
    (primary !== undefined && !('go' in primary)) ||
    (state !== 'new' && state !== 'stopped')
  )
    return undefined;
  const start = actions.find(({ name }) => name === 'start');
  return start?.possible === false ? start.words : undefined;
}

interface Figure {
  readonly name: string;
  readonly value: string;
  readonly about?: string;
  readonly class?: string;
  /** Who they are. */
  readonly to?: readonly [PagePath, Query];
}

/** In the report. */
function listedIn(file: string, outcome: string): Query {
  return { file, filter: new URLSearchParams({ outcome }).toString() };
}

/** Each leads to those who are counted. */
function Figures({ view }: OverviewProps): VNode {
  const { file, counts, later, sentAgain, skipsToCome, notNeeded, peopleToCome = 0, cost, planning } = view;
  const listed = (outcome: string): readonly [PagePath, Query] => ['/report', listedIn(file, outcome)];
  const { expired, cancelled } = counts;
  const all = requestsIn(counts);
  const figures: readonly (Figure | false)[] = [
    {
      name: 'Accepted',
      value: formatCount(counts.accepted),
      about: all === undefined ? (planning ? 'so far' : '') : `of ${counted(all, 'request')}`,
      ...(counts.accepted > 0 ? { to: listed('accepted') } : {}),
    },
    {
      name: 'To send',
      value: counts.pending === undefined ? (planning ? '…' : '–') : formatCount(counts.pending),
      about: [
        ...(peopleToCome > 0 ? [`to ${counted(peopleToCome, 'person', 'people')}`] : []),
        ...(counts.sending > 0 ? [`${formatCount(counts.sending)} under way`] : []),
        ...(sentAgain > 0 ? [`and ${formatCount(sentAgain)} in doubt once more`] : []),
        ...(later > 0 ? [`up to ${counted(later, 'more request')}, depending on the results`] : []),
      ].join('; '),
      to: ['/plan', { file }],
    },
    {
      name: 'In doubt',
      value: formatCount(counts.inDoubt),
      ...(counts.inDoubt > 0 ? { about: 'may have arrived', class: 'ask tone', to: ['/doubts', { file }] } : {}),
    },
    {
      name: 'Rejected',
      value: formatCount(counts.rejected),
      ...(counts.rejected > 0 ? { about: 'by the service', class: 'bad tone', to: listed('rejected') } : {}),
    },
    expired > 0 && {
      name: 'Expired',
      value: formatCount(expired),
      about: 'too late to be sent',
      class: 'ask tone',
      to: ['/plan', { file }],
    },
    cancelled > 0 && { name: 'Given up', value: formatCount(cancelled), to: listed('cancelled') },
    {
      name: 'Skipped',
      value: planning && counts.skipped === 0 ? '…' : formatCount(counts.skipped),
      ...(skipsToCome > 0 ? { about: `${formatCount(skipsToCome)} more expected`, to: ['/plan', { file }] } : {}),
      ...(counts.skipped > 0 ? { to: listed('skipped') } : {}),
      ...(notNeeded > 0
        ? { about: notNeeded === counts.skipped ? 'not needed' : `${formatCount(notNeeded)} of them not needed` }
        : {}),
    },
    cost !== undefined && {
      name: cost.isAtMost ? 'Cost, at most' : 'Cost',
      value: cost.spent ?? cost.toCome ?? '',
      about: [
        ...(cost.budget === undefined ? [] : [`of ${cost.budget}`]),
        ...(cost.toCome === undefined ? [] : [cost.spent === undefined ? 'expected' : `${cost.toCome} more expected`]),
      ].join(', '),
    },
  ];
  const shown = figures.filter((one) => one !== false);
  return html`<div class="figures">${shown.map(({ name, value, about = '', class: tone = '', to }) => {
    const inside = html`<small>${name}</small><strong class=${`large ${tone}`}>${value}</strong><small>${about}</small>`;
    return to === undefined
      ? html`<div key=${name}>${inside}</div>`
      : html`<${Link} key=${name} path=${to[0]} query=${to[1]} class="fill">${inside}<//>`;
  })}</div>`;
}

function Steps({ view }: { readonly view: OverviewView }): VNode {
  const { steps, axis, planning } = view;
  const now = useNow();
  // Of what is on the axis.
  const key = [
    ...startedParts(sumBy(steps.flatMap(({ done }) => done))).map(({ kind, word }) => [kind, word, true] as const),
    ['pending', 'planned', steps.some(({ planned }) => planned.length > 0)],
    ['open', 'hours in which it may start', steps.some(({ open }) => open.length > 0)],
    ['now', 'now', axis !== undefined && now >= axis.from && now <= axis.to],
  ] as const;
  return html`<h2>Steps ${planning && html`<small>The plan is being made…</small>`}</h2>
    <div class="card lanes">
      ${axis !== undefined && html`<div class="lane axis"><${AxisLabels} ticks=${axis.ticks} /></div>`}
      <ol>${steps.map((step) => html`<${Lane} key=${step.id} step=${step} view=${view} now=${now} />`)}</ol>
      <p class="legend flow" aria-hidden="true">${key.map(([kind, words, isThere]) => isThere && html`<span><i class=${kind}></i>${words}</span>`)}</p>
    </div>`;
}

function Lane(props: { readonly step: StepLane; readonly view: OverviewView; readonly now: number }): VNode {
  const { step, view, now } = props;
  const { title, does, needs, counts, done, planned, open, note } = step;
  const words = countWords(counts);
  return html`<li class="lane">
    <div><h3 dir="auto">${title}</h3>
      <p><small>${does}${needs.length > 0 && `, after ${needs.join(', ')}`}</small></p>
      <p><small>${words.join(' · ')}</small></p>
      ${words.length > 1 && html`<${OutcomeBar} counts=${counts} isPlain look="thin" />`}
      ${note !== undefined && html`<p><small>${note}</small></p>`}</div>
    ${view.axis !== undefined && html`<${Track} axis=${view.axis} zone=${view.timezone} now=${now} done=${done} planned=${planned} open=${open} />`}
  </li>`;
}

const onceWords: Readonly<Partial<Record<ShownState, string>>> = {
  running: '',
  paused: ', once it is resumed',
  cancelled: ', once it is resumed',
};

function Next({ view: { next, laterGroups, state } }: { readonly view: OverviewView }): VNode | false {
  if (next.length === 0) return false;
  const once = onceWords[state] ?? ', once it is started';
  return html`<h2>Next${once}</h2>
    <div class="card"><table class="cells"><thead><tr><th scope="col">Step</th><th scope="col" class="number">Requests</th><th scope="col">When</th><th scope="col">Because of</th></tr></thead>
    <tbody>${next.map(({ step, jobs, at, awaitsPerson, local, why }) => html`<tr><th scope="row" dir="auto">${step}</th><td class="number" data-column="Requests">${formatCount(jobs)}</td><td data-column="When">${at === undefined ? (awaitsPerson ? '' : 'at once') : html`<${Moment} at=${at} />`}${local !== undefined && html` <small>${local}</small>`}${awaitsPerson && `${at === undefined ? '' : ', '}once a person has promoted them`}</td><td class="soft" data-column="Because of">${why}</td></tr>`)}</tbody></table>
    ${laterGroups > 0 && html`<p class="about">${counted(laterGroups, 'more group')}</p>`}</div>`;
}
