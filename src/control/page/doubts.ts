import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type DecisionName, decisionWords, type ListedDoubts, type ShownDoubt } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { read, send } from './api.ts';
import { Brief } from './parts/brief.ts';
import { Link } from './parts/link.ts';
import { Message } from './parts/message.ts';
import { Problem } from './parts/problem.ts';
import { rememberedName } from './parts/remembered-name.ts';
import { countText } from './parts/times.ts';
import type { Places } from './place.ts';
import { Rejected } from './rejected.ts';

interface DoubtsProps {
  readonly places: Places;
  readonly file: string;
  /** Undefined until it is known. */
  readonly allowActions: boolean | undefined;
  readonly account: string | undefined;
}

/** What came of the last decisions. */
interface Outcome {
  readonly text: string;
  readonly refused: boolean;
}

/** Jobs of which nobody knows whether they arrived: what is known of each, and three decisions. */
export function Doubts({ places, file, allowActions, account }: DoubtsProps): VNode {
  const { query } = places.place;
  const { step = '', why = '', page = '1', numbers } = query;
  const { value, problem, again } = useAnswer([file, step, why, page, numbers], () =>
    read<ListedDoubts>('/api/doubts', { file, step, why, page, numbers }),
  );
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => setChosen(new Set()), [file, step, why, page]);
  const choose = (choice: Record<string, string>): void => places.go('/doubts', { ...query, file, ...choice });
  const mark = (handle: string): void => {
    const next = new Set(chosen);
    if (!next.delete(handle)) next.add(handle);
    setChosen(next);
  };
  if (value === undefined)
    return html`<h1>Doubts</h1><${Brief} file=${file} /><${Problem} words=${problem} loading="Loading…" />`;
  const { all, steps, reasons, found, listDigest, pages, doubts } = value;
  const decided = (what: Outcome): void => {
    setOutcome(what);
    setChosen(new Set());
    again();
  };
  return html`<h1>Doubts</h1>
    <${Brief} file=${file} />
    <p class="sentence" role="status">${all === 0 ? 'Nothing is in doubt.' : `${countText(all)} ${all === 1 ? 'job is' : 'jobs are'} in doubt: each may have arrived or not.`}</p>
    <p role="status" class=${outcome?.refused ? 'bad outcome' : 'outcome'}>${outcome?.text}</p>
    ${
      all > 0 &&
      html`<p class="about">A request that certainly did not leave is never in doubt. Look for each at the service, by number and time, before you decide.</p>
      <div class="choices"><label>Step <select value=${step} onChange=${(event: Event) => choose({ step: (event.target as HTMLSelectElement).value, page: '1' })}>
        <option value="">All steps (${countText(all)})</option>
        ${steps.map(({ id, title, jobs }) => html`<option value=${id}>${title} (${countText(jobs)})</option>`)}</select></label>
        ${
          reasons.length > 1 &&
          html`<label>What happened <select value=${why} onChange=${(event: Event) => choose({ why: (event.target as HTMLSelectElement).value, page: '1' })}>
        <option value="">Anything (${countText(all)})</option>
        ${reasons.map(({ id, words, jobs }) => html`<option value=${id}>${words} (${countText(jobs)})</option>`)}</select></label>`
        }
        <button onClick=${() => setChosen(new Set(doubts.map(({ handle }) => handle)))}>Choose all on this page</button>
        <button disabled=${chosen.size === 0} onClick=${() => setChosen(new Set())}>Choose none</button></div>
      ${allowActions !== undefined && html`<${Decide} file=${file} step=${step} why=${why} found=${found} listDigest=${listDigest} chosen=${chosen} allowActions=${allowActions} account=${account} decided=${decided} />`}
      <ul class="doubts">${doubts.map((doubt) => html`<${Doubt} key=${doubt.handle} doubt=${doubt} places=${places} isTicked=${chosen.has(doubt.handle)} mark=${mark} />`)}</ul>
      ${pages > 1 && html`<nav class="pager" aria-label="Pages of doubts">${value.page > 1 && html`<${Link} places=${places} path="/doubts" query=${{ file, step, why, page: String(value.page - 1) }}>Previous 200<//>`} Page ${value.page} of ${pages} ${value.page < pages && html`<${Link} places=${places} path="/doubts" query=${{ file, step, why, page: String(value.page + 1) }}>Next 200<//>`}</nav>`}`
    }
    <${Rejected} file=${file} allowActions=${allowActions} account=${account} />`;
}

function Doubt(props: {
  readonly doubt: ShownDoubt;
  readonly places: Places;
  readonly isTicked: boolean;
  readonly mark: (handle: string) => void;
}): VNode {
  const { doubt, places, isTicked, mark } = props;
  const { handle, who, person, step, at, happened, evidence, message } = doubt;
  const { file } = places.place.query;
  return html`<li class="card"><h2><label><input type="checkbox" checked=${isTicked} onChange=${() => mark(handle)} /> ${step} for <span class="whole">${who}</span></label></h2>
    <p>${at !== undefined && `${at}: `}${happened}</p>
    ${evidence.map((one) => html`<p class="about">${one}</p>`)}
    <${Message} parts=${message} />
    ${person !== undefined && html`<p><${Link} places=${places} path="/person" query=${{ file, person }}>Everything about this person<//></p>`}</li>`;
}

const decisionNames = Object.keys(decisionWords) as readonly DecisionName[];

function Decide(props: {
  readonly file: string;
  readonly step: string;
  readonly why: string;
  readonly found: number;
  readonly listDigest: string;
  readonly chosen: ReadonlySet<string>;
  readonly allowActions: boolean;
  readonly account: string | undefined;
  readonly decided: (what: Outcome) => void;
}): VNode {
  const { file, step, why, found, listDigest, chosen, allowActions, account, decided } = props;
  const [by, setBy] = useState(rememberedName.get());
  const [comment, setComment] = useState('');
  const [whole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  useEffect(() => setWhole(false), [step, why]);
  const count = whole ? found : chosen.size;
  const decide = async (decision: DecisionName): Promise<void> => {
    setBusy(true);
    if (account === undefined) rememberedName.set(by);
    const which = whole ? { step, why, listDigest } : { jobs: [...chosen] };
    const answer = await send<{ readonly words: string }>('/api/decide', { file, decision, ...which, by, comment });
    setBusy(false);
    decided(
      'refused' in answer ? { text: answer.refused, refused: true } : { text: answer.value.words, refused: false },
    );
  };
  return html`<section class="actions" aria-label="Decide">
    <div class="choices">
      ${account === undefined && html`<label>Your name <input type="text" value=${by} onInput=${(event: Event) => setBy((event.target as HTMLInputElement).value)} /></label>`}
      <label class="wide">Comment <input type="text" value=${comment} onInput=${(event: Event) => setComment((event.target as HTMLInputElement).value)} /></label>
      <label><input type="checkbox" checked=${whole} onChange=${() => setWhole(!whole)} /> All ${countText(found)} of this filter, on every page</label>
    </div>
    <ul class="three">${decisionNames.map(
      (
        name,
      ) => html`<li key=${name}><button disabled=${!allowActions || busy || count === 0 || (account ?? by).trim() === ''} aria-describedby=${`does-${name}`} onClick=${() => void decide(name)}>${decisionWords[name].label}${count > 0 && ` (${countText(count)})`}</button>
        <small id=${`does-${name}`}>${decisionWords[name].does}</small></li>`,
    )}</ul>
    ${busy && html`<p role="status">Recording…</p>`}
    ${!allowActions && html`<p class="about">You can only look here. To decide: <code>callsheet open --allow-actions</code></p>`}
  </section>`;
}
