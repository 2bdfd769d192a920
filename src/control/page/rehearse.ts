import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../../diagnostic/count-words.ts';
import { inputText } from '../../web/page/hooks.ts';
import type { RehearsalEvent } from '../shown/people-views.ts';
import { once } from './api.ts';
import { Frame } from './parts/framed.ts';
import { Problem } from './parts/words.ts';
import { type TabProps, useHere } from './place.ts';

const scenarios = [
  ['calm', 'Calm', 'Nothing goes wrong.'],
  ['flaky', 'Flaky', 'Some answers are slow, lost or refused.'],
  ['storm', 'Storm', 'Many answers are slow, lost or refused.'],
  ['poor', 'Poor', 'The money of the account runs out.'],
] as const;

/** The whole campaign in virtual time: nothing is sent and nothing is written. */
export function Rehearse({ file }: Pick<TabProps, 'file'>): VNode {
  const { place, go } = useHere();
  const { query } = place;
  const { scenario = 'calm', seed = '1', numbers } = query;
  const [event, setEvent] = useState<RehearsalEvent>();
  const [problem, setProblem] = useState<string>();
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), [file]);
  const choose = (choice: Record<string, string>): void => go('/rehearse', { ...query, file, ...choice });
  const play = async (): Promise<void> => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setProblem(undefined);
    setEvent({ kind: 'running', lines: 0, latest: '' });
    let isEnded = false;
    for await (const answer of once<RehearsalEvent>('/api/rehearse', { file, scenario, seed, numbers }, stop.signal)) {
      if (stop.signal.aborted) return;
      const said = 'refused' in answer ? ({ kind: 'failed', words: answer.refused } as const) : answer.value;
      isEnded = said.kind !== 'running';
      setEvent(said.kind === 'failed' ? undefined : said);
      if (said.kind === 'failed') setProblem(said.words);
    }
    if (isEnded || stop.signal.aborted) return;
    setEvent(undefined);
    setProblem('The control room ended the rehearsal before its end.');
  };
  const isRunning = event?.kind === 'running';
  return html`<p class="about">Simulates the whole campaign in seconds, with the engine that sends it. Nothing is sent or kept.</p>
    <form onSubmit=${(submitted: Event) => {
      submitted.preventDefault();
      void play();
    }}>
      <fieldset class="choices grid"><legend>What goes wrong</legend>
        ${scenarios.map(([name, title, words]) => html`<label class="card flow"><input type="radio" name="scenario" value=${name} checked=${scenario === name} onChange=${() => choose({ scenario: name })} /> <b>${title}</b><small>${words}</small></label>`)}</fieldset>
      <div class="choices flow"><button class="primary" disabled=${isRunning}>Rehearse</button>
      <label>Random seed <input type="number" min="0" max="999999999" value=${seed} onChange=${inputText((typed) => choose({ seed: typed }))} /></label>
      ${
        isRunning &&
        html`<button type="button" onClick=${() => {
          running.current?.abort();
          setEvent(undefined);
        }}>Stop</button>`
      }</div>
    </form>
    <${Problem} words=${problem} />
    <div role="status">${event?.kind === 'running' && html`<p class="about">Rehearsing: ${counted(event.lines, 'event')}. ${event.latest}</p>`}${event?.kind === 'ended' && html`<p class=${event.code === 0 ? 'sentence' : 'sentence notice ask'}>${ends[String(event.code)] ?? 'It did not end.'}</p>`}</div>
    ${event?.kind === 'ended' && html`<${Frame} key=${event.view} title="The rehearsal" view=${event.view} />`}`;
}

const ends: Readonly<Record<string, string>> = {
  0: 'It ran to its end.',
  1: 'The campaign has errors, or a guarantee was broken.',
  2: 'It could not be rehearsed.',
  3: 'Some jobs were rejected or are in doubt.',
  4: 'It stopped with work left.',
};
