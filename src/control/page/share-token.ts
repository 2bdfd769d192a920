import type { TokenPlace } from './tokens.ts';

/** Another tab answers at once, or there is none. */
const waitMs = 200;

interface Said {
  /** Absent in a question. */
  readonly token?: string;
}

/** Only pages of this address can hear it. */
const openChannel = (): BroadcastChannel => new BroadcastChannel('callsheet-token');

/** Tabs of one browser share their token: this one tells its own to who asks. */
export function shareToken(place: TokenPlace): void {
  const tabs = openChannel();
  tabs.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    const own = place.get();
    if (data.token === undefined && own !== null) tabs.postMessage({ token: own });
  });
}

/** A link that is opened in a new tab brings none, and a bookmark an old one. Undefined where no other tab has another one. */
export function tokenOfOtherTab(own: string | null): Promise<string | undefined> {
  const tabs = openChannel();
  return new Promise((resolve) => {
    const end = (token?: string): void => {
      tabs.close();
      resolve(token);
    };
    tabs.addEventListener('message', ({ data }: MessageEvent<Said>) => {
      if (data.token !== undefined && data.token !== own) end(data.token);
    });
    tabs.postMessage({});
    setTimeout(end, waitMs);
  });
}
