import { variablesAreNotSettings } from '../campaign-env.ts';
import { audiencesHaveOneSource, sourcesAreComplete } from '../sources/source-rules.ts';
import { budgetCountsEverything, stopAfterCanBeReached, wavesEndWithRest } from './limits.ts';
import {
  defaultsFitTheirType,
  everySettingCounts,
  filesAreNamed,
  nothingIsUnused,
  renamesAreUnique,
  templatesAreWhereTheyWork,
  textIsNotCutOff,
} from './loose-ends.ts';
import { needsExist, needsHaveNoCircle } from './needs.ts';
import { audiencesExist, onlyIfLooksBack, sessionIsKnown, whereKeepsItsDigits } from './recipients.ts';
import { namesAreTakenOnce, recipientIsTheKey, requestFieldsExist } from './request-fields.ts';
import type { CampaignRule } from './rule.ts';
import { referencesResolve, templatesAreLiquid } from './template-references.ts';
import { bracesAreTemplates, textsAreMeant, varsHaveValues } from './texts.ts';
import {
  datesExist,
  durationsAreInRange,
  endsFollowStarts,
  formatsAreTimes,
  guardLeavesTime,
  zonesExist,
} from './times.ts';
import { callsStayInWindow, campaignIsOpenSomeDay, windowsOnlyNarrow } from './windows.ts';

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
  textsAreMeant,
  varsHaveValues,
  budgetCountsEverything,
];
