import type { CampaignRig } from './campaign-rig.ts';
import type { Child } from './child.ts';

type Json = Readonly<Record<string, unknown>>;

/** A control room of a campaign rig, asked as its page asks it. */
export interface ControlRoomRig {
  /** Of a page, for a browser. */
  url(path: string): string;
  get(path: string): Promise<Json>;
  post(path: string, body: object): Promise<Json>;
  /** The first value of a stream that is wanted. */
  follow(path: string, isWanted: (value: Json) => boolean): Promise<Json>;
}

export function openControlRoom(
  rig: CampaignRig,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<ControlRoomRig> {
  return controlRoomOf(rig.callsheet(['open', ...args], env));
}

/** That of a command `open`. */
export async function controlRoomOf(child: Child): Promise<ControlRoomRig> {
  const [address = ''] = await child.line(/^http:.*$/);
  const [origin = '', token = ''] = address.split('/#');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return {
    url: (path) => `${origin}${path}#${token}`,
    get: async (path) => (await (await fetch(`${origin}${path}`, { headers })).json()) as Json,
    post: async (path, body) =>
      (await (await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Json,
    async follow(path, isWanted) {
      const gone = new AbortController();
      const { body } = await fetch(`${origin}${path}`, { headers, signal: gone.signal });
      let text = '';
      try {
        for await (const part of body!.pipeThrough(new TextDecoderStream())) {
          const whole = (text + part).split('\n\n');
          text = whole.pop() ?? '';
          const values = whole.filter((event) => event.startsWith('data: '));
          const found = values.map((event) => JSON.parse(event.slice('data: '.length)) as Json).find(isWanted);
          if (found !== undefined) return found;
        }
        throw new Error(`the stream of ${path} ended: ${text}`);
      } finally {
        gone.abort();
      }
    },
  };
}
