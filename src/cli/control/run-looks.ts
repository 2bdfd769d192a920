import type { RunLook } from '../../control/shown/run-look.ts';
import type { RunReader } from '../../ledger/backend.ts';
import type { Host } from '../../platform/ports.ts';
import { type FoundRun, findRun } from '../../project/find-run.ts';
import { openProject } from '../../project/project.ts';
import { isUnderWay, notBegun, seeRecorded } from '../../run/run-state.ts';
import { jobCounts } from '../../run/summary.ts';
import { refusalMessage, stateErrorMessage } from '../messages/state-messages.ts';
import type { CampaignOptions } from '../options/campaign-options.ts';
import { createRunStarts, type RunStarts } from './run-starts.ts';

const textValidMs = 5_000;
/** As many are read before the first view is shown. */
const readAtOnce = 50_000;

/** Looks at campaigns again and again; what is large is read less often than what is small. */
export function createRunLooks(options: Omit<CampaignOptions, 'file'>, host: Host) {
  const texts = new Map<string, { readonly at: number; readonly text: Promise<FoundRun | undefined> }>();
  const starts = new Map<string, RunStarts>();

  const textOf = (file: string): Promise<FoundRun | undefined> => {
    const known = texts.get(file);
    if (known !== undefined && host.clock.now() - known.at < textValidMs) return known.text;
    const text = findRun(openProject(options, host), { file, run: options.run });
    texts.set(file, { at: host.clock.now(), text });
    return text;
  };

  const startsOf = (file: string, run: string): RunStarts => {
    const own = starts.get(`${run} ${file}`) ?? createRunStarts();
    starts.set(`${run} ${file}`, own);
    return own;
  };

  return {
    textOf,
    /** With `known`, starts that would take long to read are not: they are those that earlier looks have read. */
    async look(file: string, reads: 'known' | 'new' = 'known'): Promise<RunLook> {
      const found = await textOf(file);
      const nothing: RunLook = {
        name: found?.title ?? found?.campaign ?? file,
        run: found?.run ?? '',
        campaign: found?.understood,
        ...notBegun,
        isUnderWay: false,
        counts: new Map(),
        recent: [],
        bursts: new Map(),
        trouble: undefined,
      };
      const unreadable = (trouble: string): RunLook => ({ ...nothing, state: 'unreadable', trouble });
      if (found === undefined) return unreadable(`${file} does not name a campaign.`);
      const given = { ...options, file };
      const { backend } = found;
      const about = { campaign: found.campaign, run: found.run, service: '' };
      let reader: RunReader | undefined;
      try {
        const opened = await backend.openForReading({ about, verify: 'none' });
        if (opened === undefined) return nothing;
        if ('refused' in opened) return unreadable(refusalMessage(opened.refused, backend.location, given, ''));
        reader = opened.reader;
        const counts = await jobCounts(reader);
        const moment = { counts, isUnderWay: await isUnderWay(reader), begunAt: (await reader.status()).begunAt };
        const own = startsOf(file, found.run);
        if (reads === 'new' || own.unread(moment) <= readAtOnce) await own.read(reader, moment);
        return {
          ...nothing,
          counts,
          ...(await seeRecorded(reader)),
          isUnderWay: moment.isUnderWay,
          processes: await reader.processes?.(),
          recent: own.recent(),
          bursts: own.bursts(),
        };
      } catch (error) {
        return unreadable(stateErrorMessage(error, backend.location));
      } finally {
        await reader?.close().catch(() => undefined);
      }
    },
  };
}
