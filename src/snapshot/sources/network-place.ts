import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** How near an address is: a server on the internet is not to lead us to a nearer one. */
export type NetworkPlace = 'internet' | 'network' | 'machine';

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
