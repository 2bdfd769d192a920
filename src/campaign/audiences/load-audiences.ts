import { type AudienceRead, readAudience } from '../../audience/audience.ts';
import type { AudienceProblem } from '../../audience/audience-problem.ts';
import { readLikelyBeginning } from '../../audience/list-beginning.ts';
import { listFormat } from '../../audience/list-format.ts';
import { keyReaderOf, loadCountryTest } from '../../audience/number/country-key.ts';
import { loadCountryOf, loadOwnCountry, mainCountry } from '../../audience/number/number-country.ts';
import type { KeyReader } from '../../audience/number/written-number.ts';
import type { Roster } from '../../audience/roster.ts';
import {
  createExcludeList,
  type ExcludeList,
  listsMostBytes,
  type RosterRequest,
} from '../../audience/roster-builder.ts';
import { type Diagnostic, hasErrors } from '../../diagnostic/diagnostic.ts';
import type { Audience } from '../campaign.ts';
import { type CampaignPaths, locate, missingFile } from '../campaign-paths.ts';
import { keepsHolidaysByNumber } from '../load-holidays.ts';
import type { Forgotten, LoadRequest } from '../loaded-campaign.ts';
import { finding, type RuleInput } from '../rules/rule.ts';
import type { Snapshot } from '../sources/source.ts';
import { keySpan, type Path, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { columnFindings, columnsOf, contactingSteps } from './audience-columns.ts';
import { audienceFile, homeZone, rowKeyReader } from './audience-file.ts';
import { type AudiencePlace, audienceFindings, unknownForgotten } from './audience-findings.ts';
import { type ListedFile, readExcerpts } from './excerpt.ts';

export interface AudiencesLoaded {
  readonly rosters: ReadonlyMap<string, Roster>;
  /** By path as written. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads every audience of the campaign, and checks it against the campaign. */
export async function loadAudiences(
  request: Pick<LoadRequest, 'files' | 'isInFuture' | 'columns'>,
  paths: CampaignPaths,
  about: RuleInput,
  forgotten: Forgotten | undefined,
): Promise<AudiencesLoaded> {
  const { files, isInFuture, columns: further = [] } = request;
  const rosters = new Map<string, Roster>();
  const hashes: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  let bytesLeft = listsMostBytes;
  if (forgotten !== undefined && 'fault' in forgotten)
    diagnostics.push(unknownForgotten(keySpan(about.tree, ['audiences']), forgotten.fault));
  const isForgotten = forgotten !== undefined && 'isForgotten' in forgotten ? forgotten.isForgotten : undefined;

  async function findingsIn(
    file: ListedFile,
    problems: readonly AudienceProblem[],
    about: Omit<AudiencePlace, 'excerpt' | 'format' | 'sep' | 'encoding'>,
  ): Promise<Diagnostic[]> {
    // Lines that are not UTF-8 are shown as they may be meant.
    const isUtf8 = problems.every(({ kind }) => kind !== 'notUtf8');
    const likelyEncoding = isUtf8 ? undefined : (await readLikelyBeginning(files, file.path))?.begin.encoding;
    const { format, sep, encoding } = file;
    const shown = { ...file, encoding: isUtf8 ? encoding : (likelyEncoding ?? 'windows-1252') };
    const excerpt = await readExcerpts(files, shown, linesOf(problems));
    return audienceFindings(problems, { ...about, excerpt, format, sep, encoding, likelyEncoding });
  }

  async function read(
    written: string,
    at: Path,
    audience: Audience,
    reader: (path: string) => Promise<AudienceRead | undefined>,
  ) {
    const { key, country, countryColumn, sep, encoding } = audience;
    const span = valueSpan(about.tree, at);
    const located = await locate(files, paths, written);
    const result = located.kind === 'found' ? await reader(located.path) : undefined;
    if (located.kind !== 'found' || result === undefined) {
      const kind = located.kind === 'outside' ? 'outside' : 'absent';
      diagnostics.push(await missingFile(files, paths, { written, kind, span }));
      return undefined;
    }
    hashes[written] = result.fileHash;
    const file = { path: located.path, shown: paths.shown(written), format: listFormat(written), sep, encoding };
    const use = at[2] === 'exclude' ? 'exclude' : 'audience';
    const findings = await findingsIn(file, result.problems, {
      span,
      header: result.header,
      key,
      use,
      country,
      likelyCountry: await likelyCountry(audience, result),
      ...(use === 'audience' ? { countryColumn } : {}),
    });
    diagnostics.push(...findings);
    return { result, path: located.path, misread: hasErrors(findings) };
  }

  /** Of the numbers without a country code, if there are some. */
  async function likelyCountry(audience: Audience, { roster, problems }: AudienceRead): Promise<string | undefined> {
    if (audience.country !== undefined || !problems.some(({ kind }) => kind === 'nationalKey')) return undefined;
    const numbers = Array.from({ length: roster?.size ?? 0 }, (_, index) => roster!.number(index));
    const main = await mainCountry(numbers, numbers.length + (roster?.left.invalid ?? 0));
    return main ?? (await loadOwnCountry(homeZone(about.campaign, audience))).code();
  }

  async function readSnapshot(
    { name, source, format, key, country }: Audience,
    { path, shown, digest }: Snapshot,
    request: RosterRequest,
  ): Promise<{ readonly result: AudienceRead; readonly path: string; readonly misread: boolean } | undefined> {
    const columns = Object.keys(source?.columns ?? {});
    const result = await readAudience(files, { path, format, columns }, request);
    const about = { span: source!.span, header: columns, key, use: 'audience', country } as const;
    const findings = await findingsIn({ path, shown, format }, result?.problems ?? [], about);
    // Of a list that is too large only the beginning was read.
    const misread = result?.problems.some(({ kind }) => kind === 'tooLarge') === true;
    if (result !== undefined && (misread || result.fileHash === digest)) {
      diagnostics.push(...findings);
      hashes[`audiences.${name}`] = digest;
      return { result, path, misread };
    }
    const what = result === undefined ? 'is gone' : 'has changed since it was read';
    diagnostics.push(
      finding('CS6033', source!.span, `The snapshot of \`${name}\` ${what}: ${shown}`, {
        hint: 'read the source again with `callsheet snapshot`',
      }),
    );
    return undefined;
  }

  async function excludesOf(
    audience: Audience,
    readKey: KeyReader,
    known: Pick<RosterRequest, 'isCountry' | 'ownCountry'>,
  ): Promise<ExcludeList[]> {
    const lists: ExcludeList[] = [];
    for (const [index, file] of audience.exclude.entries()) {
      const { name, key, countryColumn, sep, encoding } = audience;
      const request = { name, key, columns: [], where: {}, readKey, countryColumn, ...known };
      const done = await read(file, ['audiences', name, 'exclude', index], audience, async (path) => {
        const result = await readAudience(files, { path, format: listFormat(file), sep, encoding }, request);
        // Who is there twice is left out all the same.
        return result && { ...result, problems: result.problems.filter(({ kind }) => kind !== 'duplicate') };
      });
      lists.push(createExcludeList(file, done?.result.roster));
    }
    return lists;
  }

  for (const audience of about.campaign.audiences) {
    const readKey = await keyReaderOf(audience);
    if (readKey === undefined) {
      diagnostics.push(unknownCountry(about, audience));
      continue;
    }
    // An unknown encoding has a finding of its own, and nothing more can be said of the lists.
    const encoding = valueAt(about.tree.value, ['audiences', audience.name, 'encoding']);
    if (encoding !== audience.encoding) continue;
    const { source, snapshot, country, countryColumn } = audience;
    const isCountry = countryColumn === undefined ? undefined : await loadCountryTest();
    const ownCountry = country === undefined ? await loadOwnCountry(homeZone(about.campaign, audience)) : undefined;
    const excludes = await excludesOf(audience, readKey, { isCountry, ownCountry });
    const request = {
      ...audience,
      columns: [...columnsOf(about, audience), ...further],
      contacting: contactingSteps(about.campaign, audience),
      excludes,
      readKey: rowKeyReader(audience, readKey),
      countryOf:
        'zone' in audience.timezone && !keepsHolidaysByNumber(about.campaign) ? undefined : await loadCountryOf(),
      isForgotten,
      isCountry,
      // A snapshot has no `+` any more.
      ownCountry: snapshot === undefined ? ownCountry : undefined,
      mostBytes: bytesLeft,
    };
    if (source !== undefined && snapshot === undefined) {
      // Nothing is asked of the source: its columns are what the campaign says.
      const file = { path: '', shown: 'columns', format: audience.format };
      const header = Object.keys(source.columns);
      if (header.length > 0)
        diagnostics.push(
          ...(await columnFindings(
            { files, file, header, roster: undefined },
            { ...about, isAhead: undefined },
            audience,
          )),
        );
      continue;
    }
    if (audience.file === '' && snapshot === undefined) continue;
    const done =
      snapshot === undefined
        ? await read(audience.file, ['audiences', audience.name, 'file'], audience, (path) =>
            readAudience(files, { ...audienceFile(audience, paths), path }, request),
          )
        : await readSnapshot(audience, snapshot, request);
    if (done === undefined) continue;
    const { roster, header, bytes = 0 } = done.result;
    bytesLeft -= bytes;
    const file = { ...audienceFile(audience, paths), path: done.path };
    // What is in which column is not known.
    if (done.result.problems.some(({ kind }) => namesUnknown.has(kind))) continue;
    if (roster) rosters.set(audience.name, roster);
    if (header.length === 0) continue;
    const isAhead = audience.lastInbound === undefined ? undefined : await isInFuture?.(about.campaign);
    const found = await columnFindings({ files, file, header, roster }, { ...about, isAhead }, audience);
    // Rows that could not be read would have been recipients.
    diagnostics.push(...(done.misread ? found.filter(({ code }) => code !== 'CS6009') : found));
  }
  return { rosters, hashes, diagnostics };
}

/** Those that findings point at. */
function linesOf(problems: readonly AudienceProblem[]): number[] {
  return problems.flatMap(({ lines, firstLine }) => [...lines, ...(firstLine === undefined ? [] : [firstLine])]);
}

const namesUnknown: ReadonlySet<string> = new Set<AudienceProblem['kind']>(['delimiter', 'noNames', 'duplicateHeader']);

function unknownCountry({ tree }: RuleInput, { name, country }: Audience): Diagnostic {
  return finding('CS6016', valueSpan(tree, ['audiences', name, 'country']), `There is no country \`${country}\``, {
    hint: 'use the two letters of ISO 3166, such as `NG`, `IN` or `GB`',
  });
}
