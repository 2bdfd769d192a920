import type { Clock } from '../../../platform/ports.ts';
import { isLoopback } from '../../../service/contract/base-url.ts';

const validMs = 15_000;
const answersWithinMs = 500;

/** Whether the service at this base URL is a sandbox on this machine, which says so: no other has a clock to read. */
export function isSandboxAt(clock: Clock): (baseUrl: string) => Promise<boolean> {
  let known = { baseUrl: '', at: Number.NEGATIVE_INFINITY, is: Promise.resolve(false) };
  return (baseUrl) => {
    if (known.baseUrl !== baseUrl || clock.now() - known.at > validMs)
      known = { baseUrl, at: clock.now(), is: ask(baseUrl) };
    return known.is;
  };
}

async function ask(baseUrl: string): Promise<boolean> {
  if (!URL.canParse(baseUrl) || !isLoopback(new URL(baseUrl).hostname)) return false;
  try {
    const signal = AbortSignal.timeout(answersWithinMs);
    const answer = await fetch(new URL('/_sandbox/clock', baseUrl), { signal, redirect: 'error' });
    return answer.ok && typeof ((await answer.json()) as { readonly speed?: unknown }).speed === 'number';
  } catch {
    return false;
  }
}
