import { MessageChannel, Worker } from 'node:worker_threads';
import type { ContactRules } from '../../campaign/contact-rules.ts';
import { ledgerError } from '../ledger-refusal.ts';
import type { LedgerWriter } from '../run-contacts.ts';
import { groupText } from './group-message.ts';
import type { LedgerFileInput } from './ledger-file.ts';
import type { LedgerAnswer, LedgerMessage, LedgerThreadInput } from './ledger-thread.ts';

interface Waiting {
  readonly resolve: (allowed: readonly boolean[]) => void;
  readonly reject: (error: unknown) => void;
}

const resourceLimits = { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 128 };

/** Starts `ledger-thread.ts`. It keeps the process alive only while a group is on its way to the disk. */
export function startLedgerThread(input: LedgerFileInput & { readonly rules: ContactRules }): LedgerWriter {
  // Beside this file, under the same ending: the sources run as they are, too.
  const file = import.meta.url.replace(/start-ledger-thread(\.\w+)$/, 'ledger-thread$1');
  const { port1: port, port2 } = new MessageChannel();
  const { paths, project, pepper, guard, rules } = input;
  const thread = new Worker(new URL(file), {
    workerData: { paths, project, pepper, guard, rules: withoutPlaces(rules), port: port2 } satisfies LedgerThreadInput,
    transferList: [port2],
    name: 'contact ledger',
    resourceLimits,
  });
  thread.unref();
  port.unref();
  const ended = new Promise<void>((resolve) => void thread.once('exit', () => resolve()));
  let waiting: Waiting | undefined;
  let failure: { readonly error: unknown } | undefined;
  const fail = (error: unknown): void => {
    failure ??= { error };
    waiting?.reject(failure.error);
    waiting = undefined;
  };
  thread.on('error', fail);
  thread.on('exit', () => fail(new Error('the thread that writes the contact ledger has ended')));
  port.on('message', (answer: LedgerAnswer) => {
    thread.unref();
    if ('refused' in answer) return fail(ledgerError(answer.refused));
    if ('failed' in answer) return fail(new Error(answer.failed));
    const committed = waiting;
    waiting = undefined;
    committed?.resolve(answer.allowed);
  });

  return {
    commit: (group) =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure.error);
        waiting = { resolve, reject };
        thread.ref();
        port.postMessage(groupText(group) satisfies LedgerMessage);
      }),
    async close() {
      thread.ref();
      port.postMessage(null satisfies LedgerMessage);
      await ended;
    },
  };
}

/** The places of the rules hold the text of the file. */
function withoutPlaces({ project, priority, caps, consent, lists }: ContactRules): ContactRules {
  return {
    project,
    priority,
    caps: caps.map((cap) => ({ ...cap, span: undefined })),
    consent: consent.map((rule) => ({ ...rule, span: undefined })),
    lists: lists.map((rule) => ({ ...rule, span: undefined })),
  };
}
