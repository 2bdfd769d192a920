/** Where a shared ledger is. */
export interface StoreAddress {
  /** As it was given, with its password. It is never printed or recorded. */
  readonly url: string;
  /** Without password and parameters: how people read it, and how it is recorded. */
  readonly shown: string;
  /** How long after its last sign of life a process keeps a run. */
  readonly leaseMs: number;
}

/** Others are refused: with `password` a secret would be shown, with `host` another place than the one that is used. */
const parameters: readonly string[] = ['lease', 'sslcert', 'sslkey', 'sslmode', 'sslrootcert'];
const leaseMsDefault = 60_000;
const leaseSecondsLeast = 2;
const leaseSecondsMost = 600;

/** In words where the text is not the address of a store; the words do not repeat the text, which may hold a password. */
export function parseStoreAddress(text: string): StoreAddress | { readonly fault: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!isStoreAddress(text)) return { fault: 'Use an address such as postgres://user@host:5432/database' };
  // Cut off at such a character, a password would be taken for a host or a database, and shown.
  if (url === undefined || url.hash !== '' || /@/.test(url.pathname + url.search)) {
    return {
      fault:
        'Use an address such as postgres://user@host:5432/database; in a password, write `#` as %23, `/` as %2F, `?` as %3F and `@` as %40',
    };
  }
  if (url.pathname.length < 2) return { fault: 'Name a database, as in postgres://user@host:5432/database' };
  const other = [...url.searchParams.keys()].find((name) => !parameters.includes(name));
  if (other !== undefined) {
    const allowed = parameters.map((name) => `\`${name}\``).join(', ');
    return { fault: `Remove \`${encodeURIComponent(other)}\` from the address; its parameters are ${allowed}` };
  }
  const lease = url.searchParams.get('lease');
  const seconds = lease === null ? leaseMsDefault / 1000 : Number(lease);
  if (!(seconds >= leaseSecondsLeast && seconds <= leaseSecondsMost)) {
    return { fault: `Use a lease of ${leaseSecondsLeast} to ${leaseSecondsMost} seconds` };
  }
  url.searchParams.delete('lease');
  const user = url.username === '' ? '' : `${url.username}@`;
  const shown = `postgres://${user}${url.host}${url.pathname}`;
  return { url: url.href, shown, leaseMs: seconds * 1000 };
}

/** The address of a store, without its password. */
export function shownStore(url: string): string {
  const address = parseStoreAddress(url);
  return 'fault' in address ? 'the store' : address.shown;
}

/** Of two addresses as they are shown, for whichever role. */
export function isSameDatabase(one: string, other: string): boolean {
  const place = (text: string): string => text.replace(/^postgres:\/\/([^/@]*@)?/, '').replace(':5432/', '/');
  return place(one) === place(other);
}

/** Rather than a path. */
export function isStoreAddress(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location);
}
