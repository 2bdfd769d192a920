import type { Instant } from '../../platform/ports.ts';
import { formatDayTime } from '../../report/plan/words.ts';
import { formatSpanSetting } from '../../time/duration.ts';
import type { OpenedCampaign } from '../open/open-campaign.ts';

/** A sentence for each list that becomes too old before the plan ends, on which the run would halt. Nobody imports lists for a sandbox. */
export async function listsDue(
  { project, campaign, contacts: reader }: Pick<OpenedCampaign, 'project' | 'campaign' | 'contacts'>,
  ends: Instant | undefined,
): Promise<readonly string[]> {
  const { contacts: rules, timezone } = campaign;
  if (project.sandbox || rules === undefined || reader === undefined || ends === undefined) return [];
  const imported = await reader.lists();
  return rules.lists.flatMap(({ list, maxAgeMs }) => {
    const importedAt = imported.get(list);
    if (maxAgeMs === undefined || importedAt === undefined || importedAt + maxAgeMs >= ends) return [];
    const until = formatDayTime(importedAt + maxAgeMs, timezone);
    return [
      `The suppression list \`${list}\` becomes older than ${formatSpanSetting(maxAgeMs)} at ${until}: import it again before then, or the run halts.`,
    ];
  });
}
