import type { Host } from '../../platform/ports.ts';
import { isUnderWay } from '../../run/summary.ts';
import { completeCommands } from '../messages/format-command.ts';
import { tellElsewhere } from '../messages/missing-run.ts';
import { tellNewRun } from '../messages/new-run.ts';
import { tellOtherFiles } from '../messages/other-files.ts';
import { statusHeadAtOnce } from '../messages/status-head.ts';
import { type OpenedCampaign, openCampaign, openCounted, placeOf } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';
import { createLiveStatus } from '../output/live-status.ts';
import { foresee, foreseeByKinds, type Outlook } from '../status/outlook.ts';
import { namesOf, peekAtAll, peekAtCounts } from '../status/peek.ts';
import { print } from '../status/print-status.ts';
import type { StatusOptions } from '../status/status-options.ts';

/** How often `--follow` looks. */
const lookMs = 1_000;
/** Jobs to go of which the next is known in an instant. */
const foreseenAtOnce = 50_000;

/** callsheet status FILE: counts by step and outcome, what is next, and what is in doubt. */
export async function status(options: StatusOptions, host: Host): Promise<ExitCode> {
  const isLive = options.follow && options.format === 'text' && host.console.outIsTerminal;
  const head = options.format === 'text' && !isLive ? await statusHeadAtOnce(options, host) : undefined;
  if (head !== undefined) host.console.out(completeCommands(head, options));
  const first = (await openCounted(options, host)) ?? (await openCampaign(options, host));
  if (typeof first === 'number') return first;
  let opened = first;
  /** With its lists, and every row verified. */
  const openWhole = async (): Promise<OpenedCampaign | ExitCode> => {
    if (opened.isCounted === undefined) return opened;
    const whole = await openCampaign(options, host);
    if (typeof whole === 'number') return whole;
    await opened.close();
    opened = whole;
    return whole;
  };
  try {
    const isNewShown = opened.isCounted === undefined && (await tellNewRun(opened, options, host));
    if (opened.reader === undefined && options.format === 'text' && !isNewShown)
      await tellElsewhere(options, placeOf(opened, options, host), host);
    if (options.format === 'text') await tellOtherFiles(opened, host);
    const live = isLive ? createLiveStatus(host, opened.campaign.timezone) : undefined;
    let text = '';
    // What is drawn again is collected first.
    const out = live === undefined ? host.console.out : (more: string): void => void (text += more);
    const printer: Host = { ...host, console: { ...host.console, out } };
    let last = '';
    let isShown = false;
    for (;;) {
      // First, so that what ends in between is shown the next time.
      const held = opened.reader !== undefined && (await isUnderWay(opened.reader));
      const look = (await peekAtCounts(opened)) ?? (await peekAtAll(await openWhole()));
      if (typeof look === 'number') return look;
      const counted = JSON.stringify({ ...look, processes: namesOf(look.processes) });
      const changed = counted !== last;
      if (changed || !isShown) {
        // While a large run is being sent, the answer would be old before it is known.
        text = '';
        isShown = !changed || last === '' || look.summary.pending <= foreseenAtOnce;
        const foreseen = async (): Promise<Outlook | ExitCode> => {
          const known = await foreseeByKinds(look, opened, options, host, held);
          if (known !== undefined) return known;
          const whole = await openWhole();
          return typeof whole === 'number' ? whole : foresee(look, whole, options, host, held);
        };
        const printing = { opened, options, host: printer, headShown: last === '' ? head : undefined };
        const failed = await print(look, isShown ? foreseen : undefined, printing);
        if (failed !== undefined) return failed;
      }
      last = counted;
      live?.show(text, look.state === 'running' ? look.summary : undefined);
      // A paused process is there, and may go on.
      if (!options.follow || !held) return exitCode.done;
      await host.clock.sleepUntil(host.clock.now() + lookMs);
    }
  } finally {
    await opened.close();
  }
}
