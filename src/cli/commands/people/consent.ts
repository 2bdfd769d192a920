import { type Purpose, purposes } from '../../../campaign/contact-rules.ts';
import type { NewConsent } from '../../../contacts/ledger.ts';
import type { Host } from '../../../platform/ports.ts';
import { readInstant } from '../../../time/local-time.ts';
import { withLedger } from '../../contacts/project-ledger.ts';
import { type ImportedRow, readPeople } from '../../contacts/read-people.ts';
import { couldNot } from '../../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../../options/exit-code.ts';
import type { ProjectOptions } from '../../options/project-options.ts';

export interface ConsentOptions extends ProjectOptions {
  readonly list: string;
  readonly column: string;
  readonly country?: string;
  readonly dryRun: boolean;
  readonly format: 'text' | 'json';
}

/** callsheet consent FILE: records who has agreed to be contacted, each with its basis, instant and evidence. */
export async function consent(options: ConsentOptions, host: Host): Promise<ExitCode> {
  const { list, dryRun, format } = options;
  const rows = await readPeople(list, options, host);
  if (typeof rows === 'string') return couldNot(host, `${rows} Nothing was changed.`);
  const consents: NewConsent[] = [];
  for (const row of rows) {
    const read = consentOf(row);
    if (typeof read === 'string') return couldNot(host, `${list}:${row.line}: ${read} Nothing was changed.`);
    consents.push(read);
  }
  return withLedger(options, host, async (ledger) => {
    const recorded = dryRun ? undefined : ledger.recordConsents(consents);
    const rowCount = consents.length;
    if (format === 'json') host.console.out(`${JSON.stringify({ dryRun, rows: rowCount, recorded })}\n`);
    else if (recorded === undefined) host.console.out(`${rowCount} consents would be recorded\n`);
    else host.console.out(`${rowCount} consents recorded; the ledger has ${recorded}\n`);
    return exitCode.done;
  });
}

function consentOf({ key, cell }: ImportedRow): NewConsent | string {
  const [purpose, channel, basis, evidence] = [cell('purpose'), cell('channel'), cell('basis'), cell('evidence')];
  if (!purposes.some((known) => known === purpose)) return `\`purpose\` is one of ${purposes.join(', ')}.`;
  if (channel !== '' && channel !== 'whatsapp' && channel !== 'otp')
    return '`channel` is whatsapp, otp, or empty for all.';
  if (basis === '' || evidence === '') return 'a consent needs `basis` and `evidence`.';
  const at = readInstant(cell('at'), 'UTC');
  if (at === undefined) return '`at` is when it was given: a date-time in UTC, or an instant with an offset.';
  const written = cell('expires');
  const expires = written === '' ? undefined : readInstant(written, 'UTC');
  if (written !== '' && expires === undefined)
    return '`expires` is a date-time in UTC, an instant with an offset, or empty.';
  return {
    key,
    purpose: purpose as Purpose,
    channel: channel === '' ? undefined : channel,
    basis,
    at,
    evidence,
    expires,
  };
}
