import { type LookupAddress, lookup } from 'node:dns';
import { get as getPlain, type IncomingMessage, type RequestOptions } from 'node:http';
import { get as getSecure } from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { readSecureAddress } from '../../service/contract/addresses.ts';
import { codeOf, isInsecure, type ReadOptions, SourceFailure, type SourceReader } from '../source-reader.ts';
import { BrokenRows, readListRows } from './list-rows.ts';

const mostRedirects = 5;
const mostBytes = 4_000_000_000;
/** Without a byte for so long, the server counts as gone. */
const silenceMs = 30_000;

/** CSV or NDJSON over https. A body without a length is refused: a cut one would look whole. */
export const readHttp: SourceReader = async (wanted, sink, how) => {
  const { query } = wanted;
  if (query.kind !== 'http') return;
  try {
    const answer = await follow(addressOf(how.address ?? query.url, how), how);
    try {
      await readListRows(bodyOf(answer), query, sink);
    } finally {
      // One that is refused unread would keep its connection.
      answer.destroy();
    }
  } catch (error) {
    if (how.signal.aborted || error instanceof SourceFailure || error instanceof BrokenRows) throw error;
    if (error instanceof TooNear)
      throw new SourceFailure(
        'the server redirects to this machine or to a private network',
        'if that is where the list is, write that address in the campaign',
      );
    throw failureOf(error);
  }
};

async function follow(first: URL, { env, variable, signal }: ReadOptions): Promise<IncomingMessage> {
  const authorization = env[variable.replace(/_URL$/, '_AUTHORIZATION')];
  let url = first;
  // The address of the campaign may be of this network. What its server says may not lead nearer than that.
  let most: NetworkPlace = 'machine';
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    // What is for one server is not for another.
    const headers = authorization !== undefined && url.origin === first.origin ? { authorization } : {};
    refuseNearer(url, most);
    const answer = await request(url, {
      // A connection that was kept from another source would not be looked up again.
      headers: { accept: '*/*', 'accept-encoding': 'identity', connection: 'close', ...headers },
      signal,
      lookup: lookupFrom(most),
    });
    if (redirects === 0) most = placeOf(answer.socket.remoteAddress ?? '');
    const { statusCode = 0 } = answer;
    const { location } = answer.headers;
    if (statusCode === 200) return answer;
    answer.destroy();
    if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined)
      throw new SourceFailure(`the server answered ${statusCode}`, hintFor(statusCode));
    if (!URL.canParse(location, url.href))
      throw new SourceFailure('the server redirects to an address that cannot be read');
    url = new URL(location, url);
    if (url.protocol !== 'https:' && url.origin !== first.origin)
      throw new SourceFailure('the server redirects to an address without https');
  }
  throw new SourceFailure(`there are more than ${mostRedirects} redirects`);
}

function request(url: URL, options: RequestOptions): Promise<IncomingMessage> {
  const get = url.protocol === 'https:' ? getSecure : getPlain;
  return new Promise((resolve, reject) => {
    const sent = get(url, options, resolve);
    sent.setTimeout(silenceMs, () =>
      sent.destroy(new SourceFailure(`the server was silent for ${silenceMs / 1000} s`)),
    );
    sent.on('error', reject);
  });
}

async function* bodyOf(answer: IncomingMessage): AsyncGenerator<Uint8Array> {
  const { headers } = answer;
  if (hasNextPage(headers))
    throw new SourceFailure(
      'the server has a next page, so this answer is a part of the list',
      'ask it for everything at once, or let a program fetch all pages (`command`)',
    );
  const isChunked = /\bchunked\b/i.test(headers['transfer-encoding'] ?? '');
  if (headers['content-length'] === undefined && !isChunked)
    throw new SourceFailure('the server does not say how long its answer is, so a truncated one would look complete');
  if (!/^(identity|gzip|)$/i.test(headers['content-encoding'] ?? ''))
    throw new SourceFailure(
      `the answer is encoded as ${headers['content-encoding']}`,
      'have the server send it without encoding',
    );
  let bytes = 0;
  for await (const chunk of answer) {
    bytes += (chunk as Uint8Array).length;
    if (bytes > mostBytes) throw new SourceFailure(`the answer has more than ${mostBytes / 1e9} GB`);
    yield chunk as Uint8Array;
  }
  if (!answer.complete) throw cutOff();
}

function cutOff(): SourceFailure {
  return new SourceFailure('the connection was cut before the end of the answer', 'try again; nothing of it was used');
}

/** RFC 8288; the other one is what GitLab and its like send, empty on the last page. */
function hasNextPage({ link, 'x-next-page': next = '' }: IncomingMessage['headers']): boolean {
  const relations = String(link).matchAll(/;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/gi);
  return (
    [...relations].some(([, quoted, plain]) => (quoted ?? plain ?? '').toLowerCase().split(/\s+/).includes('next')) ||
    String(next).trim() !== ''
  );
}

function addressOf(text: string, { variable }: ReadOptions): URL {
  const url = readSecureAddress(text);
  if (url !== undefined) return url;
  throw new SourceFailure(
    `${variable} is not an https address without a password`,
    `send a header with ${variable.replace(/_URL$/, '_AUTHORIZATION')}`,
  );
}

function hintFor(status: number): string {
  if (status === 401 || status === 403) return 'check the address; a signed one may have expired';
  return status === 404 || status === 410 ? 'check the address' : 'try again later';
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = codeOf(error);
  if (isInsecure(code))
    return new SourceFailure(`no secure connection: ${error.message}`, 'check the certificate of the server');
  if (code === 'ECONNRESET' || code === 'EPIPE' || error.message === 'aborted') return cutOff();
  return code === '' ? error : new SourceFailure(`the server does not answer: ${code}`, 'check the address');
}

/** How near an address is: a server on the internet is not to lead us to a nearer one. */
type NetworkPlace = 'internet' | 'network' | 'machine';

const places: readonly NetworkPlace[] = ['internet', 'network', 'machine'];

/** Addresses in IPv6 that stand for one in IPv4 are judged as that one. */
export function placeOf(address: string): NetworkPlace {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  const plain = address.replace(/%.*$/, '');
  if (machine.check(plain, family)) return 'machine';
  return network.check(plain, family) ? 'network' : 'internet';
}

function isNearer(place: NetworkPlace, than: NetworkPlace): boolean {
  return places.indexOf(place) > places.indexOf(than);
}

/** Of the IANA registries of special-purpose addresses. A system sends what is for 0.0.0.0 to itself. */
const machine = blockList(['0.0.0.0/8', '127.0.0.0/8', '::/128', '::1/128']);
const network = blockList([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '224.0.0.0/3',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
]);

function blockList(subnets: readonly string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [address = '', prefix] = subnet.split('/');
    list.addSubnet(address, Number(prefix), isIP(address) === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

/** Thrown where a name or an address is nearer than it may be. Nothing was connected to. */
export class TooNear extends Error {}

/** Finds the addresses of a name, and refuses it if one of them is nearer: these are the ones to which a connection is made. */
export function lookupFrom(most: NetworkPlace): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = error === null ? found : [];
      const [first] = addresses;
      if (error !== null || first === undefined) return callback(error ?? new Error('no address'), '');
      if (addresses.some(({ address }) => isNearer(placeOf(address), most))) return callback(new TooNear(hostname), '');
      if (options.all === true) callback(null, [...addresses]);
      else callback(null, first.address, first.family);
    });
  };
}

/** An address in place of a name is not looked up. */
export function refuseNearer({ hostname }: URL, most: NetworkPlace): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && isNearer(placeOf(address), most)) throw new TooNear(hostname);
}
