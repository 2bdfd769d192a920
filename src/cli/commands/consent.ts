import { resolve } from 'node:path';
import { type Purpose, purposes } from '../../campaign/contact-rules.ts';
import { counted } from '../../diagnostic/count-words.ts';
import type { NewConsent } from '../../ledger/contacts/ledger.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { csvTable } from '../../report/csv-cell.ts';
import { shownKey, shownReason } from '../../report/mask.ts';
import { consentJson, formatConsent, formatScope } from '../../report/plan/person.ts';
import { formatPeople } from '../../report/plan/words.ts';
import { formatInstant, readInstant } from '../../time/local-time.ts';
import { formatForgotten, leaveForgotten, withLedger } from '../contacts/project-ledger.ts';
import { type ImportedRow, readNumber, readPeople } from '../contacts/read-people.ts';
import { answer, couldNot, type ExitCode } from '../exit-code.ts';
import type { Given } from '../program.ts';

/** callsheet consent FILE: records who has agreed to be contacted, each with its basis, instant and evidence. NUMBER: shows it. */
export async function consent(options: Given<'consent'>, host: Host): Promise<ExitCode> {
  const [list, ...more] = options.list;
  if (more.length > 0) return couldNot(host, 'consent takes one file, or one number. Nothing was changed.');
  if (list === undefined && (options.dryRun || options.country !== undefined))
    return couldNot(host, '--dry-run and --country are about a file or a number: give one. Nothing was changed.');
  if (list === undefined) return listConsents(options, host);
  const number = await readNumber(list, options, host);
  const isFile = (await host.files.realPath(resolve(host.cwd, list))) !== undefined;
  if ('key' in number && !isFile) return showConsents(number.key, options, host);
  if ('fault' in number && !isFile && /^[+\d][\d\s().…-]*$/.test(list))
    return couldNot(host, `${number.fault} Nothing was changed.`);
  return options.format === 'csv'
    ? couldNot(host, '--format csv shows consents: give a number, or nothing. Nothing was changed.')
    : recordConsents(list, options, host);
}

async function recordConsents(list: string, options: Given<'consent'>, host: Host): Promise<ExitCode> {
  const { dryRun, format } = options;
  const rows = await readPeople(list, options, host);
  if (typeof rows === 'string') return couldNot(host, `${rows} Nothing was changed.`);
  const consents: NewConsent[] = [];
  for (const row of rows) {
    const read = consentOf(row, host.clock.now());
    if (typeof read === 'string') return couldNot(host, `${list}:${row.line}: ${read} Nothing was changed.`);
    consents.push(read);
  }
  return withLedger(options, host, async (ledger) => {
    const people = await leaveForgotten(consents, options, host);
    if (typeof people === 'string') return couldNot(host, `${people} Nothing was changed.`);
    const { kept, forgotten } = people;
    const done = dryRun ? undefined : await ledger.recordConsents(kept);
    const { recorded = 0, older, all } = done ?? {};
    const left = older ? `, ${older} left out: a later consent is already recorded` : '';
    return answer(host, format, {
      json: { dryRun, rows: consents.length, forgotten: forgotten.length, recorded: all, older },
      text: dryRun
        ? `${countOf(kept.length)} would be recorded${formatForgotten(people)}\n`
        : `${countOf(recorded)} recorded${left}${formatForgotten(people)}; the ledger has ${all}\n`,
    });
  });
}

function countOf(consents: number): string {
  return counted(consents, 'consent');
}

/** Whose consents hold now, in numbers: the ledger can name nobody. */
function listConsents(options: Given<'consent'>, host: Host): Promise<ExitCode> {
  return withLedger(options, host, async (ledger) => {
    const counts = await ledger.consentCounts(host.clock.now());
    const rows = counts.map(({ channel, ...one }) => ({ ...one, channel: channel ?? null }));
    const lines = counts.map(
      ({ people, basis, ...scope }) =>
        `${formatPeople(people)} agreed to ${formatScope(scope)}: ${shownReason(basis, false)}\n`,
    );
    return answer(host, options.format, {
      json: { consents: rows },
      text: lines.join('') || 'No consents hold now\n',
      csv: csvTable(['purpose', 'channel', 'basis', 'people'], rows),
    });
  });
}

function showConsents(key: string, options: Given<'consent'>, host: Host): Promise<ExitCode> {
  return withLedger(options, host, async (ledger) => {
    const { consents } = await ledger.factsOf(key);
    const rows = consents.map((one) => ({ number: key, ...consentJson(one) }));
    const who = shownKey(key, false);
    const lines = consents.map((one) => `${who} has agreed ${shownReason(formatConsent(one), false)}\n`);
    return answer(host, options.format, {
      json: { consents: rows },
      text: lines.join('') || `No consent of ${who} is recorded\n`,
      csv: csvTable(['number', 'purpose', 'channel', 'basis', 'at', 'evidence', 'expires'], rows),
    });
  });
}

/** The clock of another machine may be ahead by so much. */
const clockMs = 60_000;

function consentOf({ key, cell }: ImportedRow, now: Instant): NewConsent | string {
  const [purpose, channel, basis, evidence] = [cell('purpose'), cell('channel'), cell('basis'), cell('evidence')];
  if (!purposes.some((known) => known === purpose)) return `\`purpose\` is one of ${purposes.join(', ')}.`;
  if (channel !== '' && channel !== 'whatsapp' && channel !== 'otp')
    return '`channel` is whatsapp, otp, or empty for all.';
  if (basis === '' || evidence === '') return 'a consent needs `basis` and `evidence`.';
  const at = readInstant(cell('at'), 'UTC');
  if (at === undefined)
    return '`at` is when it was given: write it as `2026-02-04 09:30` in UTC, or with its offset, as `2026-02-04T10:30:00+01:00`.';
  if (at > now + clockMs)
    return `\`at\` is when it was given, and ${cell('at')} is still to come: give local times with their offset, such as ${formatInstant(now, 'UTC').slice(0, 16)}+01:00.`;
  const written = cell('expires');
  const expires = written === '' ? undefined : readInstant(written, 'UTC');
  if (written !== '' && expires === undefined)
    return '`expires` is empty, or written as `2027-02-04 09:30` in UTC, or with its offset, as `2027-02-04T10:30:00+01:00`.';
  if (expires !== undefined && expires <= at) return '`expires` is before `at`: this consent would never hold.';
  return { key, purpose: purpose as Purpose, channel: channel || undefined, basis, at, evidence, expires };
}
