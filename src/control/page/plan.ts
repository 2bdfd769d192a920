import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { PlanFactsView } from '../shown/people-views.ts';
import type { Words } from '../shown/words.ts';
import { read, send, useAnswer } from './api.ts';
import { Frame, Framed } from './parts/framed.ts';
import { Link } from './parts/link.ts';
import { Clocked, machineClock } from './parts/moment.ts';
import { useSignature } from './parts/signature.ts';
import { Problem, Prose } from './parts/words.ts';
import { type TabProps, useHere } from './place.ts';

type PlanView = PlanFactsView & { readonly view: string };
type Approves = NonNullable<PlanFactsView['approves']>;

/** A plan that was approved on this page. */
interface ApprovedPlan {
  readonly plan: string;
  readonly approved: Words;
}

/** The plan as the command prints it, what it changes in the one approved last, and its approval: of this very plan. */
export function Plan({ file, view }: TabProps): VNode {
  const { place, room } = useHere();
  const { numbers } = place.query;
  const { value, problem, again } = useAnswer([file, numbers], () => read<PlanView>('/api/plan', { file, numbers }));
  const [approvedHere, setApprovedHere] = useState<ApprovedPlan>();
  const bar = useRef<HTMLElement>(null);
  /** Of the plan that was here before: why it was not approved is still true beside the next one. */
  const [refused, setRefused] = useState('');
  if (value === undefined) return html`<${Problem} words=${problem} loading="Making the plan…" />`;
  const { approves, comparesWithApproved } = value;
  // The rest of the page is still what was read before it was approved.
  const isApprovedHere = approvedHere !== undefined && approvedHere.plan === approves?.plan;
  const words = approvedHere?.approved ?? value.approved;
  const keep = (approved: Words): void => {
    if (approves !== undefined) setApprovedHere({ plan: approves.plan, approved });
    // The form goes away.
    bar.current?.focus();
  };
  const startable = view?.actions.some(({ name, possible }) => name === 'start' && possible) === true;
  return html`<${Problem} words=${problem} />
    <section ref=${bar} class="card raised sticky flow" aria-label="Approval" tabindex="-1">
      <div class="flow">${approves?.sums.map((words, index) => (index === 0 ? html`<b>${words}</b>` : html`<span>${words}</span>`))}
        <span class="about"><${Clocked} clock=${machineClock(view?.timezone ?? 'UTC')}><${Prose} text=${words ?? 'This run has no approved plan.'} /><//></span></div>
      ${approves !== undefined && approves.toSend > 0 && room !== undefined && !isApprovedHere && html`<${Approve} key=${approves.plan} isAgain=${value.isApproved} file=${file} approves=${approves} isNext=${view?.primary !== undefined && 'go' in view.primary && view.primary.go === '/plan'} refused=${refused} setRefused=${setRefused} approved=${keep} again=${again} />`}
      ${(isApprovedHere || value.isApproved) && startable && html`<p><${Link} path="/overview" query=${{ file }}>To its start<//></p>`}
    </section>
    ${(comparesWithApproved || approvedHere !== undefined) && html`<${Framed} key=${approvedHere?.plan} heading="Changed since the plan that was approved last" path="/api/changes" making="Comparing…" file=${file} title="Changes" />`}
    <div class="head flow"><h2>Plan</h2><div class="act flow"><button onClick=${again}>Refresh plan</button></div></div>
    <${Frame} key=${value.view} title="The plan" view=${value.view} />`;
}

function Approve(props: {
  readonly file: string;
  readonly approves: Approves;
  /** Nothing can be done before it. */
  readonly isNext: boolean;
  /** The one that was approved last still holds: what has been sent or decided since may need another one. */
  readonly isAgain: boolean;
  readonly refused: string;
  readonly setRefused: (words: string) => void;
  readonly approved: (words: Words) => void;
  readonly again: () => void;
}): VNode {
  const { file, approves, isNext, isAgain, refused, setRefused, approved, again } = props;
  const account = useHere().room?.account;
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { sign, fields } = useSignature(field);
  const opener = useRef<HTMLButtonElement>(null);
  const approve = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setRefused('');
    const answer = await send<{ readonly approved: Words }>('/api/approve', { file, plan: approves.plan, ...sign() });
    setBusy(false);
    if ('refused' in answer) {
      setRefused(answer.refused);
      again();
    } else approved(answer.value.approved);
  };
  const open = (): void => {
    setOpen(true);
    setTimeout(() => field.current?.focus());
  };
  const close = (): void => {
    setOpen(false);
    setTimeout(() => opener.current?.focus());
  };
  const said = html`<p role="status" class="bad tone">${busy ? 'Recording…' : refused}</p>`;
  if (!isOpen)
    return html`${said}<div class="act flow"><button ref=${opener} class=${isNext ? 'primary' : isAgain ? 'bare soft' : ''} onClick=${open}>${isAgain ? 'Approve again…' : 'Approve…'}</button></div>`;
  return html`<form class="choices flow" onSubmit=${approve} onKeyDown=${(event: KeyboardEvent) => event.key === 'Escape' && close()}>
      ${fields}
      <button class="primary" disabled=${busy}>Approve ${approves.sums[0]}</button>
      <button type="button" onClick=${close}>Not now</button>
    </form>
    <small>Records ${account ?? 'your name'} with the plan below. Nothing is sent. Where approvals are required, only what is approved can be started.</small>${said}`;
}
