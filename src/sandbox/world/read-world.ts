import { formatSuggestion, suggestion } from '../../diagnostic/did-you-mean.ts';
import { isZone } from '../../time/time-zone.ts';
import { writtenInstant } from '../../time/written-time.ts';
import type { Fault } from '../ledger/fault.ts';
import { microsOf, type World } from '../ledger/world.ts';
import { completeWorld } from './complete-world.ts';
import type { Amount, WorldInput } from './world-input.gen.ts';
import validate from './world-validator.gen.cjs';

/** Something wrong in a world file, and where: `['prices', 2, 'whatsapp']`. */
interface WorldFinding {
  readonly path: readonly (string | number)[];
  /** One sentence, without the place. */
  readonly message: string;
}

interface ReadWorld {
  /** Absent when there are findings. */
  readonly world?: World;
  readonly findings: readonly WorldFinding[];
}

/** Makes the complete world of a written one: checks its shape, lays it over the default world, checks what belongs together. */
export function readWorld(written: unknown): ReadWorld {
  const mistakes = validate(written) ? [] : (validate.errors ?? []);
  // An `if` only sums up what other findings say.
  const findings = mistakes.filter(({ keyword }) => keyword !== 'if').map(findingOf);
  if (findings.length > 0) return { findings };
  const input = written as WorldInput;
  const related = findRelated(input);
  return related.length > 0 ? { findings: related } : { world: completeWorld(input), findings: [] };
}

/** For callers in code, to whom a finding is a mistake of theirs. */
export function requireWorld(written: WorldInput): World {
  const { world, findings } = readWorld(written);
  if (world !== undefined) return world;
  const lines = findings.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  throw new Error(['The world has findings:', ...lines].join('\n'));
}

type Mistake = NonNullable<typeof validate.errors>[number];

function findingOf({ instancePath, keyword, params, message, parentSchema }: Mistake): WorldFinding {
  const path = pathOf(instancePath);
  switch (keyword) {
    case 'additionalProperties':
      return { path: [...path, String(params.additionalProperty)], message: unknownField(params, parentSchema) };
    case 'required':
      return { path, message: `${String(params.missingProperty)} is missing` };
    case 'enum':
      return { path, message: `must be one of ${(params.allowedValues as readonly unknown[]).join(', ')}` };
    case 'type':
      return {
        path,
        message: `must be ${[params.type]
          .flat()
          .map((type) => inYaml[String(type)] ?? String(type))
          .join(' or ')}`,
      };
    case 'pattern':
      return { path, message: `is not of this form: ${parentSchema?.description ?? String(params.pattern)}` };
    default:
      return { path, message: message ?? 'is wrong' };
  }
}

function unknownField({ additionalProperty }: Mistake['params'], schema: Mistake['parentSchema']): string {
  const known = suggestion(String(additionalProperty), Object.keys(schema?.properties ?? {}));
  return `a world has no such field here${known === undefined ? '' : `: ${formatSuggestion(known)}`}`;
}

const inYaml: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a map',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: '`true` or `false`',
};

function pathOf(pointer: string): (string | number)[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));
}

/** Rules that no shape can say. */
function findRelated(input: WorldInput): WorldFinding[] {
  const { timezone, clock, sessions, prices = [], money: { balance, gift, credit } = {} } = input;
  const inbounds = sessions?.lastInbound ?? [];
  return [
    ...unless(timezone === undefined || isZone(timezone), ['timezone'], 'is not an IANA time zone'),
    ...instantFindings(['clock', 'start'], clock?.start),
    ...inbounds.flatMap(({ at }, index) => instantFindings(['sessions', 'lastInbound', index, 'at'], at)),
    ...prices.flatMap(({ whatsapp, otp }, index) => amountFindings(['prices', index], { whatsapp, otp })),
    ...amountFindings(['money'], { balance, gift, credit }),
    ...repeatedFindings(input),
    ...inbounds.flatMap(({ at, ago }, index) =>
      unless(
        (at === undefined) !== (ago === undefined),
        ['sessions', 'lastInbound', index],
        'must say either at or ago',
      ),
    ),
    ...faultFindings(input),
  ];
}

function unless(isRight: boolean, path: WorldFinding['path'], message: string): WorldFinding[] {
  return isRight ? [] : [{ path, message }];
}

function instantFindings(path: WorldFinding['path'], text: string | undefined): WorldFinding[] {
  return unless(text === undefined || writtenInstant(text) !== undefined, path, 'is not an instant that exists');
}

/** A number may have more decimals than its schema can say. */
function amountFindings(
  path: WorldFinding['path'],
  amounts: Readonly<Record<string, Amount | undefined>>,
): WorldFinding[] {
  return Object.entries(amounts).flatMap(([name, amount]) =>
    unless(
      amount === undefined || microsOf(String(amount)) !== undefined,
      [...path, name],
      'has more than six decimals',
    ),
  );
}

/** What tells the entries of a list apart. */
const identifiers = {
  keys: 'key',
  apps: 'appId',
  businessNumbers: 'number',
  prices: 'prefix',
  templates: 'templateId',
  tasks: 'taskId',
  aiVoiceJobs: 'jobId',
  agents: 'keyId',
  bindings: 'bindId',
} as const satisfies { readonly [List in keyof WorldInput]?: string };

function repeatedFindings(input: WorldInput): WorldFinding[] {
  return (Object.keys(identifiers) as (keyof typeof identifiers)[]).flatMap((list) => {
    const entries = (input[list] ?? []) as readonly Readonly<Record<string, unknown>>[];
    const ids = entries.map((entry) => entry[identifiers[list]]);
    return ids.flatMap((id, index) =>
      ids.indexOf(id) < index ? [{ path: [list, index], message: `${String(id)} is already in this list` }] : [],
    );
  });
}

/** The kinds of faults for which a field means something; the others mean something for each. */
const kindsWith: Readonly<Record<string, readonly Fault['kind'][]>> = {
  when: ['status', 'http', 'hang'],
  status: ['status'],
  reason: ['status'],
  http: ['status', 'http'],
  body: ['http'],
  ms: ['delay', 'drip'],
};

function faultFindings({ faults = [] }: WorldInput): WorldFinding[] {
  return faults.flatMap((fault, index) =>
    Object.keys(fault)
      .filter((field) => kindsWith[field]?.includes(fault.kind) === false)
      .map((field) => ({ path: ['faults', index, field], message: `means nothing for the kind ${fault.kind}` })),
  );
}
