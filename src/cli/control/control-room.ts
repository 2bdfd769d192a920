import { createHmac, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { ControlReply, ControlRequest, ControlRoute } from '../../control/server/route.ts';
import { type KnownPlan, readPlan, readWarnings, withWarnings } from '../../control/shown/known-plan.ts';
import type { RunLook } from '../../control/shown/run-look.ts';
import type { ShownFinding } from '../../control/shown/views.ts';
import type { OwnCommandEnd } from '../../platform/child-programs.ts';
import type { Clock, Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { readSettings, serviceOf } from '../../project/settings.ts';
import type { Given } from '../program.ts';
import { createInboxes } from './inboxes.ts';
import { createOwnCommands, type OwnCommands } from './own-commands.ts';
import { createRunLooks } from './run-looks.ts';
import { createApprovedPlans, createShownPlans } from './shown-plans.ts';

export type ControlRoom = ReturnType<typeof createControlRoom>;

interface FailedStart {
  readonly words: string;
  /** When the process before it had ended, by the clock of the run. */
  readonly endedBefore: number | undefined;
}

/** What the routes of the control room share. `files`: of campaigns, by the path under which people know each. */
export function createControlRoom(options: Given<'open'>, files: readonly string[], host: Host) {
  const commands = createOwnCommands(options, host);
  const shownPlans = createShownPlans(commands);
  const looks = createRunLooks(options, host);
  const service = (): string => serviceOf(openProject(options, host).env);
  const inboxes = createInboxes({ options, commands, looks, host, service });
  return {
    options,
    host,
    files,
    commands,
    looks,
    inboxes,
    plans: createKnownPlans(commands, host, options.envFile),
    shownPlans,
    approvedPlans: createApprovedPlans(),
    live: createLiveViews(host.clock),
    handles: createHandles(),
    /** Files of campaigns that somebody is starting: their processes may not hold the run yet. */
    starting: new Set<string>(),
    /** By file: how the latest run that was started here ended, where it was said to have started and then failed. */
    failedStarts: new Map<string, FailedStart>(),
    /** Base URL as the settings have it now, which every command reads again; empty where none is set. */
    service,
    /** The same, where something can be sent to it; empty where the key or the secret is not set, or one of the settings is wrong. */
    sendsTo(): string {
      const settings = readSettings(openProject(options, host));
      return 'fault' in settings ? '' : settings.baseUrl;
    },
    async close(): Promise<void> {
      await Promise.all([shownPlans.drop(), inboxes.close()]);
    },
  };
}

type AboutCampaign = (room: ControlRoom, file: string, request: ControlRequest) => Promise<ControlReply>;

/** What is shown of one campaign. */
export function readsCampaign(room: ControlRoom, path: string, handle: AboutCampaign): ControlRoute {
  return { method: 'GET', path, handle: aboutCampaign(room, handle) };
}

/** What changes something in one campaign. */
export function actsOnCampaign(room: ControlRoom, path: string, handle: AboutCampaign): ControlRoute {
  return { method: 'POST', path, acts: true, handle: aboutCampaign(room, handle) };
}

/** Carries out a request about one campaign, whose file must be one of ours: a path is never taken from a request. */
export function aboutCampaign(room: ControlRoom, handle: AboutCampaign): ControlRoute['handle'] {
  return async (request) => {
    const name = request.body['file'] ?? request.query.get('file');
    const file = room.files.find((each) => each === name);
    return file === undefined ? noSuchCampaign : handle(room, file, request);
  };
}

export const noSuchCampaign = { refused: 'There is no such campaign here.' };

/** A control room may go on for months. */
const keptMost = 200_000;

/** Names for people and jobs that the page can send back, and that say nothing about anybody: numbers are in no address and no list. */
function createHandles() {
  const secret = randomBytes(32);
  const keys = new Map<string, string>();
  const names = new Map<string, string>();
  const of = (key: string): string => {
    const handle = createHmac('sha256', secret).update(key).digest('base64url').slice(0, 16);
    // The latest last.
    keys.delete(handle);
    keys.set(handle, key);
    const [oldest] = keys;
    if (keys.size > keptMost && oldest !== undefined) {
      keys.delete(oldest[0]);
      names.delete(oldest[1]);
    }
    return handle;
  };
  return {
    of,
    /** Remembers what a list calls somebody; empty where it has no name. */
    named(key: string, name: string): string {
      if (name !== '') names.set(key, name);
      return of(key);
    },
    /** Empty where it is not known. */
    nameOf: (key: string): string => names.get(key) ?? '',
    /** Undefined for those of an earlier process, and for those that were named long before the latest. */
    key: (handle: unknown) => (typeof handle === 'string' ? keys.get(handle) : undefined),
  };
}

const everyMs = 1_000;

/** Views that are looked at again every second, and at once when something was done here. */
function createLiveViews(clock: Clock) {
  const sleeping = new Set<() => void>();
  return {
    /** The view whenever it differs, until the signal aborts. The first one waits for nothing that takes long to read. */
    async *follow(look: (starts: 'known' | 'new') => Promise<object>, signal: AbortSignal): AsyncIterable<object> {
      let last = '';
      while (!signal.aborted) {
        const view = await look(last === '' ? 'known' : 'new');
        // The clock alone is not a change.
        const text = JSON.stringify(view, (key, value: unknown) => (key === 'now' ? undefined : value));
        if (text !== last) yield view;
        last = text;
        const awake = new AbortController();
        const wake = (): void => awake.abort();
        sleeping.add(wake);
        signal.addEventListener('abort', wake);
        await clock.sleepUntil(clock.now() + everyMs, awake.signal);
        signal.removeEventListener('abort', wake);
        sleeping.delete(wake);
      }
    },
    lookAgain(): void {
      for (const wake of sleeping) wake();
    },
  };
}

/** A plan is made again when the run changes its state, somebody decides upon a job, or a file is edited, and now and then. */
const [oftenMs, seldomMs] = [10_000, 60_000];
const firstMs = 500;

/** Plans of campaigns that somebody looks at, and the warnings of `callsheet check`, made by these commands in processes of their own. */
export function createKnownPlans(
  commands: Pick<OwnCommands, 'about' | 'check'>,
  { clock, cwd }: Pick<Host, 'clock' | 'cwd'>,
  envFile?: string,
) {
  const now = (): number => clock.now();
  /** When each file that a plan was made of, or that findings are about, was last written, in milliseconds. */
  const written = (file: string, known: KnownPlan | undefined): readonly number[] => {
    const path = resolve(cwd, file);
    const read = Object.keys(known?.plan?.inputs.files ?? {}).map((name) => resolve(dirname(path), name));
    const found = (known?.findings ?? []).map(({ place }) => resolve(cwd, place.slice(0, place.lastIndexOf(':'))));
    const settings = envFile === undefined ? [] : [resolve(cwd, envFile)];
    return [...new Set([path, ...settings, ...read, ...found])].map(
      (one) => statSync(one, { throwIfNoEntry: false })?.mtimeMs ?? 0,
    );
  };
  interface Known {
    readonly known: KnownPlan | undefined;
    readonly busy: Promise<void> | undefined;
    /** Of what it was made, or is being made. */
    readonly about: string;
    readonly madeOf: string;
    /** `written`, as it was made of; empty where one was written meanwhile. */
    readonly files: readonly number[];
    readonly at: number;
    readonly took: number;
  }
  const plans = new Map<string, Known>();
  /** So many were carried out here, by file. */
  const actions = new Map<string, number>();
  /** Of the files as they were at these times; until it is done, with the warnings of the one before. */
  const checks = new Map<
    string,
    { readonly files: string; readonly warnings: readonly ShownFinding[]; readonly isDone: boolean }
  >();

  const check = async (file: string, files: string): Promise<void> => {
    const { files: before, warnings = [] } = checks.get(file) ?? {};
    if (before === files) return;
    checks.set(file, { files, warnings, isDone: false });
    const { code, out } = await commands.check(file);
    checks.set(file, { files, warnings: readWarnings(code, out), isDone: true });
  };

  const refresh = (file: string, about: string): Promise<void> => {
    const before = plans.get(file);
    let begun = now();
    const make = async (): Promise<OwnCommandEnd> => {
      // What is known without a plan is shown first: the two would share the processor.
      if (before === undefined) await clock.sleepUntil(begun + firstMs);
      begun = now();
      return commands.about('plan', file, ['--format', 'json']);
    };
    const busy = make().then(
      ({ code, out, err }) => {
        const known = readPlan(code, out, err);
        const at = written(file, known);
        const files = at.some((time) => time > begun && time <= now()) ? [] : at;
        plans.set(file, { known, busy: undefined, about, madeOf: about, files, at: now(), took: now() - begun });
        // Of files alone: what is recorded changes nothing.
        check(file, String(at)).catch(() => checks.delete(file));
      },
      (error: unknown) => {
        plans.delete(file);
        throw error;
      },
    );
    const { known, madeOf = '', files = [], took = 0 } = before ?? {};
    plans.set(file, { known, busy, about, madeOf, files, at: begun, took });
    return busy;
  };

  return {
    /** Somebody did something to this run here: its plan is made again. */
    actedOn(file: string): void {
      actions.set(file, (actions.get(file) ?? 0) + 1);
    },
    /** What is known now; where there is nothing new enough, the next one is on its way. */
    of(file: string, look: RunLook): KnownPlan | undefined {
      // Where no process sends, what is recorded changes by decisions alone.
      const recorded = look.isUnderWay ? '' : JSON.stringify([...look.counts]);
      const about = `${look.state} ${look.isUnderWay} ${actions.get(file) ?? 0} ${recorded}`;
      const before = plans.get(file);
      const age = now() - (before?.at ?? 0);
      const often = look.isUnderWay ? oftenMs : seldomMs;
      const isEdited = String(before?.files) !== String(written(file, before?.known));
      const isOld = before?.about !== about || isEdited || age > Math.max(often, before.took * 20);
      if (isOld && before?.busy === undefined) refresh(file, about).catch(() => undefined);
      const { known, madeOf } = plans.get(file) ?? {};
      const { warnings = [], isDone = true } = checks.get(file) ?? {};
      return (
        known && { ...withWarnings(known, warnings), isChecking: !isDone, isEarlier: madeOf !== about || isEdited }
      );
    },
  };
}
