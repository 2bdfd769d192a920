import { createHash } from 'node:crypto';
import type { Campaign, Step } from '../campaign/campaign.ts';
import type { RenderContext, StepRenderer } from '../campaign/request.ts';
import type { Roster } from '../campaign/roster.ts';
import { operations } from '../service/operations.ts';

/**
 * A digest of what one job would send, so that two plans can be compared without a text in either. What earlier steps
 * will have given is left open, and the instant is the same for all: who is moved does not get another text.
 */
export function createTextDigest(input: {
  readonly campaign: Campaign;
  readonly run: string;
  readonly rosters: ReadonlyMap<string, Roster>;
  readonly inputs: RenderContext['inputs'];
  readonly env: RenderContext['env'];
  readonly renderers: ReadonlyMap<string, StepRenderer>;
}): (step: string, recipient: number | undefined) => string | undefined {
  const { campaign, run, rosters, inputs, env, renderers } = input;
  const outputs = new Map(campaign.steps.map((step) => [step.id, openOutputs(step)]));
  const rosterOf = new Map(campaign.steps.map(({ id, forEach }) => [id, rosters.get(forEach?.audience ?? '')]));
  return (step, recipient) => {
    const roster = rosterOf.get(step);
    const person =
      recipient === undefined || roster === undefined
        ? {}
        : { key: roster.key(recipient), recipient: (column: string) => roster.value(recipient, column) };
    const outputsOf = (id: string) => outputs.get(id);
    const request = renderers.get(step)?.({ run: { id: run }, inputs, env, ...person, outputs: outputsOf, now: 0 });
    if (request === undefined || request.kind === 'missing') return undefined;
    const text = JSON.stringify([request.body, request.files]);
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  };
}

function openOutputs(step: Step): Readonly<Record<string, unknown>> {
  const fields = Object.entries(operations[step.uses].outputs);
  return Object.fromEntries(
    fields.map(([name, { type }]) => [name, type === 'number' ? 0 : type === 'array' ? [] : '…']),
  );
}
