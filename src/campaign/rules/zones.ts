import type { Diagnostic } from '../../diagnostic/diagnostic.ts';
import { isZone, nearestZone } from '../../time/time-zone.ts';
import { type Path, valueSpan, type YamlTree } from '../yaml/yaml-tree.ts';
import { type CampaignRule, finding } from './rule.ts';

/** Zones are IANA names: abbreviations mean several, and offsets are wrong for half of the year. */
export const zonesExist: CampaignRule = ({ input, campaign, tree }) => {
  const has = (tree.value as Record<string, unknown>)['timezone'];
  return [
    ...(typeof has === 'string' ? zoneFindings(input.timezone, tree, ['timezone']) : []),
    ...campaign.audiences.flatMap((audience) => {
      const zone = input.audiences?.[audience.name]?.timezone?.zone;
      return zone === undefined ? [] : zoneFindings(zone, tree, ['audiences', audience.name, 'timezone', 'zone']);
    }),
  ];
};

function zoneFindings(zone: string, tree: YamlTree, path: Path): Diagnostic[] {
  if (isZone(zone)) return [];
  const span = valueSpan(tree, path);
  if (/^[A-Z]{2,5}$/.test(zone)) {
    return [
      finding('CS5001', span, `\`${zone}\` is an abbreviation for several time zones`, {
        hint: 'use the name of a place, such as `Africa/Lagos`, or `UTC`',
      }),
    ];
  }
  if (/^(UTC|GMT)?[+-]\d/.test(zone)) {
    return [
      finding('CS5001', span, `\`${zone}\` is an offset, which is wrong when the clocks change`, {
        hint: 'use the name of a place, such as `Africa/Lagos`',
      }),
    ];
  }
  const meant = nearestZone(zone);
  return [
    finding('CS5001', span, `There is no time zone \`${zone}\``, {
      hint: meant === undefined ? 'use an IANA name such as `Africa/Lagos`' : { kind: 'meant', word: meant },
    }),
  ];
}
