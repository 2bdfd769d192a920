/** Where a tab keeps its token, also when it is loaded again. */
export interface TokenPlace {
  get(): string | null;
  set(token: string): void;
}

export type TokenHeaders = Readonly<Record<string, string>>;

/**
 * The token of a tab. A link with another one does not replace it while it is good: somebody else may have sent the link. Where it is
 * refused, another tab may have a good one: `elsewhere` asks for it.
 */
export function createTokens(place: TokenPlace, elsewhere: (own: string | null) => Promise<string | undefined>) {
  let offered: string | undefined;
  /** While it is asked, by all requests that were refused. */
  let asked: Promise<string | undefined> | undefined;
  const headers = (token: string | null): TokenHeaders => (token === null ? {} : { authorization: `Bearer ${token}` });
  return {
    /** One that somebody typed. */
    keep(token: string): void {
      offered = undefined;
      place.set(token);
    },
    /** One that came with a link: taken where the tab has none, or its own is refused. */
    offer(token: string): void {
      if (place.get() === null) place.set(token);
      else offered = token;
    },
    /** Sends a request, once more with the token of the link if that is taken. */
    async send<Answer extends { readonly status: number }>(
      request: (headers: TokenHeaders) => Promise<Answer>,
    ): Promise<Answer> {
      const used = place.get();
      const answer = await request(headers(used));
      // 429: an old tab has tried its own too often.
      if (answer.status !== 401 && answer.status !== 429) {
        if (place.get() === used) offered = undefined;
        return answer;
      }
      if (offered !== undefined && place.get() === used) {
        place.set(offered);
        offered = undefined;
      } else if (place.get() === used) {
        asked ??= elsewhere(used).finally(() => {
          asked = undefined;
        });
        const other = await asked;
        if (other !== undefined && place.get() === used) place.set(other);
      }
      const now = place.get();
      return now === used ? answer : request(headers(now));
    },
  };
}
