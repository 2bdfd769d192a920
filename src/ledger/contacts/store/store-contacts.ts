import type { ContactRules } from '../../../campaign/contact-rules.ts';
import type { RunLease } from '../../backend.ts';
import { type Moment, thisMoment } from '../../postgres/term.ts';
import { type ContactFacts, isUnknown, noFacts } from '../facts.ts';
import { isForbidden } from '../judge-contact.ts';
import type { TouchRequest } from '../ledger.ts';
import type { LedgerRefusal } from '../ledger-refusal.ts';
import { createKnownFacts, type DepartureQuestion, type RunContacts } from '../run-contacts.ts';
import { openStoreLedger, type StoreLedgerPlace } from './open-store-ledger.ts';
import { departureMs, type StoreLedger } from './store-ledger.ts';

interface StoreContactsInput extends StoreLedgerPlace {
  readonly rules: ContactRules;
  readonly lease: Pick<RunLease, 'judgeContacts'>;
}

/**
 * The contacts of one process of a run, in a store. Every intent is judged by the database's own rows, under locks on the people: what a
 * scheduler knows of them only saves questions. `everybody`: whom it schedules; a process without a scheduler gives none.
 */
export async function openStoreContacts(
  input: StoreContactsInput,
  everybody: (() => Iterable<string>) | undefined,
): Promise<RunContacts | LedgerRefusal> {
  const { rules, lease } = input;
  const ledger = await openStoreLedger(input, 'make');
  if ('kind' in ledger) return ledger;
  if (!lease.judgeContacts(ledger.place, rules)) {
    await ledger.close();
    return { kind: 'otherFile' };
  }
  const people = followPeople({
    changes: ledger.changes,
    read: async (keys) => (await ledger.read(keys)).map((facts) => withClaimsAbove(facts, rules.priority)),
  });
  try {
    if (everybody !== undefined) await people.follow(everybody);
  } catch (error) {
    await ledger.close();
    throw error;
  }
  const look = lookInStore(ledger, rules);
  return {
    ledger: {
      ...ledger,
      async rename(...renamed) {
        const isRenamed = await ledger.rename(...renamed);
        // Until then the contacts of the run's own step would hold its people, as those of another one.
        if (isRenamed && everybody !== undefined) await people.know(everybody());
        return isRenamed;
      },
    },
    known: { factsOf: people.factsOf, factsOfAll: () => people.factsOf, lookAgain: people.lookAgain, lookAgainMs },
    question: look.begin,
    async close() {
      look.close();
      people.stop();
      await ledger.close();
    },
  };
}

/** Others leave no room for anybody. Without them most people of a run that has claimed its contacts take no room in memory. */
function withClaimsAbove(facts: ContactFacts, priority: number): ContactFacts {
  if (facts.claims.length === 0) return facts;
  const left = { ...facts, claims: facts.claims.filter((claim) => claim.priority > priority) };
  return isUnknown(left) ? noFacts : left;
}

const followMs = 250;
const lookAgainMs = 2 * followMs;
/** A single claim ends without a word: when its contact is made, or its job is over. They are read again so often, many less often. */
const claimsAgainMsLeast = 10_000;
const restToWork = 20;

/** What a store knows of many people, who are read again and again. */
function followPeople(ledger: Pick<StoreLedger, 'read' | 'changes'>) {
  /** Of others, or of jobs of this run: they may be given back. */
  const reserved = new Set<string>();
  const claimed = new Set<string>();
  let asked = new Set<string>();
  let isFollowing = false;
  let timer: NodeJS.Timeout | undefined;

  const { factsOf, know } = createKnownFacts(ledger, (key, { touches, claims }) => {
    if (touches.some(({ isReserved }) => isReserved === true)) reserved.add(key);
    else reserved.delete(key);
    if (claims.length > 0) claimed.add(key);
    else claimed.delete(key);
  });
  /** From now on what others write is read again and again; `everybody` are those who may be asked about. */
  const follow = async (everybody: () => Iterable<string>): Promise<void> => {
    let seen = await ledger.changes();
    await know(everybody());
    let claimsReadAt = performance.now();
    let claimsAgainMs = claimsAgainMsLeast;
    const readClaims = async (): Promise<void> => {
      const startedAt = performance.now();
      await know(new Set(claimed));
      claimsReadAt = performance.now();
      claimsAgainMs = Math.max(claimsAgainMsLeast, restToWork * (claimsReadAt - startedAt));
    };
    const look = async (): Promise<void> => {
      const now = await ledger.changes();
      if (now.generation !== seen.generation) await know(everybody());
      else if (now.claimants !== seen.claimants || performance.now() - claimsReadAt > claimsAgainMs) await readClaims();
      // Not before: where the store did not answer, the next look asks again.
      seen = now;
      const again = asked;
      asked = new Set();
      try {
        await know(new Set([...again, ...reserved]));
      } catch (error) {
        for (const key of again) asked.add(key);
        throw error;
      }
    };
    timer = setInterval(() => {
      if (isFollowing) return;
      isFollowing = true;
      // What is known only gets older: each contact asks the store itself, and says what is wrong with it.
      look()
        .catch(() => {})
        .finally(() => void (isFollowing = false));
    }, followMs).unref();
  };
  return {
    factsOf,
    know,
    /** More happened to this person than is known here: they are read again within `lookAgainMs`. */
    lookAgain: (key: string): void => void asked.add(key),
    follow,
    stop: (): void => clearInterval(timer),
  };
}

/** While requests are about to leave, the store is asked so often. */
const lookMs = 100;

interface Open {
  readonly request: TouchRequest;
  /** What was recorded until this generation is known. */
  since: number | undefined;
  isForbidden: boolean;
}

export function lookInStore({ changes, read }: Pick<StoreLedger, 'changes' | 'read'>, rules: ContactRules) {
  const open = new Set<Open>();
  let latest: { readonly value: number; readonly askedAt: Moment } | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const askedAt = thisMoment();
    const { generation: value } = await changes();
    latest = { value, askedAt };
    const changed = [...open].filter(({ since }) => since !== value);
    if (changed.length === 0) return;
    const facts = await read(changed.map(({ request }) => request.key));
    changed.forEach((one, at) => {
      one.isForbidden = isForbidden(rules, one.request, facts[at]!);
      one.since = value;
    });
  };
  const lookNow = (): Promise<void> => {
    clearTimeout(timer);
    looking ??= look()
      // The next answer counts. Without one nothing leaves; the next write to the store says what is wrong with it.
      .catch(() => {})
      .finally(() => {
        looking = undefined;
        lookLater();
      });
    return looking;
  };
  const lookLater = (): void => {
    clearTimeout(timer);
    if (open.size > 0) timer = setTimeout(() => void lookNow(), lookMs).unref();
  };
  const isWithin = (ms: number): boolean => {
    if (latest === undefined) return false;
    const now = thisMoment();
    return Math.max(now.monotonic - latest.askedAt.monotonic, now.wall - latest.askedAt.wall) <= ms;
  };

  return {
    /** Called before the contact is judged. */
    begin(request: TouchRequest): DepartureQuestion {
      const one: Open = { request, since: latest?.value, isForbidden: false };
      open.add(one);
      // While its intent is being written the store answers.
      const isReady = isWithin(lookMs) ? undefined : lookNow();
      if (open.size === 1 && looking === undefined) lookLater();
      return {
        isReady,
        mayLeave() {
          if (!isWithin(departureMs) || one.since !== latest?.value) {
            void lookNow();
            return 'unknown';
          }
          // It leaves at once.
          open.delete(one);
          return one.isForbidden ? 'forbidden' : 'allowed';
        },
        end: () => void open.delete(one),
      };
    },
    close(): void {
      open.clear();
      clearTimeout(timer);
    },
  };
}
