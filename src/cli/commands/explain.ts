import { isClosedTime } from '../../campaign/schema/schema-hints.ts';
import { type SchemaPlace, schemaKeys, schemaPathsTo, schemaPlace } from '../../campaign/schema/schema-paths.ts';
import { type DiagnosticCode, diagnosticCodes } from '../../diagnostic/codes.ts';
import { didYouMean, formatSuggestion, listed, suggestion } from '../../diagnostic/did-you-mean.ts';
import { glossary, glossaryExamples, glossaryWord } from '../../diagnostic/glossary.ts';
import type { Host } from '../../platform/ports.ts';
import {
  explainAssumedStatus,
  explainCode,
  explainList,
  explainOperation,
  explainSchema,
  explainStatus,
} from '../../report/diagnostics/explain.ts';
import { documentedStatus } from '../../service/contract/statuses.ts';
import { isOperationId, operationIds, operations } from '../../service/operations/operations.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { fitTerminal } from '../output/print-document.ts';
import type { Given } from '../program.ts';

/**
 * callsheet explain WORD…: what a code, a status, an operation, a key or a word of the glossary means; of several, one after another;
 * without a word, what there is.
 */
export async function explain(options: Given<'explain'>, host: Host): Promise<ExitCode> {
  const { words } = options;
  if (words.length === 0) {
    host.console.out(explainList(schemaPlace('') as SchemaPlace, host.console.width));
    return exitCode.done;
  }
  const found = await explainAll(words, host.console.width);
  const texts = found.filter((one) => typeof one === 'string');
  if (texts.length > 0) host.console.out(fitTerminal(texts.join('\n'), host.console));
  for (const unknown of found)
    if (typeof unknown !== 'string')
      host.console.err(`${unknown.problem}${unknown.hint === undefined ? '' : `; ${unknown.hint}`}\n`);
  return texts.length === found.length ? exitCode.done : exitCode.couldNotRun;
}

/** As one entry, whose name may have several words; else each word as one, where they are such. */
async function explainAll(words: readonly string[], width: number): Promise<readonly (string | Unknown)[]> {
  const explainOne = async ([word = '', status]: readonly string[]): Promise<string | Unknown> =>
    status === undefined ? explainWord(word, width) : explainAnswer(word, status);
  const entries = entriesIn(words);
  if (entries.length === 1) return [await explainOne(entries[0]!)];
  const whole = await explainWord(words.join(' '), width);
  if (typeof whole === 'string') return [whole];
  const each = await Promise.all(entries.map(explainOne));
  const areMeant = words.some((word) => /^CS\d+$/i.test(word) || isOperationId(word));
  return areMeant || each.every((one) => typeof one === 'string') ? each : [whole];
}

/** One word each, or an operation and its status. */
function entriesIn(words: readonly string[]): readonly (readonly string[])[] {
  const entries: string[][] = [];
  for (const word of words) {
    const before = entries.at(-1);
    const isStatus = /^-?\d+$/.test(word) && before?.length === 1 && !/^CS\d+$/i.test(before[0]!);
    if (isStatus) before.push(word);
    else entries.push([word]);
  }
  return entries;
}

/** Why there is no explanation, and what may help. */
interface Unknown {
  readonly problem: string;
  readonly hint: string | undefined;
}

async function explainWord(asked: string, width: number): Promise<string | Unknown> {
  const word = isClosedTime(asked) ? 'window' : asked;
  const code = word.toUpperCase();
  if (code in diagnosticCodes) {
    // The examples are as large as a command, and only this needs them.
    const { findingExamples } = await import('../../report/diagnostics/finding-examples.gen.ts');
    const known = code as DiagnosticCode;
    return explainCode(known, findingExamples[known]);
  }
  if (isOperationId(word)) return explainOperation(word, width);
  const term = glossaryWord(word);
  const meaning = term === undefined ? [] : [`${term}: ${glossary[term]}\nFor example: ${glossaryExamples[term]}\n`];
  const place = schemaPlace(word);
  const isKey = /^[a-z][\w.-]*$/i.test(word);
  const paths = [...new Set([...('problem' in place ? [] : [word]), ...(isKey ? schemaPathsTo(word) : [])])];
  const keys = paths.map((path) => explainSchema(path, schemaPlace(path) as SchemaPlace, exampleAbove(path)));
  if (meaning.length + keys.length > 0) return [...meaning, ...keys].join('\n');
  const answering = operationIds.filter((id) => documentedStatus(id, word) !== undefined);
  if (answering.length > 0) return answering.map((id) => explainStatus(id, word)).join('\n');
  const problem = `No entry for ${word}`;
  const named = operationIds.filter((id) => id.split('.').includes(word));
  if (named.length > 0) return { problem, hint: `did you mean ${listed(named)}?` };
  if (word.includes('.') && 'problem' in place && place.meant !== undefined)
    return { problem: place.problem, hint: formatSuggestion({ kind: 'meant', word: place.meant }) };
  if (/^[1-5]\d\d$/.test(word)) {
    const hint =
      'docs/assumptions.md says what HTTP statuses mean (`http.success`, `http.429`, `http.5xx`, `http.turned-away`, `http.status`)';
    return { problem, hint };
  }
  const known = [...Object.keys(diagnosticCodes), ...operationIds, ...schemaKeys(), ...Object.keys(glossary)];
  const meant = didYouMean(word, known);
  const what =
    'explain takes a code (CS3006), an operation (otp.send), an operation and its status (otp.send -22), a path (steps.*.uses), or a word ("in doubt")';
  return { problem, hint: meant === undefined ? what : formatSuggestion({ kind: 'meant', word: meant }) };
}

/** Of the key that holds it, where it has none of its own. */
function exampleAbove(path: string): Pick<SchemaPlace, 'name' | 'examples'> {
  const parts = path.split('.');
  for (let length = parts.length; length > 0; length -= 1) {
    const above = parts.slice(0, length).join('.');
    const place = schemaPlace(above);
    if ('problem' in place) continue;
    const composed = place.keys.flatMap(({ name }) => {
      const key = schemaPlace(`${above}.${name}`);
      return 'problem' in key || key.examples.length === 0 ? [] : [[name, key.examples[0]] as const];
    });
    if (place.examples.length > 0) return place;
    if (composed.length > 0 && length === parts.length)
      return { name: place.name, examples: [Object.fromEntries(composed)] };
  }
  return { name: path, examples: [] };
}

function explainAnswer(operation: string, status: string): string | Unknown {
  if (!isOperationId(operation)) {
    const suggested = suggestion(operation, operationIds);
    const hint = suggested === undefined ? undefined : formatSuggestion(suggested);
    return { problem: `The service has no operation ${operation}`, hint };
  }
  const text = explainStatus(operation, status) ?? explainAssumedStatus(operation, status);
  if (text !== undefined) return text;
  const codes = Object.keys(operations[operation].statuses);
  const meant = didYouMean(status, codes);
  const hint =
    meant === undefined || codes.length < 15
      ? `it lists ${codes.join(', ')}`
      : formatSuggestion({ kind: 'meant', word: meant });
  return {
    problem: `The service's document does not list ${status} for ${operation}; such an answer rejects the job`,
    hint,
  };
}
