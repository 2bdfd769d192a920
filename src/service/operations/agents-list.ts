import { localDateTime } from './definition/formats.ts';
import { fieldsOf } from './definition/message.ts';
import { type Operation, pagedQuery, pageFields } from './definition/operation.ts';
import {
  assumed,
  type Body,
  type Check,
  holds,
  integer,
  matches,
  object,
  oneOf,
  required,
  type Test,
  text,
} from './definition/rule.ts';
import { reject, rows } from './definition/status.ts';

const intervalMostMs = 32 * 24 * 60 * 60 * 1000;

const hasBoth: Test = (_, body) =>
  ['strTime', 'endTime'].every((name) => (fieldsOf(body['params'])[name] ?? null) !== null);
const isInOrder: Test = (_, body) => !(lengthOf(body) < 0);
// Section "Limits": "Agent search time interval".
const isShort: Test = (_, body) => !(lengthOf(body) > intervalMostMs);

export const agentsList: Operation<'agents.list'> = {
  id: 'agents.list',
  method: 'POST',
  path: '/v3/cc/seat/query',
  envelope: 'status',
  does: 'Ask for the call-centre agents.',
  words: 'List of agents',
  example: `idleAgents:
  uses: agents.list
  with: { params: { status: 2, enable: 0 } }
  expect: { total: { atLeast: 1 } }
`,
  withExample: { params: { status: 2, enable: 0 } },
  expectExample: { total: { atLeast: 3 } },
  request: {
    section: '7. Query agent list',
    missing: '-22',
    wrong: '-22',
    fields: [
      ...pageFields,
      object(
        'params',
        [
          integer('enable', oneOf([0, 1])),
          text('name'),
          integer('voiceGroupId'),
          integer('status', oneOf([1, 2, 3, 4, 5])),
          // Not in the table of this section, but its status -35 is about this interval.
          text(
            'strTime',
            interval(matches(localDateTime)),
            interval(holds('pair', 'needs endTime beside it', hasBoth)),
          ),
          text(
            'endTime',
            interval(matches(localDateTime)),
            interval(holds('pair', 'needs strTime beside it', hasBoth)),
            interval(holds('order', 'must not be before strTime', isInOrder)),
            interval(holds('days', 'must be at most 32 days after strTime', isShort, '-35')),
          ),
        ],
        required(),
      ),
    ],
  },
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-2': rows.authenticationError,
    '-16': rows.timestampExpired,
    '-18': rows.portProgramUnusual,
    '-20': rows.dataExisting,
    '-22': rows.parameterException,
    '-23': rows.dataCaps,
    '-35': reject('search time interval cannot be greater than 32 days', {
      cause: 'the query covers more than 32 days',
      remedy: 'ask for a shorter time',
    }),
  },
  ...pagedQuery,
  asksFor: 'the list of agents',
  hasPasswords: true,
};

function interval(check: Check): Check {
  return assumed('agents.interval', check);
}

/** NaN where one of the two is not a time, which is a breach of its own. */
function lengthOf(body: Body): number {
  const { strTime, endTime } = fieldsOf(body['params']);
  return instantOf(endTime) - instantOf(strTime);
}

function instantOf(text: unknown): number {
  return typeof text === 'string' ? Date.parse(`${text.replace(' ', 'T')}Z`) : Number.NaN;
}
