import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import { fieldsOf, textOf } from '../../../service/operations/definition/message.ts';
import { inputText, useLoaded } from '../../../web/page/hooks.ts';
import type { LoggedRequest } from '../../admin-api/shown.ts';
import { useHits } from './hits.ts';
import { hrefOf, type ViewProps } from './place.ts';
import { loadRequest, loadRequests, requestsMax } from './sandbox-data.ts';

/** Of the service, in the order of its document. */
const operations = document.getElementById('app')?.dataset['operations']?.split(' ') ?? [];

/** Every request with its answer, the latest first; refused ones with the rule that refused them. */
export function Requests({ data, times, search, place, go }: ViewProps): VNode {
  const { refused = '', operation = '' } = place.filters;
  const digits = search.replace(/\D/g, '');
  // Words are searched in what is listed; a number is searched in the whole journal.
  const recipient = digits.length >= 7 && /^\+?[\d ]+$/.test(search.trim()) ? digits : '';
  const listed = useLoaded(
    () => loadRequests({ refused: refused === '1', operation, recipient }),
    [data, refused, operation, recipient],
  );
  const named = useLoaded(
    async () => (/^\d+$/.test(place.open) ? await loadRequest(Number(place.open)) : undefined),
    [place.open, data.rewinds],
  );
  const wanted = recipient === '' ? search.trim().toLowerCase() : '';
  const found = (listed ?? []).filter((one) => wanted === '' || JSON.stringify(one).toLowerCase().includes(wanted));
  const open = [...found, ...(named === undefined ? [] : [named])].find(({ seq }) => String(seq) === place.open);
  const filter = (change: Readonly<Record<string, string>>): void =>
    go({ filters: { ...place.filters, ...change }, open: '' });
  const list = useRef<HTMLDivElement>(null);
  useHits(() => list.current, wanted, `${listed?.length} ${listed?.[0]?.seq} ${open?.seq}`);
  return html`<div class="page requests" ref=${list}>
    <form class="choices flow" onSubmit=${(event: Event) => event.preventDefault()}>
      <label><input type="checkbox" checked=${refused === '1'} onChange=${(event: Event) => filter({ refused: (event.target as HTMLInputElement).checked ? '1' : '' })} /> refused or faulty</label>
      <select aria-label="Operation" value=${operation} onChange=${inputText((chosen) => filter({ operation: chosen }))}>
        <option value="">all operations</option>${operations.map((name) => html`<option key=${name} value=${name}>${name}</option>`)}</select>
      <span class="soft" role="status">${listed === undefined ? '' : `${found.length} ${listed.length === requestsMax ? `of the newest ${requestsMax}` : found.length === 1 ? 'request' : 'requests'}`}</span>
    </form>
    ${open !== undefined && !found.includes(open) && html`<ul class="card list log"><${Row} request=${open} times=${times} place=${place} go=${go} isOpen=${true} /></ul>`}
    ${listed !== undefined && found.length === 0 && html`<${Nothing} search=${search} refused=${refused === '1'} />`}
    ${found.length > 0 && html`<ul class="card list log">${found.map((request) => html`<${Row} key=${request.seq} request=${request} times=${times} place=${place} go=${go} isOpen=${request === open} />`)}</ul>`}
  </div>`;
}

function Nothing({ search, refused }: { readonly search: string; readonly refused: boolean }): VNode {
  if (search.trim() !== '')
    return html`<div class="empty"><h2>Nothing found</h2><p>Words are searched in the newest ${requestsMax} requests, a whole number in all of them.</p></div>`;
  return refused
    ? html`<div class="empty"><h2>Nothing was refused</h2><p>Requests that break a rule of the service appear here, with the rule.</p></div>`
    : html`<div class="empty"><h2>No requests</h2><p>Requests appear here as soon as the sandbox has answered them.</p></div>`;
}

interface RowProps extends Pick<ViewProps, 'times' | 'place' | 'go'> {
  readonly request: LoggedRequest;
  readonly isOpen: boolean;
}

function Row({ request, times, place, go, isOpen }: RowProps): VNode {
  const { seq, at, operation, method, path, body, answer, rule, fault } = request;
  const who = whoOf(body);
  // A redial has names of its own, and a world may give them to all.
  const said = fieldsOf(answer.body);
  const status = textOf(said.status ?? said.code);
  const reason = textOf(said.reason ?? said.msg);
  const isBad = rule !== undefined || fault !== undefined;
  const toggle = (): void => go({ open: isOpen ? '' : String(seq) }, true);
  return html`<li class=${isBad ? 'bad' : ''} id=${`r-${seq}`}>
    <button class="bare fill flow" aria-expanded=${isOpen} onClick=${toggle}>
      <time class="soft">${times.second(at)}</time><b>${operation ?? `${method} ${path}`}</b>${who !== '' && html`<span>+${who}</span>`}
      <span class=${isBad ? 'tone' : 'soft'}>${answer.http === 0 ? 'no answer' : `${answer.http}${status === '' ? '' : `, status ${status}`}`}</span>
      ${rule !== undefined && fault === undefined && html`<code class="tone">${rule}</code>`}${fault !== undefined && html`<code class="tone">fault: ${fault}</code>`}
      ${isBad && reason !== '' && html`<small dir="auto">${reason}</small>`}
    </button>
    ${
      isOpen &&
      html`<div class="raw detail">
      <p><a href=${hrefOf({ ...place, open: String(seq) })}>Link to this request</a>${who !== '' && html` · <a href=${hrefOf({ ...place, tab: 'conversations', open: '', search: who, filters: {} })}>The phone of +${who}</a>`}</p>
      <h2>Request <small>${method} ${path}</small></h2><p class="json notice mono" role="group" tabindex="0" aria-label="Request">${json({ headers: request.headers, body })}</p>
      <h2>Answer <small>HTTP ${answer.http}</small></h2><p class="json notice mono" role="group" tabindex="0" aria-label="Answer">${json(answer.body)}</p>
    </div>`
    }</li>`;
}

function json(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The recipient's number, where the request has one that can be a number. */
function whoOf(body: unknown): string {
  const { recipient, to, number } = fieldsOf(body);
  const written = textOf(recipient ?? to ?? number);
  return /^\d{7,15}$/.test(written) ? written : '';
}
