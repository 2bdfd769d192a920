import { forgetInPlan } from '../plan/saved/forget-in-plan.ts';

/** How a text that Callsheet wrote reads without a number; undefined for a text that it did not write. */
export function cleanOurText(text: string, clean: (text: string) => string): string | undefined {
  const start = text.slice(0, 4096).trimStart();
  if (start.startsWith('{\n')) return forgetInPlan(text, clean) ?? cleanJson(text, clean);
  const isOurs =
    (/^\{"(?:level|event|address|version)":/.test(start) && start.includes('\n')) ||
    /^\{"(?:dryRun":(?:true|false),"people|consents)":\[\{"number":/.test(start) ||
    tables.some((columns) => start.startsWith(columns)) ||
    /^<\?xml [^\n]*\n<testsuites name="/.test(start) ||
    start.startsWith('[\n{"address":') ||
    (start.startsWith('<!doctype html>') && start.includes("default-src 'none'; style-src 'unsafe-inline'"));
  return isOurs ? clean(text) : undefined;
}

/** The columns with which our tables begin. */
const tables = [
  'address,step,key,state,',
  'number,list,reason,channel,purpose,from,until',
  'number,purpose,channel,basis,at,evidence,expires',
  'kind,at,until,campaign,run,step,state,detail',
];

/** Reports, comparisons and what `why` says, as JSON. */
function cleanJson(text: string, clean: (text: string) => string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly version?: unknown };
    const isOurs =
      value.version === 1 &&
      ['campaign', 'campaigns', 'key', 'jobs', 'steps', 'diagnostics'].some((name) => name in value);
    return isOurs ? clean(text) : undefined;
  } catch {
    return undefined;
  }
}
