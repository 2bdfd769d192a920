import type { Part } from '../../campaign/audiences/part.ts';
import type { LoadedCampaign } from '../../campaign/loaded-campaign.ts';
import type { RunLease } from '../../ledger/backend.ts';
import type { RunContacts } from '../../ledger/contacts/run-contacts.ts';
import type { SentWith } from '../../ledger/hand-out.ts';
import type { SavedPlan } from '../../plan/saved/saved-plan.ts';
import type { Host } from '../../platform/ports.ts';
import type { Project } from '../../project/project.ts';
import type { RunOptions } from '../options/run-options.ts';
import type { ServiceConnection } from './service-connection.ts';

/** A campaign, the lease of its run, and a connection to the service. */
export interface OpenedRun extends ServiceConnection {
  /** What it was opened with. */
  readonly options: RunOptions;
  readonly host: Host;
  readonly project: Project;
  readonly loaded: LoadedCampaign;
  readonly run: string;
  readonly lease: RunLease;
  readonly service: string;
  /** The path of the state file, or the name of the shared ledger. */
  readonly stateFile: string;
  readonly logFile: string;
  /** Not in the sandbox, and not by a worker without the settings for it. */
  readonly sendsNotices: boolean;
  /** What workers must have in common with this process; undefined where the state lets no others send. */
  readonly sentWith: SentWith | undefined;
  /** The plan that was approved, where one was given. */
  readonly approved: SavedPlan | undefined;
  /** The recipients that it is limited to, where it is. */
  readonly part: Part | undefined;
  /** The contact ledger, where the campaign has contact rules. */
  readonly contacts: RunContacts | undefined;
}
