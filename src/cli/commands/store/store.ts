import type { Host } from '../../../platform/ports.ts';
import { judgeStore } from '../../../report/store/judge-store.ts';
import { createStoreAdmin, type StoreAdmin } from '../../../state/store-admin.ts';
import { refusalMessage } from '../../messages/state-messages.ts';
import { couldNot } from '../../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../../options/exit-code.ts';
import { storeOf } from '../../options/settings.ts';

export interface StoreOptions {
  readonly action: string;
  readonly store?: string;
  readonly envFile?: string;
  readonly format: 'text' | 'json';
}

/** callsheet store migrate | doctor: what is done with a shared ledger, rather than with one campaign. */
export async function store(options: StoreOptions, host: Host): Promise<ExitCode> {
  const url = storeOf(options, host);
  if (url === undefined)
    return couldNot(host, 'Which store? Set CALLSHEET_STORE, or pass --store postgres://USER@HOST/DATABASE.');
  const admin = createStoreAdmin(url);
  switch (options.action) {
    case 'migrate':
      return migrate(admin, options, host);
    case 'doctor':
      return doctor(admin, options, host);
    default:
      return couldNot(host, `There is no \`callsheet store ${options.action}\`: use \`migrate\` or \`doctor\`.`);
  }
}

async function migrate(admin: StoreAdmin, { format }: StoreOptions, host: Host): Promise<ExitCode> {
  const migrated = await admin.migrate();
  if ('refused' in migrated) return refuse(admin, migrated, host);
  const { from, to } = migrated;
  const done =
    from === to
      ? `has the tables of this version (${to}) already`
      : from === 0
        ? `now has the tables of version ${to}`
        : `now has the tables of version ${to} (before: ${from})`;
  host.console.out(format === 'json' ? `${JSON.stringify(migrated)}\n` : `${admin.location} ${done}.\n`);
  return exitCode.done;
}

async function doctor(admin: StoreAdmin, { format }: StoreOptions, host: Host): Promise<ExitCode> {
  const facts = await admin.inspect();
  if ('refused' in facts) return refuse(admin, facts, host);
  const findings = judgeStore(facts);
  const ok = findings.every((finding) => finding.ok);
  if (format === 'json') {
    host.console.out(`${JSON.stringify({ store: admin.location, ok, findings, facts })}\n`);
  } else {
    for (const { ok, what, fix } of findings) {
      host.console.out(`${ok ? '✓' : '✗'} ${what}${fix === undefined ? '' : `\n    ${fix}`}\n`);
    }
  }
  return ok ? exitCode.done : exitCode.findings;
}

function refuse(
  { location }: StoreAdmin,
  { refused }: Extract<Awaited<ReturnType<StoreAdmin['migrate']>>, { refused: unknown }>,
  host: Host,
): ExitCode {
  return couldNot(host, refusalMessage(refused, location, { file: 'the campaign' }));
}
