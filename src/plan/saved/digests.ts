import { createHash, scryptSync } from 'node:crypto';
import { sampleOutputs } from '../../campaign/checks/check-static-requests.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';

/** Names of variables, each with a digest of its value. One that is not set has none. */
export type VariableDigests = Readonly<Record<string, string>>;

/**
 * What a plan keeps of the environment that templates read: enough to tell another value. Other people read plans, and a value may be
 * short: each guess costs as long as this does, some 40 ms, and a table of guesses helps with one variable of one campaign only.
 */
export function variableDigests(campaign: string, env: Readonly<Record<string, string>>): VariableDigests {
  const digest = (name: string, value: string): string =>
    scryptSync(value, JSON.stringify(['callsheet variable', campaign, name]), digestBytes).toString('hex');
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, digest(name, value)]));
}

const digestBytes = 8;

/**
 * A digest of what one job would send, so that two plans can be compared without a text in either. What earlier steps
 * will have given is left open, and the instant is the same for all: who is moved does not get another text. A variable of the
 * environment counts by its digest, as a short value could be guessed from the digest of a text that is known but for it.
 */
export function createTextDigest(
  input: Pick<LoadedCampaign, 'campaign' | 'rosters' | 'inputs' | 'renderers'> & {
    readonly run: string;
    readonly variables: VariableDigests;
  },
): (step: string, recipient: number | undefined) => string | undefined {
  const { campaign, run, rosters, inputs, variables, renderers } = input;
  const outputs = new Map(campaign.steps.map((step) => [step.id, sampleOutputs(step, 0, '…')]));
  const rosterOf = new Map(campaign.steps.map(({ id, forEach }) => [id, rosters.get(forEach?.audience ?? '')]));
  let read: string[] = [];
  const env = noting(variables, (digest) => void read.push(digest));
  return (step, recipient) => {
    const roster = rosterOf.get(step);
    const person =
      recipient === undefined || roster === undefined
        ? {}
        : { key: roster.key(recipient), recipient: (column: string) => roster.value(recipient, column) };
    const outputsOf = (id: string) => outputs.get(id);
    read = [];
    const request = renderers.get(step)?.({ run: { id: run }, inputs, env, ...person, outputs: outputsOf, now: 0 });
    if (request === undefined || request.kind === 'missing') return undefined;
    // A condition or a filter may not let a digest through to the text.
    const text = JSON.stringify([request.body, request.files, read]);
    return createHash('sha256').update(text).digest('hex').slice(0, 16);
  };
}

/** The same values; each that is read is noted. */
function noting(values: VariableDigests, note: (value: string) => void): VariableDigests {
  const noted = Object.entries(values).map(([name, value]) => {
    const get = (): string => {
      note(value);
      return value;
    };
    return [name, { enumerable: true, get }] as const;
  });
  return Object.defineProperties({}, Object.fromEntries(noted));
}
