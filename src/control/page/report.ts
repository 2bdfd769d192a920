import { html } from 'htm/preact';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { formatCount } from '../../diagnostic/count-words.ts';
import type { ListedRejected } from '../shown/people-views.ts';
import { act, read, type Said, useAnswer } from './api.ts';
import { Framed } from './parts/framed.ts';
import { InboxLink, Link } from './parts/link.ts';
import { onlyPressed, useSignature } from './parts/signature.ts';
import { Problem, Prose } from './parts/words.ts';
import { type TabProps, useHere } from './place.ts';

/** What happened, as the command prints it; above it, whom the service has refused, and sending to them again. */
export function Report({ file, view }: TabProps): VNode {
  if (view?.state === 'new')
    return html`<div class="card empty"><h2>Nothing was sent yet</h2><p>Once the run has begun, who got what is here. <${Link} path="/plan" query=${{ file }}>See the plan<//></p></div>`;
  return html`<${Rejected} file=${file} />
    <${Framed} path="/api/report" making="Making the report…" file=${file} heading="Report" title="The report" beside=${view?.inbox === true && html`<${InboxLink} file=${file} words="See the inbox" />`} />`;
}

/** Whom the service has refused, by reason, each with what to do and a button that sends to these people again. */
function Rejected({ file }: Pick<TabProps, 'file'>): VNode | false {
  const allowActions = useHere().room?.allowActions === true;
  const { value, problem, isOld, again } = useAnswer([file], () => read<ListedRejected>('/api/rejected', { file }));
  const { sign, fields } = useSignature();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Said>({ words: '', refused: false });
  if (value === undefined) return html`<${Problem} words=${problem} />`;
  if (value.groups.length === 0 && outcome.words === '') return false;
  const resend = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const group = value.groups[Number(event.submitter?.getAttribute('value'))];
    if (group === undefined) return;
    const { id: step, code, listDigest } = group;
    setBusy(true);
    const said = await act('/api/resend-rejected', { file, step, code, listDigest, ...sign() });
    setBusy(false);
    setOutcome(said);
    again();
  };
  return html`<form aria-label="Rejected" onSubmit=${resend} onKeyDown=${onlyPressed}><h2>Rejected</h2>
    <p class="about">The service refused these, so they reached nobody. When the cause is gone, send them again; nobody who was reached gets anything twice.</p>
    <p role="status" class=${`said${outcome.words === '' ? '' : ` notice ${outcome.refused ? 'bad' : 'go'}`}`}>${outcome.words}</p>
    ${allowActions && value.groups.length > 0 && html`<div class="choices flow">${fields}</div>`}
    <ul class="grid">${value.groups.map(
      ({ id, code, title, jobs, reason, advice }, index) => html`<li class="card" key=${`${id} ${code}`}>
        <h3><bdi>${title}</bdi>: ${formatCount(jobs)} rejected with ${code}</h3>
        <p>${reason}</p>
        ${advice && html`<p class="about">Usual cause: ${advice.cause}. What to do: <${Prose} text=${advice.remedy} />.</p>`}
        ${allowActions && html`<button value=${index} disabled=${busy || isOld}>Send ${jobs === 1 ? 'it' : `these ${formatCount(jobs)}`} again</button>`}</li>`,
    )}</ul>
  </form>`;
}
