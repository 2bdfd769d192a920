import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ListedRejected, RejectedGroup } from '../shown/people-views.ts';
import { useAnswer } from './answer.ts';
import { read, send } from './api.ts';
import { Problem } from './parts/problem.ts';
import { rememberedName } from './parts/remembered-name.ts';
import { countText } from './parts/times.ts';
import { WithCode } from './parts/with-code.ts';

/** Whom the service has refused, by reason, each with what to do and a button that sends to these people again. */
export function Rejected(props: {
  readonly file: string;
  readonly allowActions: boolean | undefined;
  readonly account: string | undefined;
}): VNode | false {
  const { file, allowActions = false, account } = props;
  const { value, problem, again } = useAnswer([file], () => read<ListedRejected>('/api/rejected', { file }));
  const [by, setBy] = useState(rememberedName.get());
  const [comment, setComment] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState({ text: '', refused: false });
  if (value === undefined) return html`<${Problem} words=${problem} />`;
  if (value.groups.length === 0 && outcome.text === '') return false;
  const resend = async ({ step, code, jobs }: RejectedGroup): Promise<void> => {
    setBusy(true);
    if (account === undefined) rememberedName.set(by);
    const answer = await send<{ readonly words: string }>('/api/resend-rejected', {
      file,
      step,
      code,
      jobs,
      by,
      comment,
    });
    setBusy(false);
    setOutcome(
      'refused' in answer ? { text: answer.refused, refused: true } : { text: answer.value.words, refused: false },
    );
    again();
  };
  const typed = (set: (text: string) => void) => (event: Event) => set((event.target as HTMLInputElement).value);
  const may = allowActions && !busy && (account ?? by).trim() !== '';
  return html`<section aria-label="Rejected"><h2>Rejected</h2>
    <p class="about">The service refused these, so they reached nobody. When the cause is gone, send them again; nobody who was reached gets anything twice.</p>
    <p role="status" class=${outcome.refused ? 'bad outcome' : 'outcome'}>${outcome.text}</p>
    ${
      allowActions &&
      value.groups.length > 0 &&
      html`<div class="choices">
        ${account === undefined && html`<label>Your name <input type="text" value=${by} onInput=${typed(setBy)} /></label>`}
        <label class="wide">Comment <input type="text" value=${comment} onInput=${typed(setComment)} /></label></div>`
    }
    <ul class="doubts">${value.groups.map(
      (group) => html`<li class="card" key=${`${group.step} ${group.code}`}>
        <h3>${group.title}: ${countText(group.jobs)} rejected with ${group.code}</h3>
        <p>${group.reason}</p>
        ${group.advice && html`<p class="about">Usual cause: ${group.advice.cause}. What to do: <${WithCode} text=${group.advice.remedy} />.</p>`}
        <button disabled=${!may} onClick=${() => void resend(group)}>Send ${group.jobs === 1 ? 'it' : `these ${countText(group.jobs)}`} again</button></li>`,
    )}</ul>
    ${!allowActions && html`<p class="about">You can only look here. To decide: <code>callsheet open --allow-actions</code></p>`}
  </section>`;
}
