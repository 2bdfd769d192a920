import { createHash } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { numberAsWritten, type Scalar } from '../audience/scalar.ts';
import { type Diagnostic, hasErrors } from '../diagnostic/diagnostic.ts';
import { createSuggest, suggestion } from '../diagnostic/did-you-mean.ts';
import { grouped } from '../diagnostic/grouped.ts';
import { type SourceFile, unreadFile } from '../diagnostic/source-file.ts';
import { isUnreadable } from '../platform/ports.ts';
import { isZone } from '../time/time-zone.ts';
import type { AudiencesLoaded } from './audiences/load-audiences.ts';
import type { Campaign, Input } from './campaign.ts';
import { campaignEnv, unsetVariables, valuesHaveTemplates } from './campaign-env.ts';
import { type CampaignPaths, campaignPaths, locate } from './campaign-paths.ts';
import { checkRecipients } from './checks/check-recipients.ts';
import { checkStaticRequests } from './checks/check-static-requests.ts';
import type { ContactRules } from './contact-rules.ts';
import { audioFiles, loadAudio } from './load-audio.ts';
import { loadContacts } from './load-contacts.ts';
import { type HolidaysLoaded, loadHolidays, noHolidays, withHolidays } from './load-holidays.ts';
import {
  type Forgotten,
  inputsDigest,
  jobsDigest,
  type Loaded,
  type LoadedCampaign,
  type LoadRequest,
} from './loaded-campaign.ts';
import { lowerCampaign, withTimeLimits } from './lower.ts';
import { compileStep } from './request/request.ts';
import { campaignRules } from './rules/all-rules.ts';
import { finding, isMisshapen, type RuleInput } from './rules/rule.ts';
import { validateCampaign } from './schema/validate.ts';
import type { Snapshot } from './sources/source.ts';
import { placedTemplates, readsOf, templateTexts, withRenderTest } from './template/step-templates.ts';
import { templateCompiler } from './template/template-compiler.ts';
import { decode, notText, parseYaml, tooLarge, yamlMostBytes } from './yaml/parse.ts';
import { isInUnreadableEntry, wordsInUnreadable } from './yaml/unreadable-entries.ts';
import { keySpan, valueSpan, type YamlTree } from './yaml/yaml-tree.ts';

/** Reads, checks and completes a campaign. All errors are reported in one pass; `value` is set only without errors. */
export async function loadCampaign(request: LoadRequest): Promise<Loaded> {
  const paths = await campaignPaths(request.files, request.path, request.cwd);
  const name = basename(resolve(request.cwd, request.path));
  const own = paths.absolute(name);
  const opened = await readOwnFile(request, paths, name);
  if (!('tree' in opened)) return { value: undefined, referencedFiles: [own], ...opened };
  const { tree, hash } = opened;
  const { file } = tree;
  const understood = await understand(tree);
  if (!hasErrors(understood.diagnostics)) request.onCampaign?.(understood.campaign);
  const isReading = request.depth !== 'text';
  const inputs = resolveInputs(understood, request.inputs);
  const env = campaignEnv(understood.campaign, request.env);
  const values = { inputs: inputs.values, env };
  const isSound = !hasErrors([...understood.diagnostics, ...inputs.diagnostics]);
  const sources = isReading ? await readSources(request, paths, understood, { ...values, isSound }) : noSources;
  const about = withSnapshots(understood, sources.snapshots);
  const forgotten = isReading ? await request.forgotten?.(paths.directory) : undefined;
  const read = isReading ? await readFiles(request, paths, about, forgotten) : nothingRead;
  const holidays = isReading ? await loadHolidays(request.files, paths, about, read.rosters) : noHolidays;
  const renderers = new Map(
    about.campaign.steps.map((step) => [step.id, compileStep(step, about.campaign, about.compiler)]),
  );
  // Entries that could not be read get no other findings.
  const isRead = ({ span }: Diagnostic): boolean =>
    span.file !== file || !isInUnreadableEntry(tree.unreadableEntries, span.start);
  const { unsetEnv } = request;
  const given = [...unsetVariables(about, env, unsetEnv), ...valuesHaveTemplates(about, values)];
  const found = [...about.diagnostics, ...inputs.diagnostics, ...given];
  const before = [...opened.diagnostics, ...[...found, ...sources.diagnostics, ...read.diagnostics].filter(isRead)];
  const check = {
    ...about,
    campaign: withHolidays(about.campaign, holidays.calendars),
    env,
    unsetEnv,
    inputs: inputs.values,
    renderers,
    rosters: read.rosters,
    before,
  };
  const fileHashes = {
    [name]: hash,
    ...sources.hashes,
    ...read.hashes,
    ...holidays.hashes,
  };
  const { campaign } = about;
  const digest = inputsDigest({ fileHashes, inputs: inputs.values, env }, request.checkedBy);
  const isDue = request.depth === 'rendered' || hasNewRows(campaign);
  const rendered = isDue ? await checkRecipients(check, request.files, paths) : [];
  const last = [...checkStaticRequests(check), ...rendered, ...holidays.diagnostics].filter(isRead);
  const diagnostics = inOrder([...before, ...last], file);
  const referencedFiles = [own, ...[...namedFiles(campaign), ...holidays.paths].map(paths.absolute)];
  if (hasErrors(diagnostics)) return { value: undefined, diagnostics, referencedFiles, text: file.text };
  const steps = campaign.steps.map((step) =>
    withRenderTest(step, about.templatesOf.get(step.id) ?? [], renderers.get(step.id)!, values),
  );
  const value = {
    campaign: {
      ...withHolidays({ ...campaign, steps }, holidays.calendars),
      ...(read.contacts === undefined ? {} : { contacts: read.contacts }),
    },
    source: file,
    directory: paths.directory,
    repository: paths.repository,
    rosters: read.rosters,
    fileHashes,
    inputs: inputs.values,
    env,
    windows: windowsOf(about, holidays.calendars),
    renderers,
    digest,
    jobsDigest: jobsDigest(digest, forgotten),
    places: placesIn(tree),
  };
  return { value, diagnostics, referencedFiles, text: file.text };
}

interface OwnFile {
  readonly tree: YamlTree;
  /** SHA-256, hex. */
  readonly hash: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** The document of the campaign; or what is wrong with its file, and as much of it as can be said. */
async function readOwnFile(
  { files, path }: LoadRequest,
  paths: CampaignPaths,
  name: string,
): Promise<OwnFile | Pick<Loaded, 'diagnostics' | 'absent' | 'text'>> {
  const whole = unreadFile(path);
  const located = await locate(files, paths, name);
  if (located.kind === 'outside') {
    const hint = 'name the file that the link points to, or move the campaign into the repository';
    return {
      diagnostics: [finding('CS3019', whole, `\`${path}\` is a link to a file outside its repository`, { hint })],
    };
  }
  const bytes = located.kind === 'absent' ? undefined : await files.readBytes(located.path, yamlMostBytes);
  if (bytes === undefined || (isUnreadable(bytes) && bytes.why === 'folder'))
    return { diagnostics: [finding('CS3018', whole, `There is no file \`${path}\``)], absent: true };
  if (isUnreadable(bytes))
    return {
      diagnostics: [bytes.why === 'tooLarge' ? tooLarge(whole.file) : finding('CS1019', whole, `This ${bytes.words}`)],
    };
  const text = decode(bytes);
  if (text === undefined) return { diagnostics: [notText(whole.file, bytes)] };
  const { value: tree, diagnostics } = parseYaml({ path, text });
  if (tree === undefined) return { diagnostics, text };
  return { tree, hash: createHash('sha256').update(bytes).digest('hex'), diagnostics };
}

/** Rows that nobody has checked: as a file they would have been checked before they are planned. */
export function hasNewRows({ audiences }: Pick<Campaign, 'audiences'>): boolean {
  return audiences.some(({ snapshot }) => snapshot?.note?.kind === 'new');
}

/** A function of its own: one made above would keep everything that the checks knew as long as the campaign. */
function placesIn(tree: YamlTree): LoadedCampaign['places'] {
  return (path) => keySpan(tree, path);
}

function windowsOf({ campaign, input }: RuleInput, calendars: HolidaysLoaded['calendars']): LoadedCampaign['windows'] {
  return {
    calendars,
    campaign: input.window,
    steps: new Map(campaign.steps.map(({ id }) => [id, input.steps[id]?.window])),
  };
}

interface Understood extends RuleInput {
  readonly compiler: Awaited<ReturnType<typeof templateCompiler>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** From a document to the complete campaign, with all findings that need only its text. */
async function understand(tree: YamlTree): Promise<Understood> {
  const { input, diagnostics } = validateCampaign(tree);
  const lowered = await withLimits(lowerCampaign(input, tree));
  const compiler = await templateCompiler(templateTexts(lowered));
  const templates = placedTemplates(lowered, tree, compiler);
  const ofSteps = templates.filter(({ step }) => step !== undefined);
  const templatesOf = grouped(ofSteps, ({ step }) => step!.id);
  const steps = lowered.steps.map((step) => ({ ...step, reads: readsOf(templatesOf.get(step.id) ?? []) }));
  const about: RuleInput = {
    input,
    campaign: { ...lowered, steps },
    tree,
    steps: new Map(steps.map((step) => [step.id, step])),
    templates,
    templatesOf,
    stepNames: namesUnder(tree, 'steps'),
    audienceNames: namesUnder(tree, 'audiences'),
    unreadableWords: wordsInUnreadable(tree.file.text, tree.unreadableEntries),
    suggest: createSuggest(),
  };
  return { ...about, compiler, diagnostics: [...diagnostics, ...campaignRules.flatMap((rule) => rule(about))] };
}

/** The instants in `where`, which the campaign's zone decides. */
async function withLimits(campaign: Campaign): Promise<Campaign> {
  const { timezone } = campaign;
  if (!isZone(timezone)) return campaign;
  const audiences = campaign.audiences.map(async (audience) => ({
    ...audience,
    where: await withTimeLimits(audience.where, timezone),
  }));
  const steps = campaign.steps.map(async (step) => {
    const { forEach } = step;
    if (forEach === undefined) return step;
    return { ...step, forEach: { ...forEach, where: await withTimeLimits(forEach.where, timezone) } };
  });
  return { ...campaign, audiences: await Promise.all(audiences), steps: await Promise.all(steps) };
}

function namesUnder(tree: YamlTree, key: string): ReadonlySet<string> {
  const map = (tree.value as Record<string, unknown>)[key];
  if (typeof map !== 'object' || map === null || Array.isArray(map)) return new Set();
  return new Set(Object.keys(map).filter((name) => !name.startsWith('x-')));
}

interface SourcesChosen {
  readonly snapshots: ReadonlyMap<string, Snapshot>;
  readonly hashes: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

const noSources: SourcesChosen = { snapshots: new Map(), hashes: {}, diagnostics: [] };

/** The snapshot of each audience that has a source, where the caller has a way to choose one. */
async function readSources(
  request: LoadRequest,
  paths: CampaignPaths,
  about: Understood,
  given: Pick<LoadedCampaign, 'inputs' | 'env'> & { readonly isSound: boolean },
): Promise<SourcesChosen> {
  const { campaign } = about;
  const withSource = campaign.audiences.filter(({ source }) => source !== undefined);
  if (withSource.length === 0) return noSources;
  const { wantSources } = await import('./sources/wanted-sources.ts');
  const { wanted, hashes, open, diagnostics } = await wantSources(request.files, paths, about, given);
  // Of a campaign with errors nothing is read.
  if (request.snapshots === undefined || !given.isSound || hasErrors(diagnostics))
    return { ...noSources, hashes, diagnostics };
  const chosen = await request.snapshots({ wanted, campaign, directory: paths.directory });
  const missing = withSource
    .filter(({ name }) => open.includes(name))
    .map(({ name, span }) => finding('CS6031', span, `\`${name}\` cannot be read: one of its parameters has no value`));
  return { snapshots: chosen.snapshots, hashes, diagnostics: [...diagnostics, ...chosen.diagnostics, ...missing] };
}

function withSnapshots<T extends RuleInput>(about: T, snapshots: ReadonlyMap<string, Snapshot>): T {
  if (snapshots.size === 0) return about;
  const audiences = about.campaign.audiences.map((audience) => {
    const snapshot = snapshots.get(audience.name);
    return snapshot === undefined ? audience : { ...audience, snapshot, file: snapshot.shown };
  });
  return { ...about, campaign: { ...about.campaign, audiences } };
}

interface FilesRead extends AudiencesLoaded {
  readonly contacts?: ContactRules | undefined;
}

const nothingRead: FilesRead = { rosters: new Map(), hashes: {}, diagnostics: [] };

async function readFiles(
  request: LoadRequest,
  paths: CampaignPaths,
  about: Understood,
  forgotten: Forgotten | undefined,
): Promise<FilesRead> {
  let lists: AudiencesLoaded = nothingRead;
  // A campaign without audiences does not load the CSV reader.
  if (about.campaign.audiences.length > 0) {
    const { loadAudiences } = await import('./audiences/load-audiences.ts');
    // While it is not known when the campaign starts, nothing is in its future.
    const isInFuture = isStartKnown(about) ? request.isInFuture : undefined;
    lists = await loadAudiences({ ...request, isInFuture }, paths, about, forgotten);
  }
  const audio = await loadAudio(request.files, paths, about);
  const contacts = await loadContacts(request.files, paths, about);
  return {
    rosters: lists.rosters,
    hashes: { ...lists.hashes, ...audio.hashes, ...contacts.hashes },
    diagnostics: [...lists.diagnostics, ...audio.diagnostics, ...contacts.diagnostics],
    contacts: contacts.rules,
  };
}

function isStartKnown({ campaign, tree, diagnostics }: Understood): boolean {
  const written = tree.value as Readonly<Record<string, unknown>>;
  if (typeof written['timezone'] !== 'string' || !isZone(campaign.timezone)) return false;
  if (written['starts'] === undefined) return true;
  const { file, start, end } = valueSpan(tree, ['starts']);
  return !diagnostics.some(
    ({ severity, span }) =>
      severity === 'error' && span.file === file && span.start >= start && span.end <= Math.max(end, start),
  );
}

function namedFiles(campaign: Campaign): string[] {
  const audiences = campaign.audiences.flatMap(({ file, source, exclude }) => {
    const own = source === undefined ? [file] : 'file' in source.origin ? [source.origin.file] : [];
    return [...own.filter((path) => path !== ''), ...exclude];
  });
  return [...new Set([...audiences, ...audioFiles(campaign).map((audio) => audio.path)])];
}

/** In the order of the file, then those of other files. A place has one finding of each kind. */
function inOrder(diagnostics: readonly Diagnostic[], file: SourceFile): Diagnostic[] {
  const rank = (finding: Diagnostic): number => (finding.span.file === file ? 0 : 1);
  const line = ({ span }: Diagnostic): number => (span.file === file ? 0 : (span.file.firstLine ?? 1));
  const path = ({ span }: Diagnostic): string => (span.file === file ? '' : span.file.path);
  const seen = new Set<string>();
  // Text that YAML reads differently than intended breaks other rules, too.
  const misread = diagnostics.filter((one) => /^CS10(02|05|12|13|21)$/.test(one.code)).map((one) => one.span.start);
  return diagnostics
    .filter((one) => !/^CS([24]|6021)/.test(one.code) || one.span.file !== file || !misread.includes(one.span.start))
    .sort((a, b) => rank(a) - rank(b) || compare(path(a), path(b)) || line(a) - line(b) || a.span.start - b.span.start)
    .filter((one) => {
      const identity = `${one.code} ${one.span.file.path} ${one.span.start} ${one.message}`;
      return !seen.has(identity) && seen.add(identity);
    });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `--input` values of the types that the campaign declares, with defaults for those that are not given. */
function resolveInputs(
  about: RuleInput,
  given: Readonly<Record<string, string>>,
): { readonly values: Readonly<Record<string, Scalar>>; readonly diagnostics: readonly Diagnostic[] } {
  const { campaign, tree } = about;
  const values: Record<string, Scalar> = {};
  const diagnostics: Diagnostic[] = [];
  for (const input of campaign.inputs) {
    const text = Object.hasOwn(given, input.name) ? given[input.name] : undefined;
    const value = text === undefined || text === input.default ? input.default : convert(text, input.type);
    if (value !== undefined) values[input.name] = value;
    else if (text !== undefined || !isMisshapen(about, ['inputs', input.name, 'default']))
      diagnostics.push(unresolved(input, text, tree));
  }
  const names = campaign.inputs.map((input) => input.name);
  for (const name of Object.keys(given)) {
    if (names.includes(name)) continue;
    const hint = names.length === 0 ? 'declare it under `inputs`' : suggestion(name, names);
    diagnostics.push(
      finding('CS3015', keySpan(tree, ['inputs']), `\`--input ${name}=…\`: the campaign has no such input`, { hint }),
    );
  }
  return { values, diagnostics };
}

function convert(text: string, type: Input['type']): Scalar | undefined {
  switch (type) {
    case 'string':
      // `--input offer="$OFFER"` of a variable that is not set: everybody would get a text without it.
      return text.trim() === '' ? undefined : text;
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? numberAsWritten(text) : undefined;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : undefined;
    default:
      return type satisfies never;
  }
}

function unresolved(input: Input, text: string | undefined, tree: YamlTree): Diagnostic {
  const span = keySpan(tree, ['inputs', input.name]);
  if (text !== undefined) {
    const wanted = { string: 'a text', number: 'a number', boolean: '`true` or `false`' }[input.type];
    if (text.trim() === '')
      return finding('CS3015', span, `The input \`${input.name}\` must be ${wanted}, and is empty`);
    return finding('CS3015', span, `The input \`${input.name}\` must be ${wanted}, not \`${text.slice(0, 40)}\``);
  }
  const about = input.description === undefined ? '' : ` (${input.description})`;
  return finding('CS3015', span, `The input \`${input.name}\`${about} is not given and has no default`, {
    hint: `pass \`--input ${input.name}=…\`, or add a \`default\``,
  });
}
