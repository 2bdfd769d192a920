import { base64, countCharacters, digit, localDateTime, time } from './definition/formats.ts';
import { type Fields, fact, type MessagePart, media, words } from './definition/message.ts';
import { audioBodyMost, fromAccount, fromJob, type Operation, type PublicLimit } from './definition/operation.ts';
import {
  assumed,
  count,
  double,
  integer,
  list,
  matches,
  object,
  oneOf,
  range,
  required,
  requiredWhen,
  text,
} from './definition/rule.ts';
import { full, nameTaken, noTask, reject, rows, wait, waitAlone } from './definition/status.ts';

const yesOrNo = oneOf([0, 1]);
const toSeat = { toSeat: 1 };

const languages = ['EN', 'VN', 'JP', 'ARB', 'DE', 'IN', 'IT', 'KR', 'RU', 'ES', 'PT', 'IDN', 'BD', 'TH'];
const pushes = ['feedbackPush', 'successPush', 'failedPush', 'ringPush'];

export const voiceRedial: Operation<'voice.redial'> = {
  id: 'voice.redial',
  method: 'POST',
  path: '/voice/group/call/resend',
  envelope: 'code',
  does: 'Call a finished or cancelled voice group-call task again.',
  words: 'Group call, once more',
  example: `callAgain:
  uses: voice.redial
  with:
    taskId: 1001
    taskName: "spring-{{ run.id }}"
    source: 3
    text: Good morning. Your order is ready.
    lan: EN
`,
  withExample: { taskId: 1001, source: 1, voiceFileId: '{{ steps.greeting.fileId }}' },
  request: {
    section: 'Voice group call redial task',
    missing: '-22',
    wrong: '-22',
    fields: [
      integer('taskId', required()),
      text('appId'),
      text('taskName', required()),
      text('displayNum'),
      integer('source', required(), oneOf([1, 2, 3])),
      text('voiceFileId', requiredWhen({ source: 1 })),
      text('uploadName', requiredWhen({ source: 2 })),
      text('baseFile', requiredWhen({ source: 2 }), matches(base64)),
      text('text', requiredWhen({ source: 3 }, '-38')),
      text('lan', requiredWhen({ source: 3 }, '-38')),
      double('speakingRate', range(0.25, 4)),
      integer('ssmlGender', oneOf([1, 2])),
      text('accent'),
      integer('delayPlay', range(0, 999)),
      integer('delayHangup', range(0, 999)),
      integer('maxRingingTime', range(20, 120)),
      integer('loopCount'),
      integer('maxCalls'),
      text('sendTime', assumed('redial.send-time', matches(localDateTime))),
      list(
        'allowSendTime',
        object('item', [
          text('strTime', assumed('redial.period', required()), matches(time)),
          text('endTime', assumed('redial.period', required()), matches(time)),
        ]),
        count(0, 3),
      ),
      integer('hangUpSms', yesOrNo),
      text('smsAppId', requiredWhen({ hangUpSms: 1 })),
      text('smsContent', requiredWhen({ hangUpSms: 1 })),
      integer('feedbackPush', yesOrNo),
      text('feedbackValue', matches(digit)),
      integer('successPush', yesOrNo),
      integer('successPushTime'),
      integer('failedPush', yesOrNo),
      integer('ringPush', yesOrNo),
      integer('toSeat', yesOrNo),
      integer('sipGroupId', requiredWhen(toSeat)),
      integer('outboundControl', requiredWhen(toSeat), assumed('redial.outbound-control', oneOf([1]))),
      integer('calloutRate', requiredWhen(toSeat)),
      integer('toSeatType', requiredWhen(toSeat), oneOf([1, 2])),
      integer('toSeatKey', requiredWhen({ toSeat: 1, toSeatType: 2 })),
      integer('delayTransfer'),
      // The last three appear only in a sample; their meaning is not shown.
      integer('resendType'),
      list('numberList', text('item')),
      text('senderId'),
    ],
  },
  defaults: {
    appId: fromAccount('appId'),
    taskName: fromJob('taskName'),
    smsAppId: {
      from: 'account',
      keys: ['smsAppId'],
      when: { hangUpSms: 1 },
      words: 'with `hangUpSms: 1`, the `smsAppId` of `account`',
    },
    allowSendTime: { from: 'window', words: 'the window' },
  },
  fileField: 'baseFile',
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-2': rows.restrictedAccess,
    '-16': rows.timestampExpired,
    '-18': rows.portProgramUnusual,
    '-20': rows.dataExisting,
    '-21': rows.dataValidationException,
    '-22': rows.parameterException,
    '-23': rows.dataCaps,
    '-24': reject('data does not exist', noTask),
    '-26': rows.gettingFeeFailed,
    '-34': reject('no callable number was left when the task ended last time; start the group call task again', {
      cause: 'everybody of this task was reached, or may not be called again',
      remedy: 'nothing is left to redial; start a new group call for others',
    }),
    '-37': wait(
      'submitted task exceeds the maximum concurrent task limit; finish a task before submitting again',
      full,
    ),
    '-38': reject('text and language type for conversion are required', {
      cause: 'the task reads a text aloud, and has none',
      remedy: "give the task its text and language in the service's console",
    }),
    '-39': reject('failed to obtain the text language type', {
      cause: 'the task reads a text aloud in a language that the service does not have',
      remedy: "choose another language in the service's console",
    }),
    '-41': reject('task name already exists', nameTaken),
    '-42': waitAlone('redial is allowed only when the task is canceled or completed', {
      cause: 'the calls of the task are still running',
      remedy: 'wait: it is tried again; or end the task in the service’s console',
    }),
  },
  outputs: { taskId: { type: 'number', from: 'data' } },
  effect: 'effect',
  naturalKey: 'taskName',
  recovery: 'retry',
  receipt: '-41',
  publicLimits: [
    { field: 'taskName', says: '2 to 64 characters', holds: characters(2, 64) },
    { field: 'displayNum', says: 'at most 20 digits', holds: (value) => /^\+?\d{0,20}$/.test(String(value)) },
    { field: 'uploadName', says: '5 to 32 characters', holds: characters(5, 32) },
    { field: 'text', says: 'at most 1,000 characters', holds: characters(0, 1000) },
    { field: 'lan', says: `one of ${languages.join(', ')}`, holds: (value) => languages.includes(String(value)) },
    {
      field: 'accent',
      says: 'the calling code of a country, such as 91',
      holds: (value) => /^\+?\d{1,4}$/.test(String(value)),
    },
    { field: 'loopCount', says: '1 to 9', holds: within(1, 9) },
    { field: 'maxCalls', says: 'at most 999 seconds', holds: within(0, 999) },
    {
      field: 'hangUpSms',
      says: `that no SMS is sent without one of ${pushes.join(', ')}`,
      holds: (value, body) => value !== 1 || pushes.some((push) => body[push] === 1),
    },
    { field: 'smsContent', says: 'at most 1,000 characters', holds: characters(0, 1000) },
    { field: 'senderId', says: 'the sender of the SMS on hang-up, at most 32 characters', holds: characters(0, 32) },
    {
      field: 'feedbackPush',
      says: 'that it needs feedbackValue',
      holds: (value, { feedbackValue }) => value !== 1 || (feedbackValue !== undefined && feedbackValue !== null),
    },
    {
      field: 'successPush',
      says: 'that it needs successPushTime',
      holds: (value, { successPushTime }) => value !== 1 || (successPushTime !== undefined && successPushTime !== null),
    },
    { field: 'successPushTime', says: '0 to 9,999 seconds', holds: within(0, 9999) },
    {
      field: 'resendType',
      says: '0 for everybody again, or 1 for those who were not reached',
      holds: (value) => value === 0 || value === 1,
    },
    {
      field: 'numberList',
      says: 'that it belongs to the creation of a task, and that a redial calls the numbers of the task',
      holds: (value) => Array.isArray(value) && value.length === 0,
    },
  ],
  takenStatus: '-41',
  taskField: 'taskId',
  bodyMost: audioBodyMost,
  message: ({ body, files }) => ({ type: 'voice call', parts: callParts(body, files) }),
};

/** What is played or spoken, and the SMS after the call. */
function callParts(body: Fields, files: Readonly<Record<string, string>>): readonly MessagePart[] {
  const spoken: readonly MessagePart[] = [
    ...media('audio', files['baseFile']),
    ...fact('plays file', body['source'] === 1 ? body['voiceFileId'] : undefined),
    ...(body['source'] === 3 ? [...words('text', body['text']), ...fact('language', body['lan'])] : []),
  ];
  const sms = body['hangUpSms'] === 1 ? words('text', body['smsContent']) : [];
  return [
    ...fact('calls again the people of task', body['taskId']),
    ...fact('not before', body['sendTime']),
    ...spoken,
    ...(sms.length === 0 ? [] : [{ kind: 'title', text: 'SMS after the call' } as const, ...sms]),
  ];
}

function characters(least: number, most: number): PublicLimit['holds'] {
  return (value) => {
    const count = countCharacters(String(value));
    return count >= least && count <= most;
  };
}

function within(least: number, most: number): PublicLimit['holds'] {
  return (value) => typeof value !== 'number' || (value >= least && value <= most);
}
