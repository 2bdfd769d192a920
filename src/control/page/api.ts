import { useEffect, useState } from 'preact/hooks';
import { useLoaded } from '../../web/page/hooks.ts';
import { tokenOfOtherTab } from './share-token.ts';
import { createTokens, type TokenHeaders, type TokenPlace } from './tokens.ts';

const tokenName = 'callsheet-token';

export const tokenPlace: TokenPlace = {
  get: () => sessionStorage.getItem(tokenName),
  set: (token) => sessionStorage.setItem(tokenName, token),
};

export const tokens = createTokens(tokenPlace, tokenOfOtherTab);

/** An answer, or in words why there is none. */
export type Answer<Value> = { readonly value: Value } | Refused;

export interface Refused {
  readonly refused: string;
  /** Of HTTP; absent where there was no answer. */
  readonly status?: number;
}

/** A token would help. */
export function needsToken({ status }: Refused): boolean {
  return status === 401;
}

export async function read<Value>(path: string, query: Query = {}): Promise<Answer<Value>> {
  return answerOf((headers) => fetch(withQuery(path, query), { headers }));
}

export async function send<Value>(path: string, body: object): Promise<Answer<Value>> {
  return answerOf((headers) =>
    fetch(path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
}

/** What a command said of an action, or why it was not carried out. */
export interface Said {
  readonly words: string;
  readonly refused: boolean;
}

export async function act(path: string, body: object): Promise<Said> {
  const answer = await send<{ readonly words: string }>(path, body);
  return 'refused' in answer ? { words: answer.refused, refused: true } : { ...answer.value, refused: false };
}

export type Query = Readonly<Record<string, string | undefined>>;

async function answerOf<Value>(ask: (headers: TokenHeaders) => Promise<Response>): Promise<Answer<Value>> {
  try {
    const response = await tokens.send(ask);
    return response.ok ? { value: (await response.json()) as Value } : await refusal(response);
  } catch {
    return { refused: notConnected };
  }
}

async function refusal(response: Response): Promise<Refused> {
  return { ...((await response.json()) as Refused), status: response.status };
}

const notConnected = 'Not connected: the control room has ended, or does not answer.';

/** Every value of a stream, until it ends. */
export async function* once<Value>(path: string, query: Query, signal: AbortSignal): AsyncIterable<Answer<Value>> {
  try {
    const response = await tokens.send((headers) => fetch(withQuery(path, query), { headers, signal }));
    if (!response.ok) yield await refusal(response);
    else for await (const value of events<Value>(response)) yield { value };
  } catch {
    if (!signal.aborted) yield { refused: notConnected };
  }
}

const [againMs, turnedAwayMs] = [1_000, 15_000];

/** Every value of a stream, which is asked for again when it ends, until the signal aborts; what is wrong meanwhile, in words. */
export async function* follow<Value>(path: string, query: Query, signal: AbortSignal): AsyncIterable<Answer<Value>> {
  while (!signal.aborted) {
    let waitMs = againMs;
    for await (const answer of once<Value>(path, query, signal)) {
      // A tab that was left open with an old token is nobody who tries tokens.
      if ('refused' in answer && answer.status !== undefined) waitMs = turnedAwayMs;
      yield answer;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** A server says more often that it is there; where the network is gone, or the machine has slept, a connection does not end by itself. */
const silentMs = 45_000;
const dataMark = 'data: ';

async function* events<Value>(response: Response): AsyncIterable<Value> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) return;
  let [text, isSilent] = ['', false];
  for (;;) {
    const silence = setTimeout(() => {
      isSilent = true;
      void reader.cancel().catch(() => undefined);
    }, silentMs);
    const part = await reader.read().finally(() => clearTimeout(silence));
    if (isSilent) throw new Error(notConnected);
    if (part.done) return;
    const whole = (text + part.value).split('\n\n');
    text = whole.pop() ?? '';
    for (const event of whole) if (event.startsWith(dataMark)) yield JSON.parse(event.slice(dataMark.length)) as Value;
  }
}

export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}

export interface Asked<Value> {
  readonly value: Value | undefined;
  readonly problem: string | undefined;
  /** The same, with its status. */
  readonly refusal: Refused | undefined;
  /** When the answer came. */
  readonly readAt: number;
  /** It was asked for once more, and there is no answer yet. */
  readonly isOld: boolean;
  readonly again: () => void;
}

/**
 * An answer that is asked for once, and once more when the question or `again` says so, or when nobody has answered. What was shown stays
 * until there is something newer about the same.
 */
export function useAnswer<Value>(question: readonly unknown[], ask: () => Promise<Answer<Value>>): Asked<Value> {
  const [times, setTimes] = useState(0);
  const name = JSON.stringify(question);
  const loaded = useLoaded(async () => ({ name, times, answer: await ask(), readAt: Date.now() }), [name, times]);
  const known = loaded?.name === name ? loaded : undefined;
  const answer = known?.answer ?? { value: undefined };
  const again = (): void => setTimes((count) => count + 1);
  const [value, refusal] = 'refused' in answer ? [undefined, answer] : [answer.value, undefined];
  useEffect(() => {
    const waitMs = refusal && waitAfter(refusal);
    const timer = waitMs === undefined ? undefined : setTimeout(again, waitMs);
    return () => clearTimeout(timer);
  }, [refusal]);
  return {
    value,
    problem: refusal?.refused,
    refusal,
    readAt: known?.readAt ?? 0,
    isOld: known?.times !== times,
    again,
  };
}

/** For how long until it is asked again by itself; undefined where the answer would be the same. */
function waitAfter({ status }: Refused): number | undefined {
  if (status === undefined) return againMs;
  return status === 401 || status === 429 ? turnedAwayMs : undefined;
}

export interface Live<View> {
  readonly view: View | undefined;
  readonly problem: string | undefined;
  /** When the view came. */
  readonly readAt: number;
}

const nothing = { view: undefined, problem: undefined, readAt: 0 };

/** A view that the server sends again whenever it changes. */
export function useLive<View>(path: string, query: Query): Live<View> {
  const [live, setLive] = useState<Live<View>>(nothing);
  const asked = JSON.stringify([path, query]);
  useEffect(() => {
    const stop = new AbortController();
    setLive(nothing);
    const take = async (): Promise<void> => {
      for await (const answer of follow<View>(path, query, stop.signal))
        setLive((before) =>
          'refused' in answer
            ? { ...before, problem: answer.refused }
            : { view: answer.value, problem: undefined, readAt: Date.now() },
        );
    };
    void take();
    return () => stop.abort();
  }, [asked]);
  return live;
}
