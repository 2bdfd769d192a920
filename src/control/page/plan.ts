import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { PlanFactsView } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { read, send } from './api.ts';
import { Brief } from './parts/brief.ts';
import { Frame, Framed } from './parts/framed.ts';
import { Problem } from './parts/problem.ts';
import { rememberedName } from './parts/remembered-name.ts';
import { countText } from './parts/times.ts';
import type { Places } from './place.ts';

interface PlanProps {
  readonly places: Places;
  readonly file: string;
  readonly numbers: string | undefined;
  /** Undefined until it is known. */
  readonly allowActions: boolean | undefined;
  readonly account: string | undefined;
}

type PlanView = PlanFactsView & { readonly view: string };

/** The plan as the command prints it, what it changes in the one approved last, and its approval: of this very plan. */
export function Plan({ places, file, numbers, allowActions, account }: PlanProps): VNode {
  const { value, problem, again } = useAnswer([file, numbers], () => read<PlanView>('/api/plan', { file, numbers }));
  const [approved, setApproved] = useState('');
  if (value === undefined)
    return html`<h1>Plan</h1><${Brief} file=${file} /><${Problem} words=${problem} loading="Making the plan…" />`;
  const { approves, approvals, comparesWithApproved, view } = value;
  return html`<h1>Plan</h1>
    <${Brief} file=${file} />
    <${Problem} words=${problem} />
    <section class="actions" aria-label="Approval">
      ${approvals.map((line) => html`<p class="about">${line}</p>`)}
      ${approves !== undefined && allowActions !== undefined && html`<${Approve} file=${file} approves=${approves} account=${account} isApproved=${approved === approves.plan} approved=${() => setApproved(approves.plan)} again=${again} />`}
      ${allowActions === false && html`<p class="about">You can only look here. To approve: <code>callsheet open --allow-actions</code></p>`}
    </section>
    ${(comparesWithApproved || approved !== '') && html`<h2>Compared with the plan approved last</h2><${Framed} key=${approved} places=${places} path="/api/changes" making="Comparing…" file=${file} title="Changes" numbers=${numbers} />`}
    <p class="tools"><button onClick=${again}>Make the plan again</button></p>
    <${Frame} key=${view} places=${places} title="The plan" view=${view} />`;
}

function Approve(props: {
  readonly file: string;
  readonly approves: NonNullable<PlanFactsView['approves']>;
  readonly account: string | undefined;
  readonly isApproved: boolean;
  readonly approved: () => void;
  readonly again: () => void;
}): VNode {
  const { file, approves, account, isApproved, approved, again } = props;
  const { plan, toSend } = approves;
  const [by, setBy] = useState(rememberedName.get());
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly refused: boolean }>();
  const approve = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    if (account === undefined) rememberedName.set(by);
    const answer = await send<{ readonly words: string }>('/api/approve', { file, plan, by, comment });
    setBusy(false);
    if ('refused' in answer) {
      setOutcome({ text: answer.refused, refused: true });
      again();
    } else {
      setOutcome({ text: answer.value.words, refused: false });
      approved();
    }
  };
  return html`<form class="choices" onSubmit=${approve}>
      ${account === undefined && html`<label>Your name <input type="text" required value=${by} onInput=${(event: Event) => setBy((event.target as HTMLInputElement).value)} /></label>`}
      <label class="wide">Comment <input type="text" value=${comment} onInput=${(event: Event) => setComment((event.target as HTMLInputElement).value)} /></label>
      <button class="primary" disabled=${busy || isApproved}>Approve ${countText(toSend)} ${toSend === 1 ? 'request' : 'requests'}</button>
    </form>
    <small>Records ${account ?? 'your name'} with the plan below, ${plan.slice(0, 12)}. Nothing is sent; a run with --require-approval starts only what is approved.</small>
    <p role="status" class=${outcome?.refused ? 'bad' : ''}>${busy ? 'Recording…' : outcome?.text}</p>`;
}
