import { getCountries, getCountryCallingCode, Metadata } from 'libphonenumber-js/max';
import allMetadata from 'libphonenumber-js/max/metadata';
import type { GeneratedFile } from './generated-file.ts';

/** By calling code: what the national numbers of its countries look like, as libphonenumber knows them. */
export function generateNumberPlans(): GeneratedFile[] {
  const patterns = new Map<string, Set<string>>();
  const add = (code: string, pattern: string): void => {
    patterns.set(code, (patterns.get(code) ?? new Set()).add(pattern));
  };
  const metadata = new Metadata();
  for (const country of getCountries()) {
    metadata.selectNumberingPlan(country);
    // The library's types lack it.
    const plan = metadata.numberingPlan as unknown as Plan;
    const code = getCountryCallingCode(country);
    for (const pattern of code === '1' ? american(plan) : [plan.nationalNumberPattern()]) add(code, pattern);
  }
  // Codes without a country: satellites, toll-free numbers of the whole world.
  const others = (allMetadata as unknown as { nonGeographic: Record<string, readonly unknown[]> }).nonGeographic;
  for (const [code, plan] of Object.entries(others)) add(code, String(plan[2]));
  const lines = [...patterns]
    .sort(([one], [other]) => Number(one) - Number(other))
    .map(
      ([code, all]) =>
        `  ${code}: String.raw\`${[...all].sort((one, other) => one.length - other.length).join('|')}\`,\n`,
    );
  const content = `// Written by \`npm run generate\` from libphonenumber-js; do not edit.

/** By calling code: a regular expression of its national numbers. */
export const numberPlans: Readonly<Record<number, string>> = {
${lines.join('')}};
`;
  return [{ path: 'src/audience/number/number-plans.gen.ts', content }];
}

interface Plan {
  nationalNumberPattern(): string;
  leadingDigits(): string | undefined;
  type(name: string): { pattern(): string | undefined } | undefined;
}

/**
 * Of the areas that there are: the patterns of all numbers have every area, and national numbers of Germany and China without their country
 * code would be among them.
 */
function american(plan: Plan): readonly string[] {
  const areas = plan.leadingDigits();
  if (areas) return [`(?=${areas})(?:${plan.nationalNumberPattern()})`];
  return types.flatMap((type) => plan.type(type)?.pattern() || []);
}

const types = 'FIXED_LINE MOBILE TOLL_FREE PREMIUM_RATE SHARED_COST VOIP PERSONAL_NUMBER UAN'.split(' ');
