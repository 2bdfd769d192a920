import type { ControlReply, ControlRequest, ControlRoute } from '../../control/server/route.ts';
import type { Host } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { serviceOf } from '../../project/settings.ts';
import { createHandles, type Handles } from './handles.ts';
import { createInboxes, type Inboxes } from './inbox/inboxes.ts';
import { createKnownPlans } from './known-plans.ts';
import { createLiveViews, type LiveViews } from './live-views.ts';
import type { ControlOptions } from './open-options.ts';
import { createOwnCommands, type OwnCommands } from './own-commands.ts';
import { createRunLooks } from './run-looks.ts';
import { createShownPlans, type ShownPlans } from './shown-plans.ts';

/** What the routes of the control room share. */
export interface ControlRoom {
  readonly options: ControlOptions;
  readonly host: Host;
  /** Campaign files, by the path under which people know each. */
  readonly files: readonly string[];
  readonly commands: OwnCommands;
  readonly looks: ReturnType<typeof createRunLooks>;
  readonly plans: ReturnType<typeof createKnownPlans>;
  readonly shownPlans: ShownPlans;
  readonly live: LiveViews;
  readonly inboxes: Inboxes;
  readonly handles: Handles;
  /** Files of campaigns that somebody is starting: their processes may not hold the run yet. */
  readonly starting: Set<string>;
  /** By file: how the latest run that was started here ended, where it was said to have started and then failed. */
  readonly failedStarts: Map<string, string>;
  /** Base URL as the settings have it now, which every command reads again; empty where none is set. */
  service(): string;
  close(): Promise<void>;
}

export function createControlRoom(options: ControlOptions, files: readonly string[], host: Host): ControlRoom {
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
    plans: createKnownPlans(commands, host.clock),
    shownPlans,
    async close() {
      await Promise.all([shownPlans.drop(), inboxes.close()]);
    },
    live: createLiveViews(host.clock),
    handles: createHandles(),
    starting: new Set(),
    failedStarts: new Map(),
    service,
  };
}

/** Carries out a request about one campaign, whose file must be one of ours: a path is never taken from a request. */
export function aboutCampaign(
  room: ControlRoom,
  handle: (file: string, request: ControlRequest) => Promise<ControlReply>,
): ControlRoute['handle'] {
  return async (request) => {
    const name = request.body['file'] ?? request.query.get('file');
    const file = room.files.find((each) => each === name);
    return file === undefined ? noSuchCampaign : handle(file, request);
  };
}

export const noSuchCampaign = { refused: 'There is no such campaign here.' };
