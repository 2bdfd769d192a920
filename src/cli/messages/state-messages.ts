import { basename, dirname } from 'node:path';
import type { Doubtful, StoreRefusal, StoreWarning } from '../../state/open-store.ts';
import type { StateTrouble } from '../../state/state-trouble.ts';
import { type CommandContext, formatCommand, shellWord } from './format-command.ts';

/** Why a state file was not opened, and what to do. */
export function refusalMessage(refused: StoreRefusal, path: string, options: CommandContext): string {
  const { file } = options;
  switch (refused.kind) {
    case 'locked': {
      const { holder, otherRun, otherState } = refused;
      const who =
        holder === undefined
          ? 'another process'
          : `process ${holder.pid} on ${holder.host}, since ${new Date(holder.since).toISOString()}`;
      const run = otherRun === undefined ? '' : ` as run ${otherRun}`;
      const state = otherState === undefined ? '' : `, with the state file ${otherState}`;
      const say = formatCommand({
        ...options,
        ...(otherRun === undefined ? {} : { run: otherRun }),
        ...(otherState === undefined ? {} : { state: dirname(otherState) }),
      });
      return `${file} is being run${run} by ${who}${state}. Wait for it; \`${say('pause')}\` makes it wait, \`${say('cancel')}\` or Ctrl-C ends it. Nothing was sent.`;
    }
    case 'otherService':
      return `${path} belongs to another service (${refused.service}): who was contacted there is not known here. Use that service's settings, or another folder with --state. Nothing was sent.`;
    case 'newer':
      return `${path} was written by a newer callsheet (state version ${refused.version}). Update callsheet. Nothing was changed.`;
    case 'foreign':
      return `${path} is no state file of callsheet. Move it away, or use another folder with --state. Nothing was changed.`;
    case 'trouble':
      return `${stateTroubleMessage(refused.trouble, path, refused.message)} Nothing was sent.`;
    case 'otherHost':
      return `${path} was written on another host (${refused.host}). If that host will not run it again, take it over with --adopt. Nothing was sent.`;
    case 'missing':
      return refused.isThere
        ? `This run of ${file} has been carried out with another state file, ${refused.path}: ${path} does not know who was contacted. Run it there, with --state; for a further run give it a name with --run; or begin anew with --adopt, which contacts people again. Nothing was sent.`
        : `This run of ${file} has been carried out before, and its state file ${refused.path} is gone. It says who was contacted: put it back. For a further run give it a name with --run; or begin anew with --adopt, which contacts people again. Nothing was sent.`;
    case 'replaced':
      return `${path} is not the file that carried out this run of ${file}: it was replaced, or it lost its latest changes (is its ${basename(path)}-wal gone?). It does not know who was contacted. Put the right file back; for a further run give it a name with --run; or start over with --adopt, which contacts people again. Nothing was sent.`;
    case 'behind':
      return `${path} is older than what was done with it: it has come to change ${refused.seq}, and change ${refused.known} was written. It was put back from a copy, or cut. Put the newest one in its place; or go on with this one with --adopt, which may contact people again. Nothing was sent.`;
    case 'copied':
      return `${path} is a copy of ${refused.path}, which is still there. Run it there, with --state; or take this one over with --adopt, if the other will not be run again. Nothing was sent.`;
    default:
      return refused satisfies never;
  }
}

/** What a state file that does not work means, and the way out. */
export function stateTroubleMessage(trouble: StateTrouble, path: string, message: string): string {
  switch (trouble) {
    case 'busy':
      return `${path} is held by another program (${message}). Close it and try again.`;
    case 'full':
      return `The disk is full: ${path} takes no more. Make room and run again: what was sent is known, and nothing was sent that is not.`;
    case 'readOnly':
      return `${path} cannot be read and written (${message}). Check the permissions of the file and its folder, or use another folder with --state.`;
    case 'damaged':
      return `${path} is damaged (${message}). It says who was contacted, so nothing goes on without it: restore it from a backup, or look at it with \`sqlite3 ${shellWord(path)} .recover\`.`;
    case 'io':
      return `The disk failed under ${path} (${message}). Nothing more is sent until it works again.`;
    case 'taken':
      return `${path} was taken over by another process: the file of a lock was deleted while this one ran. This one has stopped; what it had under way is treated as after a crash.`;
    case 'gone':
      return `${path} was moved, deleted or replaced while it was in use. Put it back and run again; what was under way is treated as after a crash.`;
    default:
      return trouble satisfies never;
  }
}

/** What should be known of a state file that was opened all the same. */
export function stateWarning(warning: StoreWarning): string {
  switch (warning.kind) {
    case 'adopted':
      return `--adopt: ${adoptedWords(warning.from)}`;
    case 'noWitness':
      return `${warning.folder} cannot be written (${warning.message}): a state file that is put back, copied or deleted, or a second runner with another state file, would not be noticed.`;
    case 'noHome':
      return 'Neither XDG_STATE_HOME nor HOME is set, so there is no rollback guard: a state file that is deleted, restored or copied, or a second runner with another state file, would not be noticed. Set XDG_STATE_HOME to a folder that is kept between runs.';
    case 'openFolder':
      return `Anybody on this machine may write in ${warning.folder}, and so replace the memory of who was contacted. Take that right away: chmod o-w ${shellWord(warning.folder)}`;
    default:
      return warning satisfies never;
  }
}

const again =
  'Redials, codes and uploads are known to the service by name and are not done twice; WhatsApp messages are not, and may go out again.';

function adoptedWords(from: Doubtful): string {
  switch (from.kind) {
    case 'otherHost':
      return `the state file is this host's now. Do not run the campaign on ${from.host} any more.`;
    case 'missing':
      return `this run begins anew, without the memory in ${from.path}. ${again}`;
    case 'replaced':
      return `this run starts over: the file at its place does not know who was contacted. ${again}`;
    case 'behind':
      return `the run goes on from change ${from.seq}, and what came after it (up to ${from.known}) is forgotten. ${again}`;
    case 'copied':
      return `this copy is the state file now; ${from.path} is refused from now on.`;
    default:
      return from satisfies never;
  }
}
