import { readDuration } from '../../time/duration.ts';
import type { Accounts } from '../account/accounts.ts';
import { firstNumberOf } from '../ledger/ledger.ts';
import { readFault } from '../world/read-fault.ts';
import { readWorld } from '../world/read-world.ts';
import { clockOf } from './read-routes.ts';
import type { AdminReply, AdminRequest, AdminRoute } from './route.ts';

/** The routes that change the sandbox; `docs/sandbox.md` has their JSON. */
export function writeRoutes(accounts: Accounts): readonly AdminRoute[] {
  return [
    post('/_sandbox/reset', ({ account }) => {
      account.rewind(0);
      return { json: { reset: true } };
    }),
    post('/_sandbox/snapshot', ({ account }) => ({ json: { snapshot: account.journal.count } })),
    post('/_sandbox/restore', restore),
    post('/_sandbox/clock', moveClock),
    post('/_sandbox/inbound', receive),
    post('/_sandbox/faults', addFaults),
    {
      method: 'DELETE',
      path: '/_sandbox/faults',
      handle({ account }) {
        account.change({ fact: 'faultsCleared' });
        return { json: { faults: [] } };
      },
    },
    post('/_sandbox/worlds', (request) => openWorld(accounts, request)),
  ];
}

function post(path: string, handle: AdminRoute['handle']): AdminRoute {
  return { method: 'POST', path, handle };
}

function wrong(error: string): AdminReply {
  return { http: 400, json: { error } };
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(body: unknown): Fields {
  return typeof body === 'object' && body !== null ? (body as Fields) : {};
}

/** A snapshot is a place in the journal: later entries are dropped, and the ledger is made again. */
function restore({ account, body }: AdminRequest): AdminReply {
  const { snapshot } = fieldsOf(body);
  if (
    typeof snapshot !== 'number' ||
    !Number.isSafeInteger(snapshot) ||
    snapshot < 0 ||
    snapshot > account.journal.count
  ) {
    return wrong('snapshot must be a number that POST /_sandbox/snapshot gave, and not be undone since');
  }
  account.rewind(snapshot);
  return { json: { restored: snapshot } };
}

/** `{"advance":"2h"}`, `{"to":"2026-11-23T09:00:00Z"}`, `{"speed":60}` (0 stops the clock); they may be combined. */
function moveClock({ account, body }: AdminRequest): AdminReply {
  const { advance, to, speed = account.clock.setting.speed } = fieldsOf(body);
  const ms = typeof advance === 'number' ? advance : typeof advance === 'string' ? readDuration(advance) : 0;
  const target = to === undefined ? account.clock.now() : typeof to === 'string' ? Date.parse(to) : Number.NaN;
  if (ms === undefined || !Number.isFinite(ms))
    return wrong('advance must be a duration such as "2h" or "90s", or milliseconds');
  if (Number.isNaN(target)) return wrong('to must be an instant such as "2026-11-23T09:00:00Z"');
  if (typeof speed !== 'number' || !(speed >= 0 && speed <= speedMax)) return wrong(`speed must be 0 to ${speedMax}`);
  const at = target + ms;
  if (Math.abs(at) > instantMax) return wrong('that is beyond the end of time');
  account.clock.set({ at, speed });
  account.change({ fact: 'clock', ...account.clock.setting });
  return { json: clockOf(account) };
}

const speedMax = 1_000_000;
/** The year 9999. */
const instantMax = 253_402_300_799_000;

function receive({ account, body }: AdminRequest): AdminReply {
  const { recipient, businessPhone = firstNumberOf(account.world), text } = fieldsOf(body);
  if (!isDigits(recipient)) return wrong('recipient must be digits, as a String');
  if (!isDigits(businessPhone)) return wrong('businessPhone must be digits, as a String');
  if (text !== undefined && typeof text !== 'string') return wrong('text must be a String');
  account.change({ fact: 'inbound', recipient, businessPhone, ...(text === undefined ? {} : { text }) });
  return { json: { recipient, businessPhone, open: '24h' } };
}

function isDigits(value: unknown): value is string {
  return typeof value === 'string' && /^\d{1,20}$/.test(value);
}

/** One fault, or `{"faults":[…]}`. */
function addFaults({ account, body }: AdminRequest): AdminReply {
  const { faults } = fieldsOf(body);
  const written = Array.isArray(faults) ? faults : Array.isArray(body) ? body : [body];
  const read = written.map(readFault);
  const mistake = read.find((fault) => typeof fault === 'string');
  if (mistake !== undefined) return wrong(mistake);
  account.change(
    ...read.filter((fault) => typeof fault !== 'string').map((fault) => ({ fact: 'faultAdded' as const, fault })),
  );
  return { json: { faults: account.faults.list() } };
}

/** A world of its own for its keys: `{"keys":[{"key":"a","secret":"b"}], …}` as in a world file. */
function openWorld(accounts: Accounts, { body }: AdminRequest): AdminReply {
  const { keys } = fieldsOf(body);
  if (!Array.isArray(keys) || keys.length === 0) return wrong('keys must name at least one API key of its own');
  const { world, findings } = readWorld(body);
  if (world === undefined) return { http: 400, json: { error: 'the world has findings', findings } };
  const opened = accounts.open({ world, written: body });
  if ('taken' in opened) return { http: 409, json: { error: 'this key has a world already', key: opened.taken } };
  return { http: 201, json: { keys: world.keys.map(({ key }) => key) } };
}
