import { chmodSync, readFileSync, statSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { cleanedJson } from '../diagnostic/cleaned-json.ts';
import { forgetInPlan } from '../plan/saved/saved-plan.ts';
import { writeDurably } from '../platform/write-durably.ts';

/** Larger ones are named and not rewritten. */
const mostBytes = 500_000_000;

export interface Rewritten {
  /** A name or a message may be in it, beside the number that was replaced. */
  readonly mayNameThem: boolean;
}

/**
 * Rewrites a text that Callsheet wrote without a number; undefined if the file is not one. The old content or the new one, never half.
 * `try` writes nothing.
 */
export function rewriteText(
  path: string,
  clean: (text: string) => string,
  way: 'write' | 'try' = 'write',
): Rewritten | undefined {
  const { mode, size } = statSync(path);
  if (size > mostBytes) return undefined;
  const bytes = readFileSync(path);
  const isPacked = path.endsWith('.gz');
  const text = readUtf8(isPacked ? unpacked(bytes) : bytes);
  const cleaned = text === undefined ? undefined : cleanOurText(text, clean);
  if (cleaned === undefined) return undefined;
  const rewritten = { mayNameThem: withNames.test(cleaned) };
  if (way === 'try') return rewritten;
  const content = Buffer.from(cleaned, 'utf8');
  writeDurably(path, isPacked ? gzipSync(content) : content);
  chmodSync(path, mode & 0o777);
  return rewritten;
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
    documents.some((beginning) => beginning.test(start)) ||
    tables.some((columns) => start.startsWith(columns)) ||
    /^<\?xml [^\n]*\n<testsuites name="/.test(start) ||
    start.startsWith('[\n{"address":') ||
    (start.startsWith('<!doctype html>') && start.includes("default-src 'none'; style-src 'unsafe-inline'"));
  if (!isOurs) return undefined;
  return /^[[{]/.test(start) ? cleanedJson(text, clean) : clean(text);
}

/** Pages; JSON of `why`, `why --find` and `reconcile`. */
const withNames = /^<!doctype html>|^\{"(?:people":\[\{"number|address)":"[^"]*","name":|"request": ?\{/m;

/** How our JSON in one line begins: a file of somebody else may have people and numbers, too. */
const documents = [
  /^\{"campaign":"[\w-]+","run":"[^"]+","(?:state|reasons|approvals)":/,
  /^\{"people":\[\{"number":"\d+","name":"(?:[^"\\]|\\.)*","audiences":\[/,
  /^\{"(?:dryRun":(?:true|false),"people|consents)":\[\{"number":/,
  /^\{"suppressions":\[\{"list":(?:null|"[\w-]+"),"reason":/,
  /^\{"consents":\[\{"purpose":"\w+","basis":/,
];

/** The columns with which our tables begin. */
const tables = [
  'address,step,key,state,',
  'number,list,reason,channel,purpose,from,until',
  'number,purpose,channel,basis,at,evidence,expires',
  'list,reason,channel,purpose,people,imported',
  'purpose,channel,basis,people',
  'kind,at,until,campaign,run,step,state,detail',
];

/** Reports, comparisons and what `why` says, as JSON. */
function cleanJson(text: string, clean: (text: string) => string): string | undefined {
  try {
    const value = JSON.parse(text) as { readonly version?: unknown };
    const isOurs =
      value.version === 1 &&
      ['campaign', 'campaigns', 'key', 'jobs', 'steps', 'diagnostics'].some((name) => name in value);
    return isOurs ? cleanedJson(text, clean) : undefined;
  } catch {
    return undefined;
  }
}
