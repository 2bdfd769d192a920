import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import type { Host } from '../../platform/ports.ts';
import { shownReason } from '../../report/mask.ts';
import { createClient } from '../../service/http/client.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { readSettings, type Settings } from '../options/settings.ts';

export interface DoctorOptions {
  readonly envFile?: string;
}

interface Finding {
  readonly ok: boolean;
  readonly what: string;
  /** What to do. */
  readonly mend?: string;
}

/** A clock that is further off than this risks -16. */
const clockMsMost = 60_000;

/** callsheet doctor: settings, key, clock, disk and versions, each with what to do. Makes one balance query. */
export async function doctor(options: DoctorOptions, host: Host): Promise<ExitCode> {
  const findings = [...versions(), await folder(host), ...(await service(options, host))];
  for (const { ok, what, mend } of findings) {
    host.console.out(`${ok ? '✓' : '✗'} ${what}${mend === undefined ? '' : `\n    ${mend}`}\n`);
  }
  return findings.every(({ ok }) => ok) ? exitCode.done : exitCode.findings;
}

function versions(): Finding[] {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const ok = major > 20 || (major === 20 && minor >= 19);
  return [
    { ok, what: `Node ${process.versions.node}`, ...(ok ? {} : { mend: 'Callsheet needs 20.19 or newer.' }) },
    { ok: true, what: `clock changes of all zones by tzdata ${process.versions['tz'] ?? 'unknown'}` },
  ];
}

async function folder(host: Host): Promise<Finding> {
  try {
    await access(host.cwd, constants.W_OK);
    return { ok: true, what: 'this folder can be written: a campaign beside it can keep its state' };
  } catch {
    return {
      ok: false,
      what: 'this folder cannot be written',
      mend: 'State lives in .callsheet beside a campaign; or name a folder with --state.',
    };
  }
}

async function service(options: DoctorOptions, host: Host): Promise<Finding[]> {
  const settings = readSettings({ ...options, sandbox: false }, host);
  if ('fault' in settings) return [{ ok: false, what: 'no settings for the service', mend: settings.fault }];
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
        { ok: true, what: 'the service knows the key and the signature' },
        ...(serviceTime === undefined ? [] : [clock(serviceTime - host.clock.now())]),
      ];
    }
    case 'rejected': {
      const mend = `The service answered ${outcome.code}: ${shownReason(outcome.reason, false)}. \`callsheet explain sms.balance ${outcome.code}\` says more.`;
      const { serviceTime } = outcome;
      return [
        { ok: false, what: 'the service refuses us', mend },
        ...(serviceTime === undefined ? [] : [clock(serviceTime - host.clock.now())]),
      ];
    }
    case 'throttled':
      return [{ ok: false, what: 'the service asks to come later', mend: 'Try again in a minute.' }];
    case 'unsent':
    case 'unknown':
      return [
        {
          ok: false,
          what: 'the service does not answer',
          mend: `${outcome.reason}. Check CALLSHEET_BASE_URL and the network.`,
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
    : { ok, what, mend: "Set this machine's clock: timestamps that are too old are refused with -16." };
}
