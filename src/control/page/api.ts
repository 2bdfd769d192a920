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
  /** A token would help. */
  readonly needsToken?: boolean;
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
    const value: unknown = await response.json();
    if (response.ok) return { value: value as Value };
    return { ...(value as Refused), needsToken: response.status === 401 };
  } catch {
    return { refused: notConnected };
  }
}

const notConnected = 'Not connected: `callsheet open` has ended, or does not answer.';

/** Every value of a stream, until it ends. */
export async function* once<Value>(path: string, query: Query, signal: AbortSignal): AsyncIterable<Answer<Value>> {
  try {
    const response = await tokens.send((headers) => fetch(withQuery(path, query), { headers, signal }));
    if (!response.ok) yield (await response.json()) as { readonly refused: string };
    else for await (const value of events<Value>(response)) yield { value };
  } catch {
    if (!signal.aborted) yield { refused: notConnected };
  }
}

/** Every value of a stream, which is asked for again when it ends, until the signal aborts; what is wrong meanwhile, in words. */
export async function* follow<Value>(path: string, query: Query, signal: AbortSignal): AsyncIterable<Answer<Value>> {
  while (!signal.aborted) {
    yield* once<Value>(path, query, signal);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function* events<Value>(response: Response): AsyncIterable<Value> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return;
    const whole = (text + part.value).split('\n\n');
    text = whole.pop() ?? '';
    for (const event of whole) yield JSON.parse(event.replace(/^data: /, '')) as Value;
  }
}

export function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
