import type { Campaign } from '../campaign/campaign.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { Instant } from '../platform/ports.ts';
import type { World } from '../sandbox/ledger/world.ts';
import { defaultWorld } from '../sandbox/world/default-world.ts';
import type { WorldInput } from '../sandbox/world/world-input.gen.ts';

/**
 * The world for a campaign without a world file: the default world, with every app, number, template, flow, task and job that the
 * campaign's requests name, and with the campaign's own prices.
 */
export function campaignWorld(input: {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly at: Instant;
}): World {
  const { timezone, costs } = input.loaded.campaign;
  const base = defaultWorld;
  const named = namedIn(input);
  /** Those that are not known, each once. */
  const unknown = <T>(known: readonly T[], wanted: readonly T[]): readonly T[] =>
    [...new Set(wanted)].filter((one) => !known.includes(one));
  const numbers = (field: string): number[] => (named.get(field) ?? []).map(Number).filter(Number.isSafeInteger);
  const appIds = [...(named.get('appId') ?? []), ...(named.get('smsAppId') ?? [])].map(String);
  const phones = (named.get('businessPhone') ?? []).map(String);
  const apps = base.apps.map(({ appId }) => appId);
  const phonesThere = base.businessNumbers.map(({ number }) => number);
  const templates = base.templates.map(({ templateId }) => templateId);
  const tasks = base.tasks.map(({ taskId }) => taskId);
  const jobs = base.aiVoiceJobs.map(({ jobId }) => jobId);
  return {
    ...base,
    timezone,
    apps: [...base.apps, ...unknown(apps, appIds).map((appId) => ({ appId, name: appId }))],
    businessNumbers: [
      ...base.businessNumbers,
      ...unknown(phonesThere, phones).map((number) => ({ number, state: 'normal' as const })),
    ],
    ...campaignMoney(costs),
    // In a campaign these endings belong to people; they are not test numbers for a closed session.
    sessions: { ...base.sessions, exceptEndings: [] },
    templates: [
      ...base.templates,
      ...unknown(templates, numbers('templateId')).map((templateId) => ({ templateId, content: 'ordinary' as const })),
    ],
    flows: [...base.flows, ...unknown(base.flows, numbers('flowId'))],
    tasks: [
      ...base.tasks,
      ...unknown(tasks, numbers('taskId')).map((taskId) => ({
        taskId,
        taskName: `task-${taskId}`,
        state: 'completed' as const,
        callable: 100,
      })),
    ],
    aiVoiceJobs: [
      ...base.aiVoiceJobs,
      ...unknown(jobs, numbers('jobId')).map((jobId) => ({ jobId, state: 'running' as const })),
    ],
  };
}

/** Somebody who rehearses a list of millions learns nothing from a sandbox that has run out of money. */
const timesDefault = 100;

/** The campaign's own prices, and funds that last for 20 million messages: a hundred times those of the default world. */
export function campaignMoney(costs: Campaign['costs']): Pick<World, 'prices' | 'money'> {
  const { prices, money } = defaultWorld;
  const [standard] = prices;
  if (standard === undefined) return { prices, money };
  const whatsapp = microsOf(costs['whatsapp.send']) ?? standard.whatsapp;
  const otp = microsOf(costs['otp.send']) ?? standard.otp;
  const dearer = Math.max(1, whatsapp / standard.whatsapp, otp / standard.otp);
  return {
    prices: [{ prefix: '', whatsapp, otp }],
    money: { ...money, balance: Math.round(money.balance * dearer * timesDefault) },
  };
}

/** As a world file says it. */
export function moneyInput(costs: Campaign['costs']): Pick<WorldInput, 'prices' | 'money'> {
  const { prices, money } = campaignMoney(costs);
  return {
    prices: prices.map(({ prefix, whatsapp, otp }) => ({ prefix, whatsapp: amountOf(whatsapp), otp: amountOf(otp) })),
    money: { balance: amountOf(money.balance) },
  };
}

/** The values of each field in the requests, for the first recipient of each step. */
function namedIn({ loaded, run, at }: Parameters<typeof campaignWorld>[0]): ReadonlyMap<string, readonly unknown[]> {
  const found = new Map<string, unknown[]>();
  for (const step of loaded.campaign.steps) {
    const roster = step.forEach === undefined ? undefined : loaded.rosters.get(step.forEach.audience);
    const rendered = loaded.renderers.get(step.id)?.({
      run: { id: run },
      inputs: loaded.inputs,
      env: loaded.env,
      now: at,
      ...(roster === undefined || roster.size === 0
        ? {}
        : { key: roster.key(0), recipient: (column: string) => roster.value(0, column) }),
      outputs: () => undefined,
    });
    // A step that needs the outputs of an earlier one cannot be rendered yet, but its plain fields are known.
    const body =
      rendered === undefined || rendered.kind === 'missing'
        ? { ...loaded.campaign.account, ...step.with }
        : rendered.body;
    for (const [field, value] of Object.entries(body)) found.set(field, [...(found.get(field) ?? []), value]);
  }
  return found;
}

function amountOf(micros: number): number {
  return micros / 1_000_000;
}

function microsOf(amount: number | undefined): number | undefined {
  return amount === undefined ? undefined : Math.round(amount * 1_000_000);
}
