import { dirname } from 'node:path';
import type { JobAddress } from '../../src/job/address.ts';
import { type OperationId, operationIds } from '../../src/service/operations/operations.ts';
import { type CampaignRig, createCampaignRig, people } from './campaign-rig.ts';
import { jobsOf } from './engine.ts';

/** A campaign of all nine operations, one job at a time, in the order of the file. */
export const crashMembers = people(2) as [string, string];
const [first, second] = crashMembers;
/** The message that is next when that of `targets` has its answer. */
export const nextMessage: JobAddress = `hello[${second}]`;

/** The job of each operation at which things happen. */
export const targets: Readonly<Record<OperationId, JobAddress>> = {
  'sms.balance': 'funds',
  'agents.list': 'agents',
  'axb.list': 'bindings',
  'audio.upload': 'greeting',
  'voice.redial': 'redial',
  'aivoice.pause': 'robot',
  'whatsapp.send': `hello[${first}]`,
  'otp.send': `code[${first}]`,
  'sms.backfill': `report[${first}]`,
};

/** Each step needs the one before it: until its outcome is on disk, no other job is in flight. */
const steps = `
funds: { uses: sms.balance }
agents: { uses: agents.list, needs: funds, with: { params: {} } }
bindings: { uses: axb.list, needs: agents, with: { params: { appId: sandbox-app } } }
greeting: { uses: audio.upload, needs: bindings, with: { file: greeting.mp3 } }
redial: { uses: voice.redial, needs: greeting, with: { taskId: 1001, source: 3, text: "Hello", lan: EN } }
robot: { uses: aivoice.pause, needs: redial, with: { jobId: 2001 } }
code:
  uses: otp.send
  needs: robot
  forEach: { audience: members, waves: [1, rest], between: { promote: auto } }
  expires: 1d
  with: { templateId: 31 }
report: { uses: sms.backfill, needs: code, forEach: members, with: { time: "1795420800" } }
hello: { uses: whatsapp.send, needs: report, forEach: members, with: { type: text, text: { body: "Hello" } } }
`;

export async function createCrashRig(): Promise<CampaignRig> {
  const rig = await createCampaignRig({ world: { timestampValid: '1d' } });
  await rig.members(crashMembers);
  await rig.write('greeting.mp3', 'ID3 a greeting');
  await rig.campaign(steps, 'limits: { concurrency: 1, doubts: 100 }');
  return rig;
}

export interface CrashReport {
  /** `operation name`: reached more than once, where that is a harm. */
  readonly doubled: readonly string[];
  /** Neither done nor in doubt. */
  readonly lost: readonly JobAddress[];
  readonly inDoubt: readonly JobAddress[];
}

/** Compares, job by job, what the state file, or the store, says with what the sandbox did. */
export async function crashReport(rig: CampaignRig, store?: string): Promise<CrashReport> {
  const jobs = await jobsOf(`${dirname(rig.file)}/campaign.yaml`, store);
  const everyone: readonly (readonly [OperationId, JobAddress, string])[] = operationIds.flatMap((operation) =>
    targets[operation].includes('[')
      ? crashMembers.map((name) => [operation, targets[operation].replace(first, name), name] as const)
      : [[operation, targets[operation], onlyName(rig, operation)] as const],
  );
  const doubled: string[] = [];
  const lost: JobAddress[] = [];
  const inDoubt: JobAddress[] = [];
  for (const [operation, address, name] of everyone) {
    const times = rig.effects(operation)[name] ?? 0;
    const state = jobs.get(address)?.state;
    // The same facts once more are the same state: section "SMS postback backfill".
    if (times > 1 && operation !== 'sms.backfill') doubled.push(`${operation} ${name}`);
    const isQuery = operation === 'sms.balance' || operation === 'agents.list' || operation === 'axb.list';
    if (state === 'inDoubt') inDoubt.push(address);
    else if (state !== 'accepted' || (times === 0 && !isQuery)) lost.push(address);
  }
  return { doubled, lost, inDoubt };
}

/** The unique name under which a step that runs once was carried out; uploads may have gone through several. */
function onlyName(rig: CampaignRig, operation: OperationId): string {
  const names = Object.keys(rig.effects(operation));
  return (operation === 'audio.upload' ? names.at(-1) : names.join()) ?? '';
}
