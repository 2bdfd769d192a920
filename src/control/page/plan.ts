import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ApprovalView } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { read, send } from './api.ts';
import { Framed } from './parts/framed.ts';
import { Problem } from './parts/problem.ts';
import { countText } from './parts/times.ts';
import { rememberedName } from './remembered-name.ts';

interface PlanProps {
  readonly file: string;
  readonly numbers: string | undefined;
  readonly allowActions: boolean;
}

/** The plan as the command prints it, and its approval. What it is made of is read first: an approval holds only for that. */
export function Plan({ file, numbers, allowActions }: PlanProps): VNode {
  const { value, problem, again } = useAnswer([file], () => read<ApprovalView>('/api/approval', { file }));
  if (value === undefined) return html`<h1>Plan</h1><${Problem} words=${problem} loading=${true} />`;
  return html`<h1>Plan</h1>
    <${Approve} file=${file} view=${value} allowActions=${allowActions} again=${again} />
    <${Framed} key=${value.inputs} file=${file} of="plan" title="The plan" numbers=${numbers} />`;
}

function Approve(props: {
  readonly file: string;
  readonly view: ApprovalView;
  readonly allowActions: boolean;
  readonly again: () => void;
}): VNode {
  const { file, view, allowActions, again } = props;
  const [by, setBy] = useState(rememberedName.get());
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly refused: boolean }>();
  const approve = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    rememberedName.set(by);
    const answer = await send<{ readonly words: string }>('/api/approve', { file, inputs: view.inputs, by, comment });
    setBusy(false);
    setOutcome(
      'refused' in answer ? { text: answer.refused, refused: true } : { text: answer.value.words, refused: false },
    );
    again();
  };
  return html`<section class="actions" aria-label="Approval">
    ${view.approvals.map((line) => html`<p class="about">${line}</p>`)}
    ${
      allowActions &&
      html`<form class="choices" onSubmit=${approve}>
      <label>Your name <input type="text" required value=${by} onInput=${(event: Event) => setBy((event.target as HTMLInputElement).value)} /></label>
      <label class="wide">Comment <input type="text" value=${comment} onInput=${(event: Event) => setComment((event.target as HTMLInputElement).value)} /></label>
      <button class="primary" disabled=${busy}>Approve ${countText(view.toSend)} ${view.toSend === 1 ? 'request' : 'requests'}</button>
    </form>
    <small>Records your name with this plan. Nothing is sent; a run with --require-approval starts only what is approved.</small>`
    }
    <p role="status" class=${outcome?.refused ? 'bad' : ''}>${busy ? 'Recording…' : outcome?.text}</p>
    ${!allowActions && html`<p class="about">This control room only shows. To approve: <code>callsheet open --allow-actions</code></p>`}
  </section>`;
}
