import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RehearsalEvent } from '../shown/people-views.ts';
import { once } from './api.ts';
import { Brief } from './parts/brief.ts';
import { Problem } from './parts/problem.ts';
import type { Places } from './place.ts';

const scenarios = [
  ['calm', 'Nothing goes wrong'],
  ['flaky', 'Some answers are slow, lost or refused'],
  ['storm', 'Many are'],
  ['poor', 'The money runs out'],
] as const;

/** The whole campaign in virtual time: nothing is sent and nothing is written. */
export function Rehearse({ places, file }: { readonly places: Places; readonly file: string }): VNode {
  const { query } = places.place;
  const { scenario = 'calm', seed = '1', numbers } = query;
  const [event, setEvent] = useState<RehearsalEvent>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), [file]);
  const choose = (choice: Record<string, string>): void => places.go('/rehearse', { ...query, file, ...choice });
  const play = async (): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setProblem(undefined);
    setEvent({ kind: 'running', lines: 0, latest: '' });
    for await (const answer of once<RehearsalEvent>('/api/rehearse', { file, scenario, seed, numbers }, stop.signal)) {
      if (stop.signal.aborted) return;
      if ('refused' in answer) {
        setEvent(undefined);
        setProblem(answer.refused);
      } else setEvent(answer.value);
    }
  };
  const isRunning = event?.kind === 'running';
  return html`<h1>Rehearse</h1>
    <${Brief} file=${file} />
    <p class="about">The whole campaign in virtual time, by the code that sends it, in a sandbox of its own. Nothing is sent or kept.</p>
    <form class="choices" onSubmit=${(submitted: Event) => {
      submitted.preventDefault();
      void play();
    }}>
      <label>What goes wrong <select value=${scenario} onChange=${(changed: Event) => choose({ scenario: (changed.target as HTMLSelectElement).value })}>
        ${scenarios.map(([name, words]) => html`<option value=${name}>${name}: ${words}</option>`)}</select></label>
      <label>Random seed <input type="number" min="0" max="999999999" value=${seed} onChange=${(changed: Event) => choose({ seed: (changed.target as HTMLInputElement).value })} /></label>
      <button class="primary" disabled=${isRunning}>Rehearse</button>
      ${
        isRunning &&
        html`<button type="button" onClick=${() => {
          running.current?.abort();
          setEvent(undefined);
        }}>Stop</button>`
      }
    </form>
    <${Problem} words=${problem} />
    <div role="status">${event !== undefined && (event.kind === 'running' ? html`<p class="about">Rehearsing: ${event.lines} events. ${event.latest}</p>` : html`<p class=${event.code === 0 ? 'sentence' : 'sentence warn'}>${ends[String(event.code)] ?? 'It did not end.'}</p>`)}</div>
    ${event?.kind === 'ended' && html`<pre class="columns" tabindex="0" role="region" aria-label="Report of the rehearsal">${event.text}</pre>`}`;
}

const ends: Readonly<Record<string, string>> = {
  0: 'Everything went well.',
  1: 'The campaign has errors, or a guarantee was broken.',
  2: 'It could not be rehearsed.',
  3: 'It finished, but some jobs were rejected or are in doubt.',
  4: 'It stopped with work left.',
};
