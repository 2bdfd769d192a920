import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { operations } from '../../service/operations/operations.ts';
import type { Audience, Campaign, Step } from '../campaign.ts';
import { keySpan, type Path, pathInside, placeAt, valueAt, valueSpan } from '../yaml/yaml-tree.ts';
import { isNeeded } from './needs.ts';
import { type CampaignRule, finding, isMisshapen, type RuleInput, warning } from './rule.ts';

/** Every `forEach` names an audience of this file. */
export const audiencesExist: CampaignRule = (about) => {
  const { campaign, tree, audienceNames, unreadableWords, suggest } = about;
  if (isMisshapen(about, ['audiences'])) return [];
  return campaign.steps.flatMap((step) => {
    const audience = step.forEach?.audience;
    if (audience === undefined || audienceNames.has(audience) || unreadableWords.has(audience)) return [];
    const hint = audienceNames.size === 0 ? 'declare it under `audiences`' : suggest(audience, [...audienceNames]);
    const span = valueSpan(tree, pathInside(tree, ['steps', step.id, 'forEach'], 'audience'));
    const message = `\`${step.id}\` runs for each of \`${audience}\`, but there is no such audience`;
    return [finding('CS3003', span, message, { hint })];
  });
};

/** `onlyIf` looks at an earlier step over the same audience. */
export const onlyIfLooksBack: CampaignRule = (about) => {
  const { campaign, steps, tree, stepNames, unreadableWords, suggest } = about;
  return campaign.steps.flatMap((step) => {
    const id = step.forEach?.onlyIf?.step;
    if (id === undefined) return [];
    const span = valueSpan(tree, ['steps', step.id, 'forEach', 'onlyIf', 'step']);
    const earlier = steps.get(id);
    if (earlier === undefined) {
      if (stepNames.has(id) || unreadableWords.has(id)) return [];
      const others = [...stepNames].filter((name) => name !== step.id);
      const message = `\`onlyIf\` names \`${id}\`, but there is no such step`;
      return [finding('CS3004', span, message, { hint: suggest(id, others) })];
    }
    return onlyIfFindings(about, step, earlier).map((problem) => ({ ...problem, span }));
  });
};

function onlyIfFindings(about: RuleInput, step: Step, earlier: Step): Diagnostic[] {
  const { steps, audienceNames } = about;
  if (isMisshapen(about, ['steps', earlier.id, 'forEach']) || isMisshapen(about, ['steps', step.id, 'needs']))
    return [];
  const related = [{ message: `\`${earlier.id}\` is here`, span: earlier.span }];
  if (earlier.forEach === undefined) {
    const message = `\`onlyIf\` names \`${earlier.id}\`, which runs once and has no outcome per recipient`;
    const hint = 'use `needs` with `runs: on-success` or `on-failure`';
    return [finding('CS3005', step.span, message, { related, hint })];
  }
  // A misspelt audience is reported at its own place.
  const isKnown = [earlier, step].every(({ forEach }) => audienceNames.has(forEach?.audience ?? ''));
  if (isKnown && earlier.forEach.audience !== step.forEach?.audience) {
    const message = `\`onlyIf\` names \`${earlier.id}\`, which runs for each of \`${earlier.forEach.audience}\`, not of \`${step.forEach?.audience}\``;
    return [finding('CS3005', step.span, message, { related })];
  }
  if (isNeeded(steps, step.id, earlier.id)) return [];
  const message = `\`onlyIf\` names \`${earlier.id}\`, which may not have finished when \`${step.id}\` starts`;
  return [finding('CS3004', step.span, message, { related, hint: `add \`needs: ${earlier.id}\`` })];
}

export const sessionIsKnown: CampaignRule = ({ campaign, tree }) =>
  campaign.audiences
    .filter((audience) => lacksSessions(audience, campaign.steps))
    .map((audience) =>
      warning('CS5010', keySpan(tree, ['audiences', audience.name]), sessionWords(audience), sessionHint),
    );

/** `where` compares texts, so what YAML has changed matches nothing: `007`, or `TRUE` as spreadsheets write it. */
export const whereKeepsItsDigits: CampaignRule = ({ campaign, tree }) => {
  const paths = conditionsOf(campaign).flatMap(({ path }): Path[] => [path, [...path, 'oneOf'], [...path, 'not']]);
  return paths.flatMap((path) => {
    const value = valueAt(tree.value, path);
    const items: [unknown, Path][] = Array.isArray(value)
      ? value.map((item: unknown, index) => [item, [...path, index]])
      : [[value, path]];
    return items.flatMap(([item, at]) => {
      const { source, value: span } = placeAt(tree, at);
      const isNumber = typeof item === 'number';
      if (!(isNumber || typeof item === 'boolean') || source === undefined || source === String(item)) return [];
      const read = isNumber ? `the number ${item}` : `\`${item}\``;
      const hint = `put it in quotes: "${source}"`;
      return [finding('CS1005', span, `YAML reads \`${source}\` as ${read}, but cells are compared as text`, { hint })];
    });
  });
};

/** What every `where` says of a column, of audiences and then of steps, and where that is written. */
export function conditionsOf({ audiences, steps }: Campaign) {
  const wheres = [
    ...audiences.map(({ name, where }) => ({ audience: name, where, at: ['audiences', name] })),
    ...steps.flatMap(({ id, forEach }) =>
      forEach === undefined ? [] : [{ audience: forEach.audience, where: forEach.where, at: ['steps', id, 'forEach'] }],
    ),
  ];
  return wheres.flatMap(({ audience, where, at }) =>
    Object.entries(where).map(([column, conditions]) => ({
      audience,
      column,
      conditions,
      path: [...at, 'where', column] satisfies Path,
    })),
  );
}

/** The service accepts messages only within 24 hours of the recipient's last one, so its time must be known. */
export function lacksSessions(audience: Audience, steps: readonly Step[]): boolean {
  const sends = (step: Step): boolean =>
    operations[step.uses].needsSession === true && step.forEach?.audience === audience.name;
  return audience.lastInbound === undefined && steps.some(sends);
}

export function sessionWords({ name }: Audience): string {
  return `\`${name}\` does not say when its recipients last wrote; WhatsApp messages are accepted only within 24 hours of that`;
}

export const sessionHint = 'set `lastInbound` to the column with that time';
