import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isZone, nearestZone } from '../../time/time-zone.ts';
import { readTimeFormat } from '../../time/written-time.ts';
import type { AudienceInput } from '../schema/campaign-input.gen.ts';
import { keySpan, type Path, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding, isMisshapen } from './rule.ts';

/** Zones are IANA names: abbreviations mean several, and offsets are wrong for half of the year. */
export const zonesExist: CampaignRule = (about) => {
  const { input, campaign, tree } = about;
  const has = (tree.value as Record<string, unknown>)['timezone'];
  return [
    ...(typeof has === 'string' ? zoneFindings(input.timezone, tree, ['timezone']) : []),
    ...campaign.audiences.flatMap(({ name, timezone, lastInbound }) => {
      const at = ['audiences', name];
      const written = input.audiences?.[name]?.timezone ?? {};
      return [
        ...(written.zone === undefined ? [] : zoneFindings(written.zone, tree, [...at, 'timezone', 'zone'])),
        ...('column' in timezone && timezone.else !== undefined && 'zone' in timezone.else
          ? zoneFindings(timezone.else.zone, tree, [...at, 'timezone', 'else'])
          : []),
        ...(lastInbound?.zone === undefined
          ? []
          : zoneFindings(lastInbound.zone, tree, [...at, 'lastInbound', 'zone'])),
        ...(isMisshapen(about, [...at, 'timezone', 'column']) ? [] : contradiction(written, tree, [...at, 'timezone'])),
      ];
    }),
  ];
};

/** A zone is the same for all; a column is not, and only its cells may be empty. */
function contradiction(
  { column, zone, else: other }: NonNullable<AudienceInput['timezone']>,
  tree: YamlTree,
  path: Path,
): Diagnostic[] {
  if (column !== undefined && zone !== undefined) {
    const message = '`timezone` has both a `column` and a `zone`';
    const hint = 'keep one of them; `else` beside `column` says how an empty cell is read';
    return [finding('CS5012', keySpan(tree, [...path, 'zone']), message, { hint })];
  }
  if (other === undefined || column !== undefined) return [];
  const message = '`else` is for the empty cells of a `column`, and there is none';
  const hint = 'name the column, or remove `else`';
  return [finding('CS5012', keySpan(tree, [...path, 'else']), message, { hint })];
}

/** `format` says how the times of a column are written. */
export const formatsAreTimes: CampaignRule = ({ campaign, tree }) =>
  campaign.audiences.flatMap(({ name, lastInbound }) => {
    const { format } = lastInbound ?? {};
    const read = format === undefined ? undefined : readTimeFormat(format);
    if (format === undefined || typeof read !== 'string') return [];
    const span = valueSpan(tree, ['audiences', name, 'lastInbound', 'format']);
    const message = `\`${format}\` is not a format of a time: ${read}`;
    const hint = 'write it as in `DD/MM/YYYY HH:mm` or `M/D/YYYY h:mm A`';
    return [finding('CS5013', span, message, { hint })];
  });

function zoneFindings(zone: string, tree: YamlTree, path: Path): Diagnostic[] {
  if (isZone(zone)) return [];
  const span = valueSpan(tree, path);
  const meant = nearestZone(zone);
  const message = /^[A-Z]{2,5}$/.test(zone)
    ? `\`${zone}\` is an abbreviation for several time zones`
    : /^(UTC|GMT)? ?[+-]\d/.test(zone)
      ? `\`${zone}\` is an offset, which is wrong when the clocks change`
      : `There is no time zone \`${zone}\``;
  const hint =
    meant === undefined ? 'use the name of a place, such as `Africa/Lagos`' : ({ kind: 'meant', word: meant } as const);
  return [finding('CS5001', span, message, { hint })];
}
