import type { TokenPlace } from './tokens.ts';

/** Another tab answers at once, or there is none. */
const waitMs = 200;

/**
 * Tabs of one browser share their token: a link that is opened in a new tab brings none. Only pages of this address can hear it.
 * Resolves when the tab has one, or nobody has answered.
 */
export function shareToken(place: TokenPlace): Promise<void> {
  const tabs = new BroadcastChannel('callsheet-token');
  return new Promise((resolve) => {
    tabs.addEventListener('message', ({ data }: MessageEvent<{ readonly token?: string }>) => {
      const own = place.get();
      if (data.token === undefined && own !== null) tabs.postMessage({ token: own });
      if (data.token !== undefined && own === null) place.set(data.token);
      if (data.token !== undefined) resolve();
    });
    if (place.get() !== null) return resolve();
    tabs.postMessage({});
    setTimeout(resolve, waitMs);
  });
}
