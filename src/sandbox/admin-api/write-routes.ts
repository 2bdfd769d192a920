import { fieldsOf } from '../../service/operations/definition/message.ts';
import { readDuration } from '../../time/duration.ts';
import { readInstant } from '../../time/local-time.ts';
import type { Accounts } from '../account/accounts.ts';
import { firstNumberOf } from '../ledger/ledger.ts';
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
    post('/_sandbox/restore', restore, ['snapshot']),
    post('/_sandbox/clock', moveClock, ['advance', 'to', 'speed']),
    post('/_sandbox/inbound', receive, ['recipient', 'businessPhone', 'text']),
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

function post(path: string, handle: AdminRoute['handle'], fields?: readonly string[]): AdminRoute {
  return {
    method: 'POST',
    path,
    handle(request) {
      const unknown = fields && Object.keys(fieldsOf(request.body)).find((name) => !fields.includes(name));
      return unknown === undefined ? handle(request) : wrong(`there is no field ${unknown} here`);
    },
  };
}

function wrong(error: string): AdminReply {
  return { http: 400, json: { error } };
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
  const { advance = 0, to = account.clock.now(), speed = account.clock.setting.speed } = fieldsOf(body);
  const ms = typeof advance === 'string' ? readDuration(advance) : advance;
  const target = typeof to === 'string' ? readInstant(to, account.world.timezone) : to;
  if (typeof ms !== 'number') return wrong('advance must be a duration such as "2h" or "90s", or milliseconds');
  if (typeof target !== 'number') return wrong('to must be an instant such as "2026-11-23T09:00:00Z"');
  if (typeof speed !== 'number' || !(speed >= 0 && speed <= speedMax)) return wrong(`speed must be 0 to ${speedMax}`);
  const at = target + ms;
  if (!(Math.abs(at) <= instantMax)) return wrong('that is beyond the end of time');
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

/** One fault, or `{"faults":[…]}`, each as in a world file. */
function addFaults({ account, body }: AdminRequest): AdminReply {
  const { faults = Array.isArray(body) ? body : [body] } = fieldsOf(body);
  const { world, findings } = readWorld({ faults });
  if (world === undefined)
    return wrong(findings.map(({ path, message }) => [...path.slice(2), message].join(': '))[0] ?? '');
  account.change(...world.faults.map((fault) => ({ fact: 'faultAdded' as const, fault })));
  return { json: { faults: account.faults.list() } };
}

/** A world of its own for its keys: `{"keys":[{"key":"a","secret":"b"}], …}` as in a world file. */
function openWorld(accounts: Accounts, { body }: AdminRequest): AdminReply {
  const { keys } = fieldsOf(body);
  if (!Array.isArray(keys) || keys.length === 0) return wrong('keys must name at least one API key of its own');
  const { world, findings } = readWorld(body);
  if (world === undefined) return { http: 400, json: { error: 'the world has findings', findings } };
  const opened = accounts.open(world, body);
  if ('taken' in opened) return { http: 409, json: { error: 'this key has a world already', key: opened.taken } };
  return { http: 201, json: { keys: world.keys.map(({ key }) => key) } };
}
