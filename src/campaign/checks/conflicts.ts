import { counted } from '../../diagnostic/count-words.ts';
import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { grouped } from '../../diagnostic/grouped.ts';
import { lineSpan, type Span } from '../../diagnostic/source-file.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Rate } from '../../time/duration.ts';
import { dayOf } from '../../time/wall-clock.ts';
import type { Campaign, Step } from '../campaign.ts';
import type { ContactScope } from '../contact-rules.ts';
import type { LoadedCampaign } from '../loaded-campaign.ts';
import { warning } from '../rules/rule.ts';

/** Conflicts between campaigns that are checked together. All are warnings: an overlap may be intended. */
export function findConflicts(
  loaded: readonly LoadedCampaign[],
  // A plan of all of them shows who gets what.
  { people = true }: { readonly people?: boolean } = {},
): Diagnostic[] {
  const pairs = loaded.flatMap((one, index) => loaded.slice(index + 1).map((other) => ({ one, other })));
  return [
    ...pairs.flatMap(({ one, other }) => [
      ...sameId(one, other),
      ...sameTaskName(one, other),
      ...(people ? samePeople(one, other) : []),
    ]),
    ...pairs.flatMap(({ one, other }) => otherAccountLimits(one, other)),
    ...jointRate(loaded),
  ];
}

function conflict(span: Span, message: string, hint: string, twin: Span): Diagnostic {
  return warning('CS3025', span, message, hint, [{ message: 'the other one', span: twin }]);
}

/** The line of a root key. */
function place({ places }: LoadedCampaign, key: string): Span {
  const { file, start } = places([key]);
  return lineSpan(file, start);
}

function sameId(one: LoadedCampaign, other: LoadedCampaign): Diagnostic[] {
  if (one.campaign.id !== other.campaign.id) return [];
  const message = `Another file has the same campaign id \`${one.campaign.id}\`: the two would share one state file and their order ids`;
  return [conflict(place(other, 'campaign'), message, 'give each campaign its own id', place(one, 'campaign'))];
}

/** The service refuses a task name that exists (code -41). */
function sameTaskName(one: LoadedCampaign, other: LoadedCampaign): Diagnostic[] {
  return redials(other.campaign).flatMap(({ step, taskName }) => {
    const twin = redials(one.campaign).find((candidate) => candidate.taskName === taskName);
    if (twin === undefined || /\{\{\s*campaign\./.test(taskName)) return [];
    // The same template over `run.id` gives the same name if both start on the same day.
    const [day, twinsDay] = [other, one].map(({ campaign }) => campaign.starts?.slice(0, 10));
    if (/\{\{/.test(taskName) && day !== twinsDay) return [];
    const message = `\`${step.id}\` has the same task name \`${taskName}\` as another campaign: the service refuses the second one (-41)`;
    const hint = 'add the campaign to the name: `{{ campaign.id }}-{{ run.id }}`';
    return [conflict(step.span, message, hint, twin.step.span)];
  });
}

function redials(campaign: Campaign): { readonly step: Step; readonly taskName: string }[] {
  return campaign.steps.flatMap((step) => {
    const { taskName } = step.with;
    return operations[step.uses].naturalKey === 'taskName' && typeof taskName === 'string' ? [{ step, taskName }] : [];
  });
}

/** People of both campaigns while both run. */
function samePeople(one: LoadedCampaign, other: LoadedCampaign): Diagnostic[] {
  if (one.campaign.id === other.campaign.id || !overlaps(one.campaign, other.campaign)) return [];
  if (areCapped(one, other) && one.campaign.contacts?.priority !== other.campaign.contacts?.priority) return [];
  return [...other.rosters.values()].flatMap((theirs) => {
    const audience = other.campaign.audiences.find(({ name }) => name === theirs.audience);
    if (audience === undefined) return [];
    return [...one.rosters.values()].flatMap((ours) => {
      let both = 0;
      const [small, large] = ours.size < theirs.size ? [ours, theirs] : [theirs, ours];
      for (let index = 0; index < small.size; index++) if (large.indexOf(small.key(index)) !== undefined) both++;
      if (both === 0) return [];
      const twin = one.campaign.audiences.find(({ name }) => name === ours.audience)!;
      const whom = `${counted(both, 'recipient')} of \`${audience.name}\``;
      const { message, hint } = meeting(one, other, whom);
      return [warning('CS3025', audience.span, message, hint, [{ message: 'their audience there', span: twin.span }])];
    });
  });
}

function meeting(
  one: LoadedCampaign,
  other: LoadedCampaign,
  whom: string,
): { readonly message: string; readonly hint: string } {
  const { id } = one.campaign;
  if (areCapped(one, other))
    return {
      message: `${whom} may be contacted at the same hours by the campaign \`${id}\`, which has the same priority: where a cap has no room for both, whichever comes first is sent`,
      hint: 'give one of them a greater `contacts.priority`; `callsheet plan` of both files shows who waits',
    };
  const message = `${whom} may be contacted at the same hours by the campaign \`${id}\``;
  const twoProjects =
    one.directory !== other.directory && one.campaign.contacts !== undefined && other.campaign.contacts !== undefined;
  return twoProjects
    ? { message: `${message}, in another project: no cap holds over both`, hint: 'keep both campaigns in one folder' }
    : { message, hint: 'move one campaign to another time, or `exclude` the list of the other' };
}

/** Whether caps of one project hold over both. */
function areCapped(one: LoadedCampaign, other: LoadedCampaign): boolean {
  const [ours, theirs] = [one.campaign.contacts, other.campaign.contacts];
  if (one.directory !== other.directory || ours === undefined || theirs === undefined) return false;
  const isContacting = (cap: ContactScope, { steps }: Campaign): boolean =>
    steps.some(({ uses, purpose, forEach }) => {
      const { channel } = operations[uses];
      return (
        forEach !== undefined &&
        channel !== undefined &&
        (cap.channel ?? channel) === channel &&
        cap.purposes.includes(purpose)
      );
    });
  return [...ours.caps, ...theirs.caps].some(
    (cap) => isContacting(cap, one.campaign) && isContacting(cap, other.campaign),
  );
}

/** Whether both may run at the same time. A campaign without a start may be run at any time. */
function overlaps(one: Campaign, other: Campaign): boolean {
  const isOneZone = one.timezone === other.timezone;
  // Zones differ by at most 26 hours, so days are compared with a margin of two.
  const before = ({ ends }: Campaign, { starts }: Campaign): boolean =>
    ends !== undefined && starts !== undefined && (isOneZone ? ends <= starts : dayOf(ends) + 2 < dayOf(starts));
  if (before(one, other) || before(other, one)) return false;
  return (
    !isOneZone ||
    (one.window.open < other.window.close &&
      other.window.open < one.window.close &&
      one.window.days.some((day) => other.window.days.includes(day)))
  );
}

/** Campaigns of one account that run at the same time are refused if they do not give the same limits for it. */
function otherAccountLimits(one: LoadedCampaign, other: LoadedCampaign): Diagnostic[] {
  const { appId } = one.campaign.account;
  const [ours, theirs] = [one.campaign.limits.account, other.campaign.limits.account];
  if (appId === undefined || appId !== other.campaign.account.appId) return [];
  if (JSON.stringify(ours) === JSON.stringify(theirs) || !overlaps(one.campaign, other.campaign)) return [];
  const span = other.places(['limits', 'account']);
  const message = `This campaign and \`${one.campaign.id}\` use one account and give different \`limits.account\`: with one store, the second to start is refused`;
  const twin = one.places(['limits', 'account']);
  return [conflict(lineSpan(span.file, span.start), message, 'write the same limits in both', twin)];
}

/** The account's rate is not known; together, campaigns may exceed the highest rate that one of them sets. */
function jointRate(loaded: readonly LoadedCampaign[]): Diagnostic[] {
  const accountOf = ({ campaign }: LoadedCampaign): string => campaign.account.appId ?? '';
  const withAccount = loaded.filter((one) => accountOf(one) !== '');
  return [...grouped(withAccount, accountOf).values()].flatMap((group) => {
    const [first, ...others] = group.filter(
      ({ campaign }) => campaign.limits.rate !== undefined && campaign.limits.account?.rate === undefined,
    );
    const together = others.filter(({ campaign }) => first && overlaps(first.campaign, campaign));
    if (first === undefined || together.length === 0) return [];
    const rates = [first, ...together].map(({ campaign }) => perSecond(campaign.limits.rate!));
    const largest = Math.max(...rates);
    const sum = rates.reduce((total, rate) => total + rate, 0);
    const message = `These campaigns share one account and may together start ${rounded(sum)} jobs per second; the highest rate of one of them is ${rounded(largest)}`;
    const hint = 'lower the rates if they are limits of the account';
    const related = together.map((one) => ({ message: 'another one', span: place(one, 'limits') }));
    return [warning('CS3025', place(first, 'limits'), message, hint, related)];
  });
}

function perSecond({ count, perMs }: Rate): number {
  return (count * 1000) / perMs;
}

function rounded(rate: number): string {
  return String(Math.round(rate * 100) / 100);
}
