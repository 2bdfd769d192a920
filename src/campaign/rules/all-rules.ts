import { audiencesHaveOneSource, sourcesAreComplete } from '../sources/source-rules.ts';
import { budgetCountsEverything } from './budget.ts';
import { callsStayInWindow } from './calling-periods.ts';
import { datesExist, endsFollowStarts } from './dates.ts';
import { durationsAreInRange, guardLeavesTime } from './durations.ts';
import { escapesAreInDoubleQuotes } from './escapes.ts';
import {
  defaultsFitTheirType,
  everySettingCounts,
  filesAreNamed,
  nothingIsUnused,
  renamesAreUnique,
  templatesAreWhereTheyWork,
  textIsNotCutOff,
} from './loose-ends.ts';
import { namesAreTakenOnce } from './names-are-taken-once.ts';
import { needsExist, needsHaveNoCircle } from './needs.ts';
import { bracesAreTemplates } from './not-quite-templates.ts';
import { recipientIsTheKey } from './recipient-is-the-key.ts';
import { audiencesExist, onlyIfLooksBack, sessionIsKnown, whereKeepsItsDigits } from './recipients.ts';
import { requestFieldsExist } from './request-fields-exist.ts';
import type { CampaignRule } from './rule.ts';
import { stopAfterCanBeReached } from './stop-after.ts';
import { referencesResolve, templatesAreLiquid } from './template-references.ts';
import { variablesAreNotSettings } from './variables-are-not-settings.ts';
import { varsHaveValues } from './vars-have-values.ts';
import { wavesEndWithRest } from './waves.ts';
import { campaignIsOpenSomeDay, windowsOnlyNarrow } from './windows.ts';
import { formatsAreTimes, zonesExist } from './zones.ts';

/** Every check that looks at more than one node of a campaign. One that finds nothing costs next to nothing. */
export const campaignRules: readonly CampaignRule[] = [
  needsExist,
  needsHaveNoCircle,
  audiencesExist,
  audiencesHaveOneSource,
  sourcesAreComplete,
  onlyIfLooksBack,
  wavesEndWithRest,
  templatesAreLiquid,
  referencesResolve,
  variablesAreNotSettings,
  templatesAreWhereTheyWork,
  filesAreNamed,
  bracesAreTemplates,
  requestFieldsExist,
  namesAreTakenOnce,
  zonesExist,
  formatsAreTimes,
  datesExist,
  endsFollowStarts,
  windowsOnlyNarrow,
  campaignIsOpenSomeDay,
  durationsAreInRange,
  guardLeavesTime,
  stopAfterCanBeReached,
  callsStayInWindow,
  sessionIsKnown,
  recipientIsTheKey,
  whereKeepsItsDigits,
  renamesAreUnique,
  defaultsFitTheirType,
  everySettingCounts,
  nothingIsUnused,
  textIsNotCutOff,
  escapesAreInDoubleQuotes,
  varsHaveValues,
  budgetCountsEverything,
];
