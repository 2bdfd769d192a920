import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { inputText } from '../../../web/page/hooks.ts';
import type { ViewProps } from './place.ts';
import { change, type Fault, loadFaults } from './sandbox-data.ts';

const faultKinds = [
  ['status', 'the service answers a status'],
  ['reset-before', 'the connection breaks before the request is processed'],
  ['reset-after', 'it is processed, and the answer is lost'],
  ['hang', 'no answer at all'],
  ['delay', 'a slow answer'],
  ['http', 'an HTTP error'],
  ['truncate', 'half an answer'],
  ['garbage', 'an answer that is not JSON'],
] as const;

/** The clock and the faults of the sandbox: what the admin API does, by hand. Each shows what the sandbox has, and not what was asked. */
export function Controls({ data, times, now }: ViewProps): VNode {
  const [problem, setProblem] = useState('');
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const look = (): void => void loadFaults().then(setFaults);
  useEffect(look, [data]);
  const apply = async (...what: Parameters<typeof change>): Promise<void> => setProblem((await change(...what)) ?? '');
  const move = (body: object): Promise<void> => apply('clock', body);
  const { speed } = data.clock;
  const speeds = [
    [0, 'Stop'],
    [1, 'Real time'],
    [60, '60× speed'],
  ] as const;
  return html`<div class="page controls">
    <h2>Clock <small>${times.zone}</small></h2>
    <p class="bad tone" role="alert">${problem}</p>
    <p><time class="large">${times.full(now)}</time></p>
    <div class="choices flow" role="group" aria-label="Move the clock">
      ${['1m', '1h', '12h', '1d'].map((step) => html`<button key=${step} onClick=${() => void move({ advance: step })}>+ ${step}</button>`)}</div>
    <div class="choices flow" role="group" aria-label="Speed of the clock">
      ${speeds.map(([value, name]) => html`<button key=${value} class=${speed === value ? 'go' : ''} aria-pressed=${speed === value} onClick=${() => void move({ speed: value })}>${name}</button>`)}</div>
    <p class="about">When the clock moves, sessions close, codes expire and calls are made.</p>
    <h2>Faults</h2>
    ${
      faults.length === 0
        ? html`<p class="about">None: every request is answered as the service would.</p>`
        : html`<ul class="card list faults">${faults.map((fault) => html`<li class="flow">${Object.entries(fault).map(([name, value]) => html`<span><small>${name}</small> ${typeof value === 'string' ? value : JSON.stringify(value)}</span>`)}</li>`)}</ul>
      <div class="choices flow"><button onClick=${() => void apply('faults', {}, 'DELETE').then(look)}>Remove all faults</button></div>`
    }
    <${FaultForm} onAdd=${async (fault: Fault) => {
      await apply('faults', fault);
      look();
    }} />
  </div>`;
}

function FaultForm({ onAdd }: { readonly onAdd: (fault: Fault) => Promise<void> }): VNode {
  const [kind, setKind] = useState<string>('status');
  const submit = (event: Event): void => {
    event.preventDefault();
    const written = new FormData(event.target as HTMLFormElement);
    const text = (name: string): string => {
      const value = written.get(name);
      return typeof value === 'string' ? value.trim() : '';
    };
    const numbers = ['times', 'http', 'ms'].filter((name) => text(name) !== '');
    const texts = ['operation', 'recipient', 'status'].filter((name) => text(name) !== '');
    void onAdd({
      kind,
      ...Object.fromEntries(texts.map((name) => [name, text(name)])),
      ...Object.fromEntries(numbers.map((name) => [name, Number(text(name))])),
    });
  };
  const field = (name: string, label: string, more: object = {}): VNode =>
    html`<label>${label} <input name=${name} autocomplete="off" ...${more} /></label>`;
  return html`<form class="choices flow" onSubmit=${submit} aria-label="Add a fault">
    <label>What happens <select value=${kind} onChange=${inputText(setKind)}>
      ${faultKinds.map(([name, words]) => html`<option key=${name} value=${name}>${words}</option>`)}</select></label>
    ${kind === 'status' && field('status', 'Status', { required: true, placeholder: '-18', size: 6 })}
    ${kind === 'http' && field('http', 'HTTP status', { required: true, placeholder: '503', size: 5 })}
    ${kind === 'delay' && field('ms', 'Milliseconds', { required: true, placeholder: '5000', size: 7 })}
    ${field('operation', 'Operation', { placeholder: 'all' })}
    ${field('recipient', 'Recipient', { placeholder: 'everybody, or *0001', inputmode: 'tel' })}
    ${field('times', 'How often', { placeholder: 'always', size: 6, inputmode: 'numeric' })}
    <button>Add the fault</button></form>`;
}
