import { type Host, type Instant, withConsole } from '../../platform/ports.ts';
import { isUnderWay } from '../../run/run-state.ts';
import { tellDespiteErrors } from '../messages/despite-errors.ts';
import { tellOtherFiles } from '../messages/held-run.ts';
import { tellElsewhere, tellRefused } from '../messages/missing-run.ts';
import { tellNewRun } from '../messages/new-run.ts';
import { stateError } from '../messages/state-error.ts';
import { openCampaign, placeOf } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { createLiveStatus } from '../output/live-status.ts';
import type { Given } from '../program.ts';
import { foresee, type Outlook } from '../status/outlook.ts';
import { namesOf, peek } from '../status/peek.ts';
import { print, sumsOf } from '../status/print-status.ts';

/** How often `--follow` looks; less often where a look takes long, so that it takes a fifth of a processor at most. */
const lookMs = 1_000;
const pauseForEachMs = 4;
/** Pending jobs of which the next is known in an instant. */
const foreseenAtOnce = 50_000;

/** callsheet status FILE: counts by step and outcome, what is next, and what is in doubt. */
export async function status(options: Given<'status'>, host: Host): Promise<ExitCode> {
  const isLive = options.follow && options.format === 'text' && host.console.outIsTerminal;
  const opened = await openCampaign(options, host, { verify: 'counts' });
  if (typeof opened === 'number') {
    if (opened === exitCode.findings && options.format === 'text') await tellDespiteErrors(options, host);
    return opened;
  }
  try {
    const isNewShown = await tellNewRun(opened, options, host);
    const isHeld = opened.reader !== undefined && (await isUnderWay(opened.reader));
    const tell = opened.reader === undefined ? tellElsewhere : tellRefused;
    if (!isHeld && options.format === 'text' && !isNewShown) await tell(options, placeOf(opened), host);
    if (options.format === 'text') await tellOtherFiles(opened, host);
    const live = isLive ? createLiveStatus(host, opened.campaign.timezone) : undefined;
    let text = '';
    // What is drawn again is collected first.
    const out = live === undefined ? host.console.out : (more: string): void => void (text += more);
    const printer = withConsole(host, { out });
    let last = '';
    let isShown = false;
    let known: { readonly outlook: Outlook; readonly at: Instant } | undefined;
    for (;;) {
      const beganAt = host.clock.now();
      // First, so that what ends in between is shown the next time.
      const held = opened.reader !== undefined && (await isUnderWay(opened.reader));
      const look = await peek(opened);
      const counted = JSON.stringify({ ...look, processes: namesOf(look.processes) });
      const changed = counted !== last;
      if (changed || !isShown) {
        // While a large run is being sent, the answer would be old before it is known.
        text = '';
        isShown = !changed || last === '' || look.summary.pending <= foreseenAtOnce;
        const foreseen = async () => {
          known = { outlook: await foresee(look, opened, options, host, held), at: host.clock.now() };
          return known.outlook;
        };
        await print(look, isShown ? foreseen : undefined, { opened, options, host: printer });
      } else if (live !== undefined && known !== undefined) {
        // The same, a moment later.
        const { outlook, at } = known;
        text = '';
        const later = async () => ({ ...outlook, now: outlook.now + host.clock.now() - at });
        await print(look, later, { opened, options, host: printer });
      }
      last = counted;
      live?.show(text, look.state === 'running' ? sumsOf(look, opened.campaign).steps : []);
      // A paused process is there, and may go on.
      if (!options.follow || !held || host.console.outIsLeft()) return exitCode.done;
      const now = host.clock.now();
      await host.clock.sleepUntil(now + Math.max(lookMs, pauseForEachMs * (now - beganAt)));
    }
  } catch (error) {
    return stateError(error, opened.backend.location, host);
  } finally {
    await opened.close();
  }
}
