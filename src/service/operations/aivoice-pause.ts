import { fact } from './definition/message.ts';
import { fromAccount, type Operation } from './definition/operation.ts';
import { long, required, text } from './definition/rule.ts';
import {
  full,
  halt,
  nameTaken,
  noMoney,
  noTask,
  notSigned,
  ownFault,
  reject,
  retry,
  rows,
  step,
  wait,
  wrongValue,
} from './definition/status.ts';

export const aivoicePause: Operation<'aivoice.pause'> = {
  id: 'aivoice.pause',
  method: 'POST',
  path: '/aivoice/taskStop',
  envelope: 'status',
  does: 'Pause an AI voice task.',
  words: 'AI voice task, paused',
  example: `stopRobot:
  uses: aivoice.pause
  with: { jobId: 2001 }
`,
  withExample: { jobId: 2001 },
  request: {
    section: 'AI voice task (pause)',
    missing: '-27',
    wrong: '-27',
    fields: [text('appId', required()), long('jobId', required())],
  },
  defaults: { appId: fromAccount('appId') },
  statuses: {
    0: rows.success,
    '-1': rows.authenticationError,
    '-3': halt('customer balance insufficient', noMoney),
    '-4': rows.timestampExpired,
    '-6': rows.restrictedAccess,
    '-27': reject('parameter verification abnormal', wrongValue),
    '-32': reject('outbound task does not exist', noTask),
    '-33': reject('outbound task name already exists', nameTaken),
    '-37': step('application does not exist', noTask),
    '-38': reject('current task cannot be paused', {
      cause: 'the task has ended, or has not begun',
      remedy: "check its state in the service's console",
    }),
    '-39': reject('current task cannot be started', {
      cause: 'the task has ended, or is already running',
      remedy: "check its state in the service's console",
    }),
    '-45': reject('customers not imported; cannot start', {
      cause: 'the task has nobody to call',
      remedy: "import its customers in the service's console",
    }),
    '-46': retry('network exception or parameter error', ownFault),
    '-48': reject('a daily dial-up task must be created between 9:00 and 20:00', {
      cause: 'it is too early or too late for a daily task',
      remedy: 'give the step hours between 09:00 and 20:00',
    }),
    '-49': halt('account not authenticated', {
      cause: 'the account was not verified yet',
      remedy: "have it verified in the service's console",
    }),
    '-51': reject('customer custom property incomplete', {
      cause: 'customers of the task lack a value that its script uses',
      remedy: "complete them in the service's console",
    }),
    '-52': wait('number of concurrent requests exceeds the upper limit', full),
    '-55': reject('this type of operation is not allowed in the word unbinding', {
      cause: 'the script of the task is not bound to it',
      remedy: "bind them in the service's console",
    }),
    '-57': halt('Sign cannot be empty', notSigned),
    '-58': halt('Timestamp cannot be empty', notSigned),
    '-59': halt('Api-Key cannot be empty', notSigned),
  },
  outputs: {},
  effect: 'effect',
  naturalKey: 'jobId',
  recovery: 'retry',
  receipt: '-38',
  again: 'sets',
  admission: {
    'auth.sign.present': '-57',
    'auth.timestamp.present': '-58',
    'auth.apiKey.present': '-59',
    'auth.ip.unrestricted': '-6',
    'auth.ip.listed': '-6',
    'auth.timestamp.current': '-4',
  },
  message: ({ body }) => ({ type: 'pause', parts: fact('AI voice job', body['jobId']) }),
};
