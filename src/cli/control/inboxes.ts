import type { RunLook } from '../../control/shown/run-look.ts';
import { messageOf } from '../../diagnostic/message-of.ts';
import type { OwnServer } from '../../platform/child-programs.ts';
import type { Clock, Host } from '../../platform/ports.ts';
import { isLoopback } from '../../service/contract/addresses.ts';
import type { Given } from '../program.ts';
import type { OwnCommands } from './own-commands.ts';
import type { createRunLooks } from './run-looks.ts';

interface InboxesInput {
  readonly options: Given<'open'>;
  readonly commands: OwnCommands;
  readonly looks: Pick<ReturnType<typeof createRunLooks>, 'textOf' | 'look'>;
  readonly host: Host;
  /** Base URL as the settings have it now. */
  readonly service: () => string;
}

const noInbox = 'There is no inbox to open now: nothing was sent to a sandbox, or a run is sending to it.';

/** The page of a sandbox that shows what everybody received, for those who sit at this machine: it has whole numbers. */
export function createInboxes({ options, commands, looks, host, service }: InboxesInput) {
  const { sandbox, publicUrl, listen } = options;
  // The inbox is on this machine: who sees the control room from another one could not reach it.
  const isNear = publicUrl === undefined && isLoopback(listen);
  const isSandbox = isSandboxAt(host.clock);
  const started = new Map<string, Promise<OwnServer>>();

  const isThere = async (file: string, { isUnderWay }: Pick<RunLook, 'isUnderWay'>): Promise<boolean> => {
    if (!isNear) return false;
    if (!sandbox) return isSandbox(service());
    const found = await looks.textOf(file);
    // A run that is under way has the file, and shows it at an address of its own.
    return !isUnderWay && found !== undefined && (await host.files.realPath(found.paths.ledger)) !== undefined;
  };

  const end = async (file: string): Promise<void> => {
    const server = started.get(file);
    started.delete(file);
    await (await server?.catch(() => undefined))?.end();
  };

  return {
    /** There is one to open now. */
    isThere,
    /** Its address; in words why there is none. */
    async open(file: string): Promise<{ readonly url: string } | { readonly refused: string }> {
      if (!(await isThere(file, await looks.look(file)))) return { refused: noInbox };
      if (!sandbox) return { url: `${new URL(service()).origin}/` };
      const server = started.get(file) ?? commands.inbox(file);
      started.set(file, server);
      try {
        const { firstLine, ended } = await server;
        void ended.then(() => started.get(file) === server && started.delete(file));
        return { url: `${firstLine.replace(/^listening on /, '')}/` };
      } catch (error) {
        started.delete(file);
        return { refused: messageOf(error) };
      }
    },
    /** Ends the ones that hold the file which a sandbox run of this campaign needs. */
    release: end,
    async close(): Promise<void> {
      await Promise.all([...started.keys()].map(end));
    },
  };
}

const validMs = 15_000;
const answersWithinMs = 500;

/** Whether the service at this base URL is a sandbox on this machine, which says so: no other has a clock to read. */
function isSandboxAt(clock: Clock): (baseUrl: string) => Promise<boolean> {
  let known = { baseUrl: '', at: Number.NEGATIVE_INFINITY, is: Promise.resolve(false) };
  return (baseUrl) => {
    if (known.baseUrl !== baseUrl || clock.now() - known.at > validMs)
      known = { baseUrl, at: clock.now(), is: ask(baseUrl) };
    return known.is;
  };
}

async function ask(baseUrl: string): Promise<boolean> {
  if (!URL.canParse(baseUrl) || !isLoopback(new URL(baseUrl).hostname)) return false;
  try {
    const signal = AbortSignal.timeout(answersWithinMs);
    const answer = await fetch(new URL('/_sandbox/clock', baseUrl), { signal, redirect: 'error' });
    return answer.ok && typeof ((await answer.json()) as { readonly speed?: unknown }).speed === 'number';
  } catch {
    return false;
  }
}
