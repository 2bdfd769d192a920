import { type MessagePort, workerData } from 'node:worker_threads';
import type { ContactRules } from '../../campaign/contact-rules.ts';
import type { LedgerFile } from '../ledger.ts';
import { type LedgerRefusal, ledgerError, ledgerRefusal } from '../ledger-refusal.ts';
import { readGroup } from './group-message.ts';
import { type LedgerFileInput, openLedgerFile } from './ledger-file.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

export interface LedgerThreadInput extends LedgerFileInput {
  readonly rules: ContactRules;
  readonly port: MessagePort;
}

/** A group (`group-message.ts`); null when none will follow. */
export type LedgerMessage = string | null;
export type LedgerAnswer =
  | { readonly allowed: readonly boolean[] }
  | { readonly refused: LedgerRefusal }
  | { readonly failed: string };

/** The ledger's writes and the waiting for the disk on a thread of their own, so that the one that sends need not wait. */
serve(workerData as LedgerThreadInput);

function serve({ rules, port, ...input }: LedgerThreadInput): void {
  let opened: LedgerFile | undefined;
  const open = (): LedgerFile => {
    const file = openLedgerFile(input);
    if ('kind' in file) throw ledgerError(file);
    return createSqliteLedger(file);
  };
  const commit = (text: string): LedgerAnswer => {
    try {
      opened ??= open();
      const { requests, settled } = readGroup(text);
      return { allowed: opened.write(rules, requests, settled) };
    } catch (error) {
      const refused = ledgerRefusal(error);
      return refused === undefined ? { failed: String(error) } : { refused };
    }
  };
  port.on('message', (group: LedgerMessage) => {
    if (group !== null) return port.postMessage(commit(group));
    opened?.close();
    port.close();
  });
}
