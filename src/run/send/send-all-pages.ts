import type { Step } from '../../campaign/campaign.ts';
import type { Accepted, Outcome } from '../../service/contract/outcome.ts';
import { ofThisRequest } from '../../service/contract/read-answer.ts';
import type { SendOptions, Transport } from '../../service/http/transport.ts';
import { operations } from '../../service/operations/operations.ts';
import type { PreparedRequest } from './prepare-request.ts';

/** More pages than any account has; a service that always has one more page must not keep the run busy without end. */
const pagesMax = 1_000;

interface Page {
  readonly pages?: number;
  readonly records?: readonly unknown[];
}

/**
 * Sends a request; a list is read to its last page, unless the step asks for one page by `current`. `options` hold for each
 * page.
 */
export function sendAllPages(
  transport: Transport,
  step: Step,
  { body, json }: Pick<PreparedRequest, 'body' | 'json'>,
  options: SendOptions,
): Promise<Outcome> {
  const operation = operations[step.uses];
  const sent = transport.send(step.uses, operation.method === 'GET' ? undefined : json, options);
  return sent.then((first) =>
    operation.isPaged && step.with['current'] === undefined
      ? withFurtherPages(transport, step, body, options, first)
      : ofThisRequest(step.uses, body, first),
  );
}

async function withFurtherPages(
  transport: Transport,
  step: Step,
  body: Readonly<Record<string, unknown>>,
  options: SendOptions,
  first: Outcome,
): Promise<Outcome> {
  if (first.kind !== 'accepted') return first;
  const records = [...(pageOf(first).records ?? [])];
  const pages = Math.min(pageOf(first).pages ?? 1, pagesMax);
  for (let current = 2; current <= pages; current++) {
    const next = await transport.send(step.uses, { ...body, current }, options);
    if (next.kind !== 'accepted') return next;
    records.push(...(pageOf(next).records ?? []));
  }
  return { ...first, answer: { ...first.answer, data: { ...pageOf(first), records } } };
}

function pageOf(accepted: Accepted): Page {
  const { data } = accepted.answer;
  return typeof data === 'object' && data !== null ? data : {};
}
