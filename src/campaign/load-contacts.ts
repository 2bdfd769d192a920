import { createHash } from 'node:crypto';
import type { Diagnostic } from '../diagnostic/diagnostic.ts';
import { suggestion } from '../diagnostic/did-you-mean.ts';
import { unreadFile } from '../diagnostic/source-file.ts';
import { type Files, isUnreadable } from '../platform/ports.ts';
import { operations } from '../service/operations/operations.ts';
import { parseDuration } from '../time/duration.ts';
import { type CampaignPaths, locate } from './campaign-paths.ts';
import { type ContactCap, type ContactRules, type Purpose, unaskedPurposes } from './contact-rules.ts';
import { finding, type RuleInput } from './rules/rule.ts';
import { contactDurationsInRange } from './rules/times.ts';
import type { ContactsInput } from './schema/campaign-input.gen.ts';
import { meantKey } from './schema/schema-hints.ts';
import { validateCampaign } from './schema/validate.ts';
import { decode, notText, parseYaml, tooLarge } from './yaml/parse.ts';
import { contactRulesDocument } from './yaml/yaml-findings.ts';
import { headOf, keySpan, keysAt, valueSpan, type YamlTree } from './yaml/yaml-tree.ts';

/** The rules of a project: beside its campaigns, so that they hold for all of them. */
export const contactsFile = 'contacts.yaml';
const mostBytes = 1_000_000;

interface ContactsLoaded {
  /** Undefined where the folder has no `contacts.yaml`, or there are findings. */
  readonly rules: ContactRules | undefined;
  readonly hashes: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

export async function loadContacts(files: Files, paths: CampaignPaths, about: RuleInput): Promise<ContactsLoaded> {
  const located = await locate(files, paths, contactsFile);
  const own = about.input.contacts;
  if (located.kind === 'absent') {
    return { rules: undefined, hashes: {}, diagnostics: own === undefined ? [] : [noProject(about.tree)] };
  }
  const read = await readProject(files, paths, located);
  if (read.project === undefined) return { ...read, rules: undefined };
  const { project, tree, contacts, hashes } = read;
  const rules = merged(project, [contacts, tree, []], own && [own, about.tree, ['contacts']]);
  const outOfRange = own === undefined ? [] : contactDurationsInRange(own, about.tree, ['contacts']);
  return { rules, hashes, diagnostics: [...read.diagnostics, ...outOfRange, ...withoutRecipient(about)] };
}

interface ReadProject {
  readonly project?: string;
  readonly tree: YamlTree;
  readonly contacts: ContactsInput;
  readonly hashes: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

type Unread = Omit<ReadProject, 'tree' | 'contacts' | 'project'> & { readonly project?: undefined };

/** What a folder's `contacts.yaml` names. */
export interface ProjectNames {
  /** Undefined where there is no such file, or it has findings. */
  readonly project: string | undefined;
  /** The suppression lists that it requires. */
  readonly lists: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

export async function projectOf(files: Files, paths: CampaignPaths): Promise<ProjectNames> {
  const located = await locate(files, paths, contactsFile);
  if (located.kind === 'absent') return { project: undefined, lists: [], diagnostics: [] };
  const read = await readProject(files, paths, located);
  const { project, diagnostics } = read;
  const required = read.project === undefined ? [] : (read.contacts.suppression ?? []);
  return { project, lists: required.map(({ list }) => list), diagnostics };
}

async function readProject(
  files: Files,
  paths: CampaignPaths,
  located: Exclude<Awaited<ReturnType<typeof locate>>, { kind: 'absent' }>,
): Promise<ReadProject | Unread> {
  const path = paths.shown(contactsFile);
  const whole = unreadFile(path);
  const refused = (one: Diagnostic): Unread => ({ hashes: {}, diagnostics: [one] });
  if (located.kind === 'outside')
    return refused(finding('CS3019', whole, `\`${path}\` is a link to a file outside its repository`));
  const bytes = await files.readBytes(located.path, mostBytes);
  if (bytes === undefined) return refused(finding('CS3018', whole, `\`${path}\` cannot be read`));
  if (isUnreadable(bytes))
    return refused(
      bytes.why === 'tooLarge'
        ? tooLarge(whole.file, { kind: contactRulesDocument, what: 'is larger than 1 MB' })
        : finding('CS1019', whole, `This ${bytes.words}`),
    );
  const hashes = { [contactsFile]: createHash('sha256').update(bytes).digest('hex') };
  const text = decode(bytes);
  if (text === undefined) return { hashes, diagnostics: [notText(whole.file, bytes)] };
  const parsed = parseYaml({ path, text }, contactRulesDocument);
  if (parsed.value === undefined) return { hashes, diagnostics: parsed.diagnostics };
  const tree = parsed.value;
  const { rules, diagnostics: unknown } = knownKeys(tree);
  const { input, diagnostics } = validateCampaign(asCampaign(tree, rules));
  const project = (tree.value as Readonly<Record<string, unknown>>)['project'];
  const isNamed = typeof project === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(project);
  const unnamed = isNamed ? [] : [noName(tree, project)];
  const { contacts = {} } = input;
  const outOfRange = contactDurationsInRange(contacts, tree, []);
  const found = [...parsed.diagnostics, ...unknown, ...diagnostics, ...outOfRange, ...unnamed];
  if (!isNamed || found.some(({ severity }) => severity === 'error')) return { hashes, diagnostics: found };
  return { project, tree, contacts, hashes, diagnostics: found };
}

const ruleKeys: readonly string[] = [
  'priority',
  'caps',
  'atLeastApart',
  'suppression',
  'consent',
] satisfies readonly (keyof ContactsInput)[];

/** The file's keys but `project`. Unknown ones are said here: the schema would call the file `contacts`, and not know `project`. */
function knownKeys(tree: YamlTree): { readonly rules: object; readonly diagnostics: readonly Diagnostic[] } {
  const { project: _, ...written } = tree.value as Readonly<Record<string, unknown>>;
  const free = ['project', ...ruleKeys].filter((key) => !(key in tree.value));
  const isKnown = (key: string): boolean => ruleKeys.includes(key) || key.startsWith('x-');
  const keys = Object.keys(written);
  return {
    rules: Object.fromEntries(Object.entries(written).filter(([key]) => isKnown(key))),
    diagnostics: keys
      .filter((key) => !isKnown(key))
      .map((key) =>
        finding('CS2001', keySpan(tree, [key]), `unknown key \`${key}\` in \`${contactsFile}\``, {
          hint: key === 'contacts' ? 'write the rules without `contacts:` above them' : suggestion(key, free),
        }),
      ),
  };
}

/** The file's rules as the `contacts` of a campaign, so that one schema describes both. */
function asCampaign(tree: YamlTree, contacts: object): YamlTree {
  const steps = { balance: { uses: 'sms.balance' } };
  const value = { campaign: 'project', timezone: 'UTC', contacts, steps };
  const places = tree.places.get(tree.value);
  if (places !== undefined) tree.places.set(contacts, places);
  tree.places.set(value, new Map([['contacts', tree.root]]));
  return { ...tree, value };
}

type Written = readonly [contacts: ContactsInput, tree: YamlTree, at: readonly string[]];

/** All rules of both: the strictest hold. Of two priorities, the campaign's own. */
function merged(project: string, ...written: readonly (Written | undefined)[]): ContactRules {
  const given = written.filter((one) => one !== undefined);
  const caps = new Map<string, ContactCap>();
  for (const one of given) for (const cap of capsOf(one)) if (!caps.has(cap.name)) caps.set(cap.name, cap);
  return {
    project,
    priority: given.findLast(([{ priority }]) => priority !== undefined)?.[0].priority ?? 0,
    caps: [...caps.values()],
    consent: given.flatMap(([{ consent = [] }, tree, at]) =>
      consent.map(({ channel, purpose }, index) => ({
        channel,
        purposes: purposesOf(purpose),
        span: keySpan(tree, [...at, 'consent', index]),
      })),
    ),
    lists: given.flatMap(([{ suppression = [] }, tree, at]) =>
      suppression.map(({ list, maxAge }, index) => ({
        list,
        maxAgeMs: maxAge === undefined ? undefined : parseDuration(maxAge),
        span: keySpan(tree, [...at, 'suppression', index]),
      })),
    ),
  };
}

function capsOf([{ caps = [], atLeastApart }, tree, at]: Written): readonly ContactCap[] {
  const all = caps.map(({ max, per, channel, purpose }, index): ContactCap => {
    const scope = [channel, ...(purpose === undefined ? [] : [purpose].flat())].filter((word) => word !== undefined);
    const time = per.replace('rolling ', '');
    return {
      name: [max, time, ...scope].join('/'),
      max,
      per: per === 'day' ? per : parseDuration(time),
      channel,
      purposes: purposesOf(purpose),
      span: valueSpan(tree, [...at, 'caps', index]),
    };
  });
  if (atLeastApart === undefined) return all;
  const span = valueSpan(tree, [...at, 'atLeastApart']);
  const per = parseDuration(atLeastApart);
  return [...all, { name: `apart/${atLeastApart}`, max: 1, per, channel: undefined, purposes: unaskedPurposes, span }];
}

function purposesOf(purpose: Purpose | readonly Purpose[] | undefined): readonly Purpose[] {
  return purpose === undefined ? unaskedPurposes : [purpose].flat();
}

function noProject(tree: YamlTree): Diagnostic {
  const message = `\`contacts\` needs a \`${contactsFile}\` beside the campaign`;
  const hint = 'caps hold over all campaigns of a folder: write `project: NAME` and the rules of all of them there';
  return finding('CS3031', keySpan(tree, ['contacts']), message, { hint });
}

function noName(tree: YamlTree, project: unknown): Diagnostic {
  if (project === undefined)
    return finding('CS2002', headOf(tree.root.value), `\`project\` is missing in \`${contactsFile}\``, {
      hint: 'name the project, such as `project: shop`: its contact ledger has this name, too',
    });
  const message = '`project` takes lower-case letters, digits and hyphens, such as `shop`';
  return finding('CS2007', valueSpan(tree, ['project']), message);
}

/** Contacts whose person is known only when the request is rendered. */
function withoutRecipient({ campaign, tree }: RuleInput): Diagnostic[] {
  return (
    campaign.steps
      .filter(({ uses, forEach }) => operations[uses].channel !== undefined && forEach === undefined)
      // A misspelt `forEach` is reported at its own place.
      .filter(({ id }) => !keysAt(tree, ['steps', id]).some((key) => meantKey(key, ['forEach']) !== undefined))
      .map(({ id, uses }) =>
        finding('CS3032', keySpan(tree, ['steps', id]), `\`${id}\` contacts a number that is not a recipient`, {
          hint: `${contactsFile} counts contacts by recipient: use \`forEach\` with an audience that has this number (\`${uses}\`)`,
        }),
      )
  );
}
