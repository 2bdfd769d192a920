import type { ContactRules } from '../../../campaign/contact-rules.ts';
import { type Moment, thisMoment } from '../../postgres/term.ts';
import type { DepartureQuestion } from '../departure-look.ts';
import { isForbidden } from '../judge-contact.ts';
import type { TouchRequest } from '../ledger.ts';
import { departureMs, type StoreLedger } from './store-ledger.ts';

/** While requests are about to leave, the store is asked so often. */
const lookMs = 100;

interface Open {
  readonly request: TouchRequest;
  /** What was recorded until this generation is known. */
  since: number | undefined;
  isForbidden: boolean;
}

export interface StoreLook {
  /** Called before the contact is judged. */
  begin(request: TouchRequest): DepartureQuestion;
  close(): void;
}

export function lookInStore(
  { generation, read }: Pick<StoreLedger, 'generation' | 'read'>,
  rules: ContactRules,
): StoreLook {
  const open = new Set<Open>();
  let latest: { readonly value: number; readonly askedAt: Moment } | undefined;
  let looking: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const look = async (): Promise<void> => {
    const askedAt = thisMoment();
    const value = await generation();
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
    begin(request) {
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
    close() {
      open.clear();
      clearTimeout(timer);
    },
  };
}
