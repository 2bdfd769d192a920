import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { Host } from '../../platform/ports.ts';
import { tzdata } from '../../platform/tzdata.ts';
import { shownReason } from '../../report/mask.ts';
import { formatBytes } from '../../report/plan/words.ts';
import { createClient } from '../../service/http/client.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readSettings, type Settings, storeOf } from '../options/settings.ts';

export interface DoctorOptions {
  readonly envFile?: string;
}

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  /** What to do. */
  readonly fix?: string;
}

/** A clock that is further off than this risks -16. */
const clockMsMost = 60_000;

/** A run writes down each message before it is sent, and stops where there is no room for that. */
const freeBytesLeast = 50e6;

/** callsheet doctor: settings, key, clock, disk, store and versions, each with what to do. Makes one balance query. */
export async function doctor(options: DoctorOptions, host: Host): Promise<ExitCode> {
  const findings = [
    ...versions(),
    await folder(host),
    ...(await store(options, host)),
    ...(await service(options, host)),
  ];
  for (const { ok, what, fix } of findings) {
    host.console.out(`${ok ? '✓' : '✗'} ${what}${fix === undefined ? '' : `\n    ${fix}`}\n`);
  }
  return findings.every(({ ok }) => ok) ? exitCode.done : exitCode.findings;
}

function versions(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return [
    { ok, what: `Node ${process.versions.node}`, ...(ok ? {} : { fix: 'Callsheet needs Node 20.19 or newer.' }) },
    { ok: true, what: `time zone data: tzdata ${tzdata}` },
  ];
}

async function folder(host: Host): Promise<Finding> {
  try {
    await access(host.cwd, constants.W_OK);
    const { bavail, bsize } = await statfs(host.cwd);
    const free = bavail * bsize;
    return free < freeBytesLeast
      ? {
          ok: false,
          what: `this folder has room for ${formatBytes(free)} only`,
          fix: 'Make room: a run stops when its disk is full.',
        }
      : {
          ok: true,
          what: `this folder is writable, with ${formatBytes(free)} free, so campaigns in it can keep their state`,
        };
  } catch {
    return {
      ok: false,
      what: 'this folder is not writable',
      fix: 'State is kept in .callsheet beside the campaign. Choose another folder with --state.',
    };
  }
}

/** Nothing where there is none. `callsheet store doctor` says more of it. */
async function store(options: DoctorOptions, host: Host): Promise<Finding[]> {
  const url = storeOf(options, host);
  if (url === undefined) return [];
  const { createStoreAdmin } = await import('../../state/store-admin.ts');
  const admin = createStoreAdmin(url);
  const facts = await admin.inspect();
  if ('refused' in facts) {
    const { refusalMessage } = await import('../messages/state-messages.ts');
    const fix = refusalMessage(facts.refused, admin.location, { file: 'the campaign' }, '');
    return [{ ok: false, what: 'the store cannot be used', fix }];
  }
  const { judgeStore } = await import('../../report/store/judge-store.ts');
  const wrong = judgeStore(facts, admin.location).filter(({ verdict }) => verdict === 'wrong');
  if (wrong.length === 0) return [{ ok: true, what: `the store ${admin.location} is in order` }];
  return wrong.map(({ what, fix }) => ({ ok: false, what: `the store: ${what}`, ...(fix !== undefined && { fix }) }));
}

async function service(options: DoctorOptions, host: Host): Promise<Finding[]> {
  const settings = readSettings({ ...options, sandbox: false }, host);
  if ('fault' in settings) return [{ ok: false, what: 'no settings for the service', fix: settings.fault }];
  return [{ ok: true, what: `settings for ${new URL(settings.baseUrl).origin}` }, ...(await ask(settings, host))];
}

async function ask(settings: Settings, host: Host): Promise<Finding[]> {
  const { baseUrl, apiKey, apiSecret } = settings;
  const client = createClient({ baseUrl, apiKey, apiSecret, clock: host.clock, connections: 1 });
  const outcome = await client.send('sms.balance', undefined);
  await client.close();
  switch (outcome.kind) {
    case 'accepted': {
      const { serviceTime } = outcome;
      return [
        { ok: true, what: 'the service accepts the key and the signature' },
        ...(serviceTime === undefined ? [] : [clock(serviceTime - host.clock.now())]),
      ];
    }
    case 'rejected': {
      const fix = `The service answered ${outcome.code}: ${shownReason(outcome.reason, false)}. \`callsheet explain sms.balance ${outcome.code}\` explains it.`;
      const { serviceTime } = outcome;
      return [
        { ok: false, what: 'the service rejected the request', fix },
        ...(serviceTime === undefined ? [] : [clock(serviceTime - host.clock.now())]),
      ];
    }
    case 'throttled':
      return [{ ok: false, what: 'the service is throttling requests', fix: 'Try again in a minute.' }];
    case 'unsent':
    case 'unknown':
      return [
        {
          ok: false,
          what: 'the service does not answer',
          fix: `${outcome.reason}. Check CALLSHEET_BASE_URL and the network.`,
        },
      ];
    default:
      return outcome satisfies never;
  }
}

/** The Date header has whole seconds. */
function clock(aheadMs: number): Finding {
  const seconds = Math.round(aheadMs / 1000);
  const ok = Math.abs(aheadMs) < clockMsMost;
  const what = `the service's clock is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} ours`;
  return ok
    ? { ok, what }
    : { ok, what, fix: "Set this machine's clock: the service rejects old timestamps with -16." };
}
