import { namedOptions } from '../decide/signed-by.ts';
import type { CampaignOptions } from './campaign-options.ts';
import {
  choice,
  flag,
  list,
  negatedFlag,
  type OptionValues,
  positiveNumber,
  text,
  wholeNumber,
} from './option-definition.ts';

/** Of the commands that may read an audience from its source. */
export const allowCommands = flag('start the programs that the campaign names under `command`');

/** Of the commands that send. */
export const sendingOptions = {
  format: choice('<format>', 'text, or events as NDJSON', ['text', 'json']),
  yes: flag('confirm everything: do not ask before a real send', { short: 'y' }),
  sandbox: flag('use the built-in service; its clock skips every wait'),
  realTime: {
    ...flag('in the sandbox: do not skip waits'),
    needs: { sandbox: '' },
    conflicts: { at: 'its clock is that of this machine; change `starts`' },
  },
  at: {
    ...text('<date-time>', 'in the sandbox: start time of its clock'),
    needs: { sandbox: 'a real run starts at `starts`, or now' },
  },
  late: flag('start even though `starts` has long passed'),
  adopt: flag(
    'accept a state file that was copied, moved or is missing; runs on two machines do not see each other, and both send WhatsApp messages',
  ),
  acceptEdits: flag('continue although a sent step looks renamed, or the snapshots of the run are unknown'),
  allowCommands,
  showNumbers: flag('show full numbers instead of masked ones'),
};

/** Of `run` alone. */
export const runOnly = {
  fresh: {
    ...flag('in the sandbox: discard what this campaign has done there, and start over'),
    needs: { sandbox: 'a real run is never discarded' },
  },
  send: negatedFlag('with a store: lead, and leave sending to workers'),
  plan: text('<file>', 'run exactly this approved plan (from `plan --out`)'),
  requireApproval: flag('start only a plan that somebody has approved: that of --plan, or the one kept here'),
  ...namedOptions,
};

/** Of a run that `run`, a watch or a worker begins. */
export type RunOptions = CampaignOptions &
  MonitorOptions &
  OptionValues<typeof sendingOptions> &
  Partial<OptionValues<typeof partOptions & typeof runOnly>> & {
    /** A worker continues the run of a dead leader, also where it cannot send the notices. */
    readonly continuesAbandoned?: boolean;
  };

const conflicts = {
  out: 'a saved plan is about everybody',
  against: 'that compares plans of everybody',
};

/** Of a run or a plan for some recipients. */
export const partOptions = {
  only: {
    ...list('<key>', 'only this recipient, by number; may be repeated; a later run does the rest'),
    conflicts: { first: '', ...conflicts },
  },
  first: {
    ...positiveNumber('<number>', 'only the first recipients of each audience; a later run does the rest'),
    conflicts,
  },
};

/** The option that limits a run or a plan to some recipients, where one is given. */
export function partName({
  only = [],
  first,
}: Partial<OptionValues<typeof partOptions>>): '--only' | '--first' | undefined {
  return only.length > 0 ? '--only' : first === undefined ? undefined : '--first';
}

/** Of the commands that send for a long time. */
export const monitorOptions = {
  metricsPort: wholeNumber('<port>', 'serve /metrics for Prometheus, /healthz and /livez on this port'),
  metricsHost: {
    ...text('<address>', 'address on which to serve them; 127.0.0.1 by default'),
    needs: { metricsPort: '' },
  },
};

export type MonitorOptions = OptionValues<typeof monitorOptions>;
