import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { inputText } from '../../web/page/hooks.ts';
import type { DoubtsView, ShownDoubt } from '../shown/doubts-view.ts';
import { type DecisionName, decisionWords } from '../shown/people-views.ts';
import { act, read, type Said, useAnswer } from './api.ts';
import { Link } from './parts/link.ts';
import { Message } from './parts/message.ts';
import { FullMoment, Moment } from './parts/moment.ts';
import { onlyPressed, useSignature } from './parts/signature.ts';
import { Problem } from './parts/words.ts';
import { type TabProps, useHere } from './place.ts';

/** Jobs of which nobody knows whether they arrived: a list, and what is known of one of them, with three decisions. */
export function Doubts({ file }: Pick<TabProps, 'file'>): VNode {
  const { place, room, go, note } = useHere();
  const { query } = place;
  const { step = '', why = '', page, numbers, doubt } = query;
  /** Of a link to one of them, which may be on any page. */
  const [linked] = useState(doubt);
  const which = page === undefined ? { doubt } : { page };
  const { value, problem, isOld, again } = useAnswer([file, step, why, page ?? linked, numbers], () =>
    read<DoubtsView>('/api/doubts', { file, step, why, ...which, numbers }),
  );
  const [outcome, setOutcome] = useState<Said>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const line = useRef<HTMLParagraphElement>(null);
  // What was pressed is gone with the doubt, or belongs to the next one.
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus();
  }, [value, outcome]);
  const said = html`<p ref=${outcome === undefined ? undefined : line} tabindex="-1" role="status" class=${`said${outcome === undefined ? '' : ` notice ${outcome.refused ? 'bad' : 'go'}`}`}>${outcome?.words}</p>`;
  const shown = useRef<string | undefined>(undefined);
  useEffect(
    () => () => {
      shown.current = undefined;
    },
    [],
  );
  if (value === undefined) return html`${said}<${Problem} words=${problem} loading="Loading…" />`;
  const { all, found, died } = value;
  // Until the list is read again, without those that were decided.
  const doubts = value.doubts.filter(({ handle }) => !(isOld && gone.has(handle)));
  if (all === 0)
    return html`${said}<div class="card empty">${
      died > 0
        ? html`<h2>Nothing can be decided yet</h2><p>${diedWords(died, '')}</p>`
        : html`<h2>Nothing is in doubt</h2><p>A request is in doubt if it may have left and no answer came. It is listed here, and never sent again by itself.</p>`
    }</div>`;
  // Another one in the place of the one that a link leads to would be decided for it.
  const open = doubt === undefined ? doubts[0] : doubts.find(({ handle }) => handle === doubt);
  shown.current = open?.handle;
  const choose = (choice: Record<string, string | undefined>): void =>
    go('/doubts', { ...query, file, doubt: undefined, ...choice });
  const decided = (what: Said, isWhole: boolean): void => {
    // The next one, unless this was the last.
    const at = doubts.findIndex(({ handle }) => handle === open?.handle);
    if (!what.refused) {
      // Somebody may have gone to another one meanwhile, about whom the next click is.
      if (shown.current === open?.handle)
        note('doubt', isWhole ? undefined : (doubts[at + 1] ?? doubts[at - 1])?.handle);
      const those = isWhole ? doubts : doubts.slice(at, at + 1);
      setGone(new Set([...gone, ...those.map(({ handle }) => handle)]));
    }
    setOutcome(what);
    again();
  };
  return html`${said}
    <div class=${`split${doubt === undefined ? '' : ' opened'}`}>
      <section class="card items" aria-label="In doubt">
        <p class="soft" role="status">${isOld ? 'Reading the list again…' : `${counted(all, 'message')} may or may not have arrived`}</p>
        ${died > 0 && html`<p class="small soft">${diedWords(died, ' more')}</p>`}
        ${!isOld && html`<${Filters} value=${value} step=${step} why=${why} choose=${choose} />`}
        <ul class="list">${doubts.map((one) => html`<${Item} key=${one.handle} doubt=${one} isOpen=${one === open} />`)}</ul>
        <${Pager} value=${value} />
      </section>
      ${open === undefined && doubt !== undefined && html`<section class="card detail"><${Back} /><h2>It is not among these</h2><p class="about">It is not in doubt any more, or in another list.</p></section>`}
      ${open !== undefined && html`<${Detail} key=${open.handle} doubt=${open}>${room?.allowActions === true && html`<${Decide} file=${file} doubt=${open} step=${step} why=${why} found=${found} isOld=${isOld} listDigest=${value.listDigest} decided=${decided} />`}<//>`}
    </div>`;
}

function diedWords(died: number, more: string): string {
  return `Its process died with ${formatCount(died)}${more} under way. The next start sends again what is safe to send again, and lists the rest here.`;
}

function Filters(props: {
  readonly value: DoubtsView;
  readonly step: string;
  readonly why: string;
  readonly choose: (choice: Record<string, string>) => void;
}): VNode | false {
  const { steps, reasons, all } = props.value;
  const choice = (name: 'step' | 'why', label: string, every: string, options: DoubtsView['steps']) =>
    options.length > 1 &&
    html`<select aria-label=${label} value=${props[name]} onChange=${inputText((id) => props.choose({ [name]: id, page: '1' }))}>
      <option value="">${every} (${formatCount(all)})</option>
      ${options.map(({ id, words, jobs }) => html`<option value=${id}>${words} (${formatCount(jobs)})</option>`)}</select>`;
  const choices = [
    choice('step', 'Step', 'All steps', steps),
    choice('why', 'What happened', 'Whatever happened', reasons),
  ];
  return choices.some(Boolean) && html`<div class="choices flow">${choices}</div>`;
}

function Item({ doubt, isOpen }: { readonly doubt: ShownDoubt; readonly isOpen: boolean }): VNode {
  const { handle, name, who, step, at, happened } = doubt;
  const query = { ...useHere().place.query, doubt: handle };
  return html`<li><${Link} path="/doubts" query=${query} class="fill flow" current=${isOpen && 'true'}>
    <b dir="auto">${name || who}</b> ${at !== undefined && html`<span class="act small soft"><${Moment} at=${at} /></span>`}
    <small>${name === '' ? '' : `${who} · `}${step} · ${happened}</small><//></li>`;
}

function Detail({ doubt, children }: { readonly doubt: ShownDoubt; readonly children?: unknown }): VNode {
  const { name, who, person, step, at, happened, evidence, message } = doubt;
  const { file } = useHere().place.query;
  return html`<section class="card detail" aria-label="What is known of it">
    <${Back} />
    <h2 class="large"><bdi>${name || who}</bdi> <small>${name === '' ? '' : `${who} · `}${step}</small></h2>
    <p>${at !== undefined && html`Sent <${Moment} at=${at} />, <${FullMoment} at=${at} />: `}${happened}. <b>It may have arrived.</b> Check it in the service’s console, by number and time, before you decide.</p>
    ${evidence.map((one) => html`<p class="about">${one}</p>`)}
    <${Message} parts=${message} />
    ${children}
    ${person !== undefined && html`<p><${Link} path="/people" query=${{ file, person }}>Everything about this person<//></p>`}</section>`;
}

/** Where a screen has room for one of the two. */
function Back(): VNode {
  return html`<p class="back"><${Link} path="/doubts" query=${{ ...useHere().place.query, doubt: undefined }}>‹ All in doubt<//></p>`;
}

const decisionNames = Object.keys(decisionWords) as readonly DecisionName[];

function Decide(props: {
  readonly file: string;
  readonly doubt: ShownDoubt;
  readonly step: string;
  readonly why: string;
  readonly found: number;
  /** The list is being read again: how many they are is not known. */
  readonly isOld: boolean;
  readonly listDigest: string;
  readonly decided: (what: Said, isWhole: boolean) => void;
}): VNode {
  const { file, doubt, step, why, found, isOld, listDigest, decided } = props;
  const { sign, fields } = useSignature();
  const [whole, setWhole] = useState(false);
  const [busy, setBusy] = useState(false);
  const decide = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const decision = event.submitter?.getAttribute('value');
    setBusy(true);
    const which = whole ? { step, why, listDigest } : { jobs: [doubt.handle] };
    const said = await act('/api/decide', { file, decision, ...which, ...sign() });
    setBusy(false);
    decided(said, whole);
  };
  /** Of a double click, the second one would be about the doubt that has come to this place. */
  const onlyOnce = (event: MouseEvent): void => {
    if (event.detail > 1) event.preventDefault();
  };
  const all = whole ? ` (${formatCount(found)})` : '';
  return html`<form class="decide" aria-label="Decide" onSubmit=${decide} onKeyDown=${onlyPressed}>
    <div class="choices flow">${fields}</div>
    <div class="three grid">${decisionNames.map(
      (
        name,
      ) => html`<span key=${name}><button class=${name === 'accept' ? 'primary' : ''} value=${name} disabled=${busy || (whole && isOld)} onClick=${onlyOnce} aria-describedby=${`does-${name}`}>${decisionWords[name].label}${all}</button>
        <small id=${`does-${name}`}>${decisionWords[name].does}</small></span>`,
    )}</div>
    ${found > 1 && !isOld && html`<label class="choices"><input type="checkbox" checked=${whole} onChange=${() => setWhole(!whole)} /> Decide all ${formatCount(found)} of the list, on every page</label>`}
    ${busy && html`<p role="status">Recording…</p>`}
  </form>`;
}

function Pager({ value }: { readonly value: DoubtsView }): VNode | false {
  const { query } = useHere().place;
  const { page, pages } = value;
  const to = (number: number, words: string): VNode =>
    html`<${Link} path="/doubts" query=${{ ...query, doubt: undefined, page: String(number) }} class="button">${words}<//>`;
  return (
    pages > 1 &&
    html`<nav class="choices flow" aria-label="Pages of doubts">${page > 1 && to(page - 1, 'Previous')} <span>Page ${page} of ${pages}</span> ${page < pages && to(page + 1, 'Next')}</nav>`
  );
}
