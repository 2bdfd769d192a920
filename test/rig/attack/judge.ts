import type { Arrival } from './service/independent-service.ts';

/** What an attack leaves behind: the service's ledger, what the product says became of everybody, and all that it wrote. */
export interface Evidence {
  readonly arrivals: readonly Arrival[];
  readonly steps: readonly JudgedStep[];
  /** What the product says of each job, over all its state files. */
  readonly claims: readonly Claim[];
  /** A run got as far as sending: one that was refused as a whole has reported about everybody. */
  readonly ran: boolean;
  /** Their numbers, in digits. */
  readonly doNotContact?: readonly string[];
  /** Rows of the list that need not be understood, as long as the product says that they were left out. */
  readonly unclear?: readonly string[];
  readonly quiets?: readonly Quiet[];
  /** Epoch milliseconds from which on nothing may arrive. */
  readonly closesAt?: number;
  /** What each person may be sent, word for word: what was approved. */
  readonly approved?: ReadonlyMap<string, string>;
  /** Nothing prevents anybody from being reached: a person who is not reached has been left out, whatever the reports say. */
  readonly unhindered?: boolean;
  readonly said: readonly Said[];
  /** Files that the product wrote, by name, in latin1. */
  readonly files: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

export interface JudgedStep {
  readonly id: string;
  /** `Work.mark` of its requests. */
  readonly mark: string;
  readonly people: readonly string[];
  /** The step whose rejected people this one is for. */
  readonly fallbackOf?: string;
}

export interface Claim {
  readonly step: string;
  readonly key: string;
  readonly state: string;
  readonly reason?: string;
}

/** Nothing may arrive in it, but what had begun to arrive before. */
export interface Quiet {
  readonly why: string;
  readonly from: number;
  readonly to?: number;
}

/** What one command printed. */
export interface Said {
  readonly command: string;
  /** `text` is for a terminal, a log of CI, or a comment; `data` is for programs. */
  readonly format: 'text' | 'html' | 'junit' | 'data';
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Which promises were broken, a sentence each; by person, never by counts. */
export function judge(evidence: Evidence): readonly string[] {
  const effects = reached(evidence);
  return [
    ...twice(evidence, effects),
    ...wronglyReached(evidence, effects),
    ...fallbackToReached(evidence, effects),
    ...missing(evidence, effects),
    ...wronglyRecorded(evidence, effects),
    ...inQuiet(evidence),
    ...otherThanApproved(evidence),
    ...leaks(evidence),
    ...hostileText(evidence),
  ];
}

/** How often each person was reached by each step: `first 2348…` → 1. */
type Effects = ReadonlyMap<string, number>;

function reached({ arrivals, steps }: Evidence): Effects {
  const effects = new Map<string, number>();
  for (const { effect, work } of arrivals) {
    if (!effect || work === undefined) continue;
    const step = steps.find(({ mark }) => mark === work.mark)?.id ?? work.mark;
    for (const person of work.people) effects.set(`${step} ${person}`, (effects.get(`${step} ${person}`) ?? 0) + 1);
  }
  return effects;
}

function twice({ arrivals }: Evidence, effects: Effects): readonly string[] {
  return [...effects]
    .filter(([, times]) => times > 1)
    .map(([who, times]) => {
      const met = arrivals.filter(({ work }) => work?.people.some((person) => who.endsWith(person)));
      return `${who} was reached ${times} times (${[...new Set(met.map(({ behaviour }) => behaviour))].join(', then ')})`;
    });
}

function wronglyReached({ steps, doNotContact = [] }: Evidence, effects: Effects): readonly string[] {
  return [...effects.keys()].flatMap((who) => {
    const [step, person = ''] = who.split(' ');
    if (doNotContact.includes(person)) return [`${who} was reached, and is on the do-not-contact list`];
    const known = steps.find(({ id }) => id === step)?.people.includes(person);
    return known === true ? [] : [`${who} was reached, and is on no list of that step`];
  });
}

function fallbackToReached({ steps }: Evidence, effects: Effects): readonly string[] {
  return steps.flatMap(({ id, fallbackOf, people }) =>
    fallbackOf === undefined
      ? []
      : people
          .filter((person) => effects.has(`${id} ${person}`) && effects.has(`${fallbackOf} ${person}`))
          .map((person) => `${id} ${person} was reached, though ${fallbackOf} had reached them`),
  );
}

/** States in which a person who was not reached is accounted for. */
const named = ['inDoubt', 'sending', 'rejected', 'skipped', 'expired', 'pending', 'cancelled'];
const needsReason = ['rejected', 'skipped', 'expired'];

function missing(evidence: Evidence, effects: Effects): readonly string[] {
  const { steps, claims, ran, doNotContact = [], unclear = [], unhindered = false, said } = evidence;
  const leftOut = steps.flatMap(({ id, people }) =>
    people.flatMap((person) => {
      if (effects.has(`${id} ${person}`) || doNotContact.includes(person)) return [];
      if (unhindered) return [`${id} ${person} was not reached, and nothing prevented it`];
      if (!ran) return [];
      const theirs = claims.filter(({ step, key }) => step === id && key === person);
      if (theirs.length === 0) return [`${id} ${person} was not reached, and nobody says so`];
      const account = theirs.find(({ state }) => named.includes(state));
      if (account === undefined) return [`${id} ${person} is recorded as ${theirs[0]?.state}, and was not reached`];
      if (!needsReason.includes(account.state) || (account.reason ?? '') !== '') return [];
      return [`${id} ${person} is ${account.state} without a reason`];
    }),
  );
  const silent = said.filter(
    ({ command, format, code, stdout, stderr }) =>
      /^(run|plan) /.test(command) &&
      format === 'text' &&
      code !== 1 &&
      code !== 2 &&
      !unreadWords.test(stdout + stderr),
  );
  const unnamed = silent.map(({ command }) => `${command} says nothing of ${unclear.length} rows that are left out`);
  return [...leftOut, ...(unclear.length > 0 ? unnamed : [])];
}

/** Of a list whose numbers could not all be read. */
const unreadWords = /no (readable|usable|valid) (phone )?number|unreadable|(cannot|could not) be read|CS60(06|14)/i;

/** Accepted though not reached is found as missing; here: reached, and recorded as something that may be contacted again. */
function wronglyRecorded({ claims }: Evidence, effects: Effects): readonly string[] {
  return claims
    .filter(({ step, key, state }) => effects.has(`${step} ${key}`) && isDenied(state, step, key, claims))
    .map(({ step, key, state }) => `${step} ${key} was reached, and is recorded as ${state}`);
}

/** With more than one state file, one of them knows. */
function isDenied(state: string, step: string, key: string, claims: readonly Claim[]): boolean {
  if (!['rejected', 'skipped', 'expired', 'pending', 'cancelled'].includes(state)) return false;
  return !claims.some((claim) => claim.step === step && claim.key === key && knows.includes(claim.state));
}

const knows = ['accepted', 'inDoubt', 'sending'];

function inQuiet({ arrivals, quiets = [], closesAt }: Evidence): readonly string[] {
  const after = closesAt === undefined ? [] : [{ why: 'the campaign had ended', from: closesAt }];
  return [...quiets, ...after].flatMap((quiet: Quiet) =>
    arrivals
      .filter(({ firstByteAt }) => firstByteAt >= quiet.from && firstByteAt < (quiet.to ?? Number.POSITIVE_INFINITY))
      .map(({ path, firstByteAt }) => `${path} arrived ${firstByteAt - quiet.from} ms after ${quiet.why}`),
  );
}

function otherThanApproved({ arrivals, approved }: Evidence): readonly string[] {
  if (approved === undefined) return [];
  return arrivals.flatMap(({ effect, work }) => {
    if (!effect || work === undefined) return [];
    const whom = work.people.length === 0 ? [work.mark] : work.people;
    return whom
      .filter((person) => approved.get(person) !== work.content)
      .map((person) => `${person} got ${JSON.stringify(work.content)}, which nobody approved`);
  });
}

/** The key travels in a header of its own, and the secret nowhere. */
function leaks({ arrivals, said, files, secrets }: Evidence): readonly string[] {
  const places: readonly (readonly [string, string])[] = [
    ...said.map(({ command, stdout, stderr }) => [`what ${command} printed`, stdout + stderr] as const),
    ...Object.entries(files),
    ...arrivals.map(({ body }, index) => [`request ${index + 1}`, body] as const),
  ];
  return secrets.flatMap((secret) =>
    places
      .filter(([, text]) => text.includes(secret))
      .map(([place]) => `${place} holds ${secret.startsWith('S-') ? 'the secret' : 'the key'}`),
  );
}

/** Controls, and marks that turn the direction of writing; not the line end. */
const controls = /[^\P{Cc}\t\n]|[\u202a-\u202e\u2066-\u2069]/u;
/** https://www.w3.org/TR/xml/#charsets */
const notXml = /[^\P{Cc}\t\n\r\u007f-\u009f]|[\ufffe\uffff]/u;
/** Lines that the attack's texts try to make. */
const forgedLine = /^\s*(::add-mask::|FORGED)/m;
/** A report of a few dozen people is never larger. */
const largest = 2_000_000;

function hostileText({ said, files, steps }: Evidence): readonly string[] {
  const numbers = [...new Set(steps.flatMap(({ people }) => people))];
  const printed = said.flatMap(({ command, format, stdout, stderr }) => {
    const all = stdout + stderr;
    const forPeople = format === 'text' ? all : stderr;
    const shown = unmasked(format === 'html' ? all : forPeople, numbers);
    return [
      ...(controls.test(forPeople) ? [`${command} printed a control character (${codeOf(forPeople, controls)})`] : []),
      ...(forgedLine.test(forPeople) ? [`${command} printed a line that somebody else wrote`] : []),
      ...(format === 'junit' && notXml.test(stdout) ? [`${command} is not XML (${codeOf(stdout, notXml)})`] : []),
      ...(all.length > largest ? [`${command} printed ${megabytes(all)} MB`] : []),
      ...(shown === undefined ? [] : [`${command} printed ${shown} unmasked`]),
    ];
  });
  const written = Object.entries(files).flatMap(([name, text]) => [
    ...(text.length > largest ? [`${name} has ${megabytes(text)} MB`] : []),
    ...(name.endsWith('.log') && unmasked(text, numbers) !== undefined ? [`${name} has a number unmasked`] : []),
  ]);
  return [...printed, ...written];
}

/** A number that is there in full, in any notation. */
function unmasked(text: string, numbers: readonly string[]): string | undefined {
  const digits = text.replace(/(?<=\d)[ ().\-\u2013/]{1,3}(?=\d)/g, '');
  return numbers.find((number) => digits.includes(number));
}

function codeOf(text: string, pattern: RegExp): string {
  return `U+${(pattern.exec(text)?.[0].codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;
}

function megabytes(text: string): number {
  return Math.round(text.length / 100_000) / 10;
}
