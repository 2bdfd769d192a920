import { type Purpose, purposes } from '../../campaign/contact-rules.ts';
import { counted, formatCount } from '../../diagnostic/count-words.ts';
import { didYouMean } from '../../diagnostic/did-you-mean.ts';
import type { Suppression } from '../../ledger/contacts/facts.ts';
import type { ListChange, NewSuppression } from '../../ledger/contacts/ledger.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { csvTable } from '../../report/csv-cell.ts';
import { shownKey, shownReason } from '../../report/mask.ts';
import {
  formatCause,
  formatRecorded,
  formatScope,
  formatSuppression,
  isCurrent,
  onList,
  suppressionJson,
} from '../../report/plan/person.ts';
import { formatPeople } from '../../report/plan/words.ts';
import type { Channel } from '../../service/operations/definition/operation.ts';
import { formatInstant, readInstant } from '../../time/local-time.ts';
import { formatForgotten, leaveForgotten, withLedger } from '../contacts/project-ledger.ts';
import { readNumber, readPeople } from '../contacts/read-people.ts';
import { answer, couldNot, type ExitCode } from '../exit-code.ts';
import type { Given } from '../program.ts';

/** callsheet suppress NUMBER… --reason TEXT, or --import FILE --list NAME: who must not be contacted by any campaign of a project. */
export async function suppress(options: Given<'suppress'>, host: Host): Promise<ExitCode> {
  const fault = faultOf(options);
  if (fault !== undefined) return couldNot(host, `${fault} Nothing was changed.`);
  const now = host.clock.now();
  const until = options.until === undefined ? undefined : readInstant(options.until, 'UTC');
  if (options.until !== undefined && (until === undefined || until <= now))
    return couldNot(
      host,
      `--until takes a date-time in the future such as "2027-02-01 00:00" (UTC), or an instant with an offset, not ${options.until}. Nothing was changed.`,
    );
  const scope = { channel: options.channel as Channel | undefined, purpose: options.purpose as Purpose | undefined };
  const made: Made = { ...scope, from: now, until };
  if (options.import === undefined && options.number.length === 0) return listSuppressions(options, host);
  return options.import === undefined
    ? decideNumbers(options, made, host)
    : importList({ ...options, import: options.import }, made, host);
}

type Made = Omit<Suppression, 'reason' | 'source'>;

function faultOf(options: Given<'suppress'>): string | undefined {
  const { number, reason, remove, list, purpose, country, dryRun } = options;
  if (purpose !== undefined && !purposes.some((known) => known === purpose))
    return `--purpose takes ${purposes.join(', ')}, not ${purpose}.`;
  if (options.import !== undefined) {
    if (options.format === 'csv') return '--format csv lists suppressions; an import has text and json.';
    if (number.length > 0) return '--import takes the numbers from the file: give none beside it.';
    return list !== undefined && /^[a-z0-9][a-z0-9-]{0,62}$/.test(list)
      ? undefined
      : '--import needs --list NAME, in lower-case letters, digits and hyphens, such as do-not-call.';
  }
  if (number.length === 0 && (remove || dryRun || (reason ?? country) !== undefined))
    return 'Give a number, or --import FILE.';
  const scope = options.until ?? options.channel ?? purpose;
  return scope === undefined || remove || reason !== undefined
    ? undefined
    : '--until, --channel and --purpose are about a suppression: add --reason TEXT, or --import FILE.';
}

/** Suppresses these people, ends their suppressions, or shows them. */
async function decideNumbers(options: Given<'suppress'>, made: Made, host: Host): Promise<ExitCode> {
  const keys: string[] = [];
  for (const text of options.number) {
    const read = await readNumber(text, options, host);
    if ('fault' in read) return couldNot(host, `${read.fault} Nothing was changed.`);
    keys.push(read.key);
  }
  return withLedger(options, host, async (ledger) => {
    const { reason, remove, dryRun } = options;
    if (reason !== undefined) {
      // A suppression of a person who was forgotten has no number, and holds.
      const people = await leaveForgotten(
        keys.map((key) => ({ key })),
        options,
        host,
      );
      if (typeof people === 'string') return couldNot(host, `${people} Nothing was changed.`);
    }
    if (reason !== undefined && !dryRun) {
      try {
        await ledger.suppress(keys.map((key) => ({ ...made, key, reason, source: '' })));
      } catch (error) {
        // All of them or nobody, but the answer of a store may be lost after it has recorded them.
        const who = keys.length === 1 ? 'This person' : `None of these ${keys.length} people`;
        host.console.err(
          `${who} is ${keys.length === 1 ? 'not ' : ''}known to be suppressed: run the same command again.\n`,
        );
        throw error;
      }
    }
    const results: Decided[] = [];
    for (const key of keys) {
      const removed = remove && !dryRun ? await ledger.allow(key, made) : 0;
      const { suppressions } = await ledger.factsOf(key);
      const left = remove ? suppressions.filter((one) => !isSameScope(one, made)) : suppressions;
      const would = dryRun && reason !== undefined && keptFor(left, made) === undefined;
      const after = would ? [...left.filter((one) => !isOwn(one, made)), { ...made, reason, source: '' }] : left;
      results.push({ key, after, removed: removed + suppressions.length - left.length });
    }
    const people = results.map(({ key, after }) => ({ number: key, suppressions: after.map(suppressionJson) }));
    const rows = people.flatMap(({ number, suppressions }) => suppressions.map((one) => ({ number, ...one })));
    return answer(host, options.format, {
      json: { dryRun, people },
      text: results.map((result) => describe(result, options, made)).join(''),
      csv: csvTable(['number', 'list', 'reason', 'channel', 'purpose', 'from', 'until'], rows),
    });
  });
}

interface Decided {
  readonly key: string;
  readonly after: readonly Suppression[];
  readonly removed: number;
}

function describe({ key, after, removed }: Decided, options: Given<'suppress'>, made: Made): string {
  const { reason, remove, dryRun, showNumbers } = options;
  const who = shownKey(key, showNumbers);
  const cause = (one: Suppression): string => shownReason(formatSuppression(one), showNumbers);
  const would = dryRun ? ' would be' : '';
  if (reason !== undefined) {
    const kept = keptFor(after, made);
    if (kept === undefined) return `${who}${would || ' is'} suppressed ${cause({ ...made, reason, source: '' })}\n`;
    return `${who}${would || ' is'} still suppressed ${cause(kept)}\nThat ends later, so it holds. To end it sooner, use --remove first.\n`;
  }
  const left = after.filter((one) => isCurrent(one, made.from));
  if (remove) {
    const still = left.map((one) => `${who} is still suppressed ${cause(one)}\n`).join('');
    return `${who}: ${counted(removed, 'suppression')}${would} removed\n${still}${removeHint(left)}`;
  }
  if (left.length === 0) return `${who} is not suppressed\n`;
  return left.map((one) => `${who} is suppressed ${cause(one)}\n`).join('');
}

function isSameScope(one: Made, other: Made): boolean {
  return one.channel === other.channel && one.purpose === other.purpose;
}

/** Of no list. */
function isOwn(one: Suppression, made: Made): boolean {
  return one.source === '' && isSameScope(one, made);
}

/** What ends later than another one of the same scope, and holds in its place. */
function keptFor(all: readonly Suppression[], made: Made): Suppression | undefined {
  return all.find((one) => isOwn(one, made) && isLater(one.until, made.until));
}

/** Without an end it never ends. */
function isLater(end: Instant | undefined, other: Instant | undefined): boolean {
  return other !== undefined && (end === undefined || end > other);
}

/** `--remove` ends the suppressions of exactly the channel and the purpose that are given with it. */
function removeHint([first]: readonly Suppression[]): string {
  if (first === undefined) return '';
  const { channel, purpose } = first;
  const scope = [
    ...(channel === undefined ? [] : [`--channel ${channel}`]),
    ...(purpose === undefined ? [] : [`--purpose ${purpose}`]),
  ];
  return scope.length === 0
    ? 'Use --remove without --channel and --purpose to remove what is for everything.\n'
    : `Use --remove with ${scope.join(' and ')} to remove that, too.\n`;
}

/** Who is suppressed by all lists and people, in numbers: the ledger can name nobody. */
function listSuppressions(options: Given<'suppress'>, host: Host): Promise<ExitCode> {
  return withLedger(options, host, async (ledger) => {
    const counts = await ledger.suppressionCounts(host.clock.now());
    const rows = counts.map(({ source, reason, channel, purpose, people, imported }) => ({
      list: source === '' ? null : source,
      reason,
      channel: channel ?? null,
      purpose: purpose ?? null,
      people,
      imported: imported === undefined ? null : formatInstant(imported, 'UTC'),
    }));
    const lines = counts.map(({ people, reason, source, imported, ...scope }) => {
      const cause = shownReason(formatCause({ reason, source }), options.showNumbers);
      // A list that has people and was never imported has been left by an import that was interrupted.
      const when = imported === undefined ? 'whose import is not complete' : `imported ${formatRecorded(imported)}`;
      const from = source === '' ? '' : `, ${when}`;
      return `${formatPeople(people)} suppressed for ${formatScope(scope)}: ${cause}${from}\n`;
    });
    return answer(host, options.format, {
      json: { suppressions: rows },
      text: lines.join('') || 'Nobody is suppressed\n',
      csv: csvTable(['list', 'reason', 'channel', 'purpose', 'people', 'imported'], rows),
    });
  });
}

async function importList(
  options: Given<'suppress'> & { readonly import: string },
  made: Made,
  host: Host,
): Promise<ExitCode> {
  const { list = '', reason = onList(list), replace, dryRun, format } = options;
  const rows = await readPeople(options.import, options, host);
  if (typeof rows === 'string') return couldNot(host, `${rows} Nothing was changed.`);
  return withLedger(options, host, async (ledger, required) => {
    const left = await leaveForgotten(rows, options, host);
    if (typeof left === 'string') return couldNot(host, `${left} Nothing was changed.`);
    if (replace && left.kept.length === 0)
      return couldNot(
        host,
        `${options.import} has no people${formatForgotten(left)}: with --replace, nobody would be on ${list} any more, and everybody would be contacted again. Export the list again; to remove the last people, use \`callsheet suppress NUMBER --remove\`. Nothing was changed.`,
      );
    const meant = required.includes(list) ? undefined : didYouMean(list, required);
    if (meant !== undefined) host.console.err(`contacts.yaml requires no list ${list}; did you mean ${meant}?\n`);
    const at: Instant = host.clock.now();
    const people = left.kept.map(({ key }): NewSuppression => ({ ...made, key, reason, source: list }));
    let change: ListChange;
    try {
      change = await ledger.importList({ name: list, at, people, replaces: replace }, dryRun);
    } catch (error) {
      if (!dryRun)
        host.console.err(
          `The import is not complete, and ${list} does not count as imported: run the same command again.\n`,
        );
      throw error;
    }
    const { added, kept, removed } = change;
    const would = dryRun ? 'would be ' : '';
    return answer(host, format, {
      json: { dryRun, list, rows: rows.length, forgotten: left.forgotten.length, added, kept, removed },
      text: `${list}: ${formatPeople(added)} ${would}added, ${formatCount(kept)} kept, ${formatCount(removed)} removed${formatForgotten(left)}\n`,
    });
  });
}
