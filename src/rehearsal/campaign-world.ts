import type { Campaign } from '../campaign/campaign.ts';
import { sampleOutputs } from '../campaign/checks/check-static-requests.ts';
import type { LoadedCampaign } from '../campaign/loaded-campaign.ts';
import type { Outputs } from '../job/job.ts';
import type { Instant } from '../platform/ports.ts';
import type { World } from '../sandbox/ledger/world.ts';
import {
  completeWorld,
  defaultAgent,
  defaultInput,
  defaultPrice,
  defaultWorld,
} from '../sandbox/world/complete-world.ts';
import type { WorldInput } from '../sandbox/world/world-input.gen.ts';

/**
 * The world for a campaign without a world file: the default world, with every app, number, template, flow, task, job and agent group
 * that the campaign's requests name, and with the campaign's own prices.
 */
export function campaignWorld(input: {
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly at: Instant;
}): World {
  const { timezone, costs } = input.loaded.campaign;
  const base = defaultWorld;
  const { prices, money } = completeWorld(moneyInput(costs));
  const named = namedIn(input);
  const numbers = (field: NamedField): readonly number[] => named(field).map(Number).filter(Number.isSafeInteger);
  return {
    ...base,
    timezone,
    apps: withNamed(base.apps, 'appId', [...named('appId'), ...named('smsAppId')].map(String), (appId) => ({ appId })),
    businessNumbers: withNamed(base.businessNumbers, 'number', named('businessPhone').map(String), (number) => ({
      number,
      state: 'normal',
    })),
    prices,
    money,
    // In a campaign these endings belong to people; they are not test numbers for a closed session.
    sessions: { ...base.sessions, exceptEndings: [] },
    templates: withNamed(base.templates, 'templateId', numbers('templateId'), (templateId) => ({
      templateId,
      content: 'ordinary',
    })),
    flows: [...new Set([...base.flows, ...numbers('flowId')])],
    tasks: withNamed(base.tasks, 'taskId', numbers('taskId'), (taskId) => ({
      taskId,
      taskName: `task-${taskId}`,
      state: 'completed',
      callable: 100,
    })),
    aiVoiceJobs: withNamed(base.aiVoiceJobs, 'jobId', named('jobId') as (number | string)[], (jobId) => ({
      jobId,
      state: 'running',
    })),
    agents: withNamed(base.agents, 'voiceGroupId', numbers('sipGroupId'), (voiceGroupId, index) =>
      defaultAgent({ keyId: firstAgent + index, name: `Agent of ${voiceGroupId}`, voiceGroupId, status: '2' }),
    ),
  };
}

/** Beyond the agents of the default world. */
const firstAgent = 601;

/** What is there, and what is named beside it. */
function withNamed<One, Name extends keyof One>(
  there: readonly One[],
  name: Name,
  wanted: readonly One[Name][],
  make: (id: One[Name], index: number) => One,
): readonly One[] {
  const known = new Set(there.map((one) => one[name]));
  return [...there, ...[...new Set(wanted)].filter((id) => !known.has(id)).map(make)];
}

/** Somebody who rehearses a list of millions learns nothing from a sandbox that has run out of money. */
const timesDefault = 100;

/** As much as a world file may say. */
const balanceMost = 999_999_999;

/** The campaign's own prices, and funds that last for 20 million messages: a hundred times those of the default world. */
export function moneyInput(costs: Campaign['costs']): Required<Pick<WorldInput, 'prices' | 'money'>> {
  const whatsapp = micros(costs['whatsapp.send'] ?? defaultPrice);
  const otp = micros(costs['otp.send'] ?? defaultPrice);
  const dearer = Math.max(1, whatsapp / defaultPrice, otp / defaultPrice);
  return {
    prices: [{ prefix: '', whatsapp, otp }],
    money: { balance: Math.min(balanceMost, micros(defaultInput.money.balance * dearer * timesDefault)) },
  };
}

/** The fields of requests that name something at the service. */
const namedFields = [
  'appId',
  'smsAppId',
  'businessPhone',
  'templateId',
  'flowId',
  'taskId',
  'jobId',
  'sipGroupId',
] as const;
type NamedField = (typeof namedFields)[number];

/** What the requests name: those of everybody where a column says it, else that of the first recipient. */
function namedIn({ loaded, run, at }: Parameters<typeof campaignWorld>[0]): (field: NamedField) => readonly unknown[] {
  const found = new Map(namedFields.map((field) => [field, new Set<unknown>()]));
  const { campaign, rosters, renderers, inputs, env } = loaded;
  const samples = new Map(campaign.steps.map((step) => [step.id, sampleOutputs(step)]));
  const outputs = (id: string): Outputs | undefined => samples.get(id);
  for (const step of campaign.steps) {
    const written: Readonly<Record<string, unknown>> = { ...campaign.account, ...step.with };
    const roster = step.forEach === undefined ? undefined : rosters.get(step.forEach.audience);
    const differs = namedFields.some((field) => isTemplate(written[field], 'recipient'));
    const people = differs ? (roster?.size ?? 0) : 1;
    for (let index = 0; index < people; index++) {
      const person =
        roster === undefined || roster.size === 0
          ? {}
          : { key: roster.key(index), recipient: (column: string) => roster.value(index, column) };
      const rendered = renderers.get(step.id)?.({ run: { id: run }, inputs, env, now: at, ...person, outputs });
      const body: Readonly<Record<string, unknown>> = rendered?.kind === 'request' ? rendered.body : written;
      for (const [field, values] of found)
        if (body[field] !== undefined && !isTemplate(body[field])) values.add(body[field]);
    }
  }
  return (field) => [...(found.get(field) ?? [])];
}

function isTemplate(written: unknown, about = ''): boolean {
  return typeof written === 'string' && /\{[{%]/.test(written) && written.includes(about);
}

/** With as many decimals as a world file may have. */
function micros(amount: number): number {
  return Math.round(amount * 1_000_000) / 1_000_000;
}
