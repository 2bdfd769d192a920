import { readFileSync, statSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { forgetInPlan } from '../plan/saved/forget-in-plan.ts';
import { writeDurably } from '../platform/write-durably.ts';

/** Larger ones are named and not rewritten. */
const mostBytes = 500_000_000;

/** Rewrites a text that Callsheet wrote without a number; false if the file is not one. The old content or the new one, never half. `try` writes nothing. */
export function rewriteText(path: string, clean: (text: string) => string, way: 'write' | 'try' = 'write'): boolean {
  const { mode, size } = statSync(path);
  if (size > mostBytes) return false;
  const bytes = readFileSync(path);
  const isPacked = path.endsWith('.gz');
  const text = readUtf8(isPacked ? unpacked(bytes) : bytes);
  const cleaned = text === undefined ? undefined : cleanOurText(text, clean);
  if (cleaned === undefined) return false;
  if (way === 'try') return true;
  const content = Buffer.from(cleaned, 'utf8');
  writeDurably(path, isPacked ? gzipSync(content) : content, mode & 0o777);
  return true;
}

function unpacked(bytes: Uint8Array): Uint8Array {
  try {
    return gunzipSync(bytes, { maxOutputLength: mostBytes });
  } catch {
    return new Uint8Array();
  }
}

function readUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** How a text that Callsheet wrote reads without a number; undefined for a text that it did not write. */
function cleanOurText(text: string, clean: (text: string) => string): string | undefined {
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
