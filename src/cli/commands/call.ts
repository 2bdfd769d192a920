import { resolve } from 'node:path';
import { fixedFields } from '../../campaign/request/default-fields.ts';
import { parseExactly } from '../../diagnostic/exact-json.ts';
import { visibleLine } from '../../diagnostic/visible-text.ts';
import { type Host, isUnreadable } from '../../platform/ports.ts';
import { openProject } from '../../project/project.ts';
import { readSettings } from '../../project/settings.ts';
import { thenShort } from '../../report/diagnostics/explain.ts';
import type { Outcome } from '../../service/contract/outcome.ts';
import { requestJson } from '../../service/contract/request-json.ts';
import { dispositionOf } from '../../service/contract/statuses.ts';
import { createClient } from '../../service/http/client.ts';
import { isOperationId, operationIds, operations } from '../../service/operations/operations.ts';
import {
  breachesOf,
  formatBreach,
  formatPublicLimit,
  publicLimitsBroken,
} from '../../service/validate/check-request.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { saysYes } from '../output/at-terminal.ts';
import type { Given } from '../program.ts';

/** callsheet call OPERATION: one request by hand, and its answer. No campaign, no state, no retry. */
export async function call(options: Given<'call'>, host: Host): Promise<ExitCode> {
  const { operation } = options;
  if (!isOperationId(operation))
    return couldNot(host, `There is no operation ${operation}; expected one of ${operationIds.join(', ')}`);
  const settings = readSettings(openProject(options, host));
  if ('fault' in settings) return couldNot(host, `${settings.fault} Nothing was sent.`);
  const isGet = operations[operation].method === 'GET';
  if (isGet && options.data !== undefined) return couldNot(host, `${operation} takes no --data. Nothing was sent.`);
  const given = await readBody(options.data, host);
  if (typeof given === 'string') return couldNot(host, given);
  const body = { ...Object.fromEntries(fixedFields(operation)), ...given };
  const breaches = breachesOf(operation, body);
  if (breaches.length > 0) {
    for (const breach of breaches)
      host.console.out(`${visibleLine(formatBreach(breach))} (the service answers ${breach.status})\n`);
    host.console.err('Nothing was sent.\n');
    return exitCode.findings;
  }
  for (const limit of publicLimitsBroken(operation, body)) host.console.err(`${formatPublicLimit(limit)}\n`);
  if (!options.sandbox && !options.yes && operations[operation].effect === 'effect') {
    const answer = await host.console.ask(`Send this ${operation} to ${settings.baseUrl}? Type y or yes: `);
    if (!saysYes(answer)) return couldNot(host, 'Nothing was sent: type y or yes to confirm, or pass --yes.');
  }
  const sandbox = options.sandbox ? await (await import('../../sandbox/start-sandbox.ts')).startSandbox() : undefined;
  const client = createClient({ ...(sandbox?.service ?? settings), clock: host.clock, connections: 1 });
  try {
    return tell(operation, await client.send(operation, isGet ? undefined : requestJson(operation, body)), host);
  } finally {
    await client.close();
    await sandbox?.close();
  }
}

async function readBody(data = '{}', { files, cwd }: Host): Promise<Record<string, unknown> | string> {
  const path = data.startsWith('@') ? data.slice(1) : undefined;
  const text = path === undefined ? data : await files.readText(resolve(cwd, path));
  if (text === undefined) return `--data: there is no file ${path}`;
  if (isUnreadable(text)) return `--data: ${path} ${text.words}`;
  try {
    const body = parseExactly(text, BigInt);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
  } catch {
    // Reported below.
  }
  return '--data takes a JSON object, such as \'{"templateId": 31}\', or @FILE with one';
}

function tell(operation: Parameters<typeof dispositionOf>[0], outcome: Outcome, host: Host): ExitCode {
  switch (outcome.kind) {
    case 'accepted':
      host.console.out(`${JSON.stringify(outcome.answer, undefined, 2)}\n`);
      return exitCode.done;
    case 'rejected':
      host.console.out(`${outcome.code}: ${outcome.reason}\n`);
      host.console.err(
        `In a run: ${thenShort[dispositionOf(operation, outcome.code)]}; \`callsheet explain ${operation} ${outcome.code}\` explains it.\n`,
      );
      return exitCode.finishedWithFailures;
    case 'throttled': {
      // A gateway that answers 503 may have passed the request on.
      const mayBeDone = outcome.http === 503 && operations[operation].effect === 'effect';
      host.console.err(
        mayBeDone
          ? 'The service is not available (HTTP 503): the request may have been carried out. Check before you repeat it.\n'
          : `The service refuses requests for now (HTTP ${outcome.http}). Try again later.\n`,
      );
      return exitCode.finishedWithFailures;
    }
    case 'unsent':
      return couldNot(host, `Nothing was sent: ${outcome.reason}`);
    case 'unknown':
      host.console.err(
        `No valid answer (${outcome.reason}): the request may have been carried out. Check before you repeat it.\n`,
      );
      return exitCode.finishedWithFailures;
    default:
      return outcome satisfies never;
  }
}
