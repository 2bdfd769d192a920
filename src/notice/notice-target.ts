import { spawn } from 'node:child_process';
import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type Socket } from 'node:net';
import { connect } from 'node:tls';
import type { Campaign } from '../campaign/campaign.ts';
import type { Environment } from '../campaign/campaign-env.ts';
import { killGroup, withoutSettings } from '../platform/child-programs.ts';
import { readSecureAddress } from '../service/contract/addresses.ts';
import { openTunnel } from '../service/http/connector.ts';

export const noticeVariable = 'CALLSHEET_NOTICE_URL';

/** It may be a secret, so nothing repeats it. */
export function readNoticeAddress(text: string | undefined): URL | undefined {
  return readSecureAddress(text?.trim() ?? '');
}

/** Why the notices of a campaign cannot be sent, as a sentence; undefined if they can. */
export function noticeFault(
  { notices }: Campaign,
  { sandbox, allowCommands }: { readonly sandbox: boolean; readonly allowCommands: boolean },
  env: Environment,
): string | undefined {
  if (sandbox) return undefined;
  for (const [event, target] of Object.entries(notices)) {
    if (target.kind === 'command') {
      if (allowCommands) continue;
      return `\`on.${event}\` starts a program, \`${target.argv[0]}\`: look at it, and pass --allow-commands.`;
    }
    if (readNoticeAddress(env[noticeVariable]) !== undefined) continue;
    const isSet = (env[noticeVariable]?.trim() ?? '') !== '';
    return isSet
      ? `${noticeVariable} is not an https address without a password: \`on.${event}\` needs one.`
      : `${noticeVariable} is not set: \`on.${event}\` sends to that https address.`;
  }
  return undefined;
}

/**
 * One POST, without redirects, through the proxy if there is one. Why it failed, or undefined. An error's own text may quote the address,
 * which is a secret.
 */
export async function postNotice(
  url: URL,
  body: string,
  { proxy, signal }: { readonly proxy: URL | undefined; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const request = url.protocol === 'https:' ? requestSecure : requestPlain;
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  let tunnel: Socket | undefined;
  try {
    tunnel = proxy && (await openTunnel(proxy, url, signal));
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // TLS has no server names that are addresses.
  const named = isIP(host) === 0 ? { servername: host } : {};
  const through = tunnel && { createConnection: () => connect({ socket: tunnel, host, ...named }) };
  return new Promise((resolve) => {
    const sent = request(url, { method: 'POST', headers, signal, ...(through ?? { agent: false }) }, (answer) => {
      const { statusCode = 0 } = answer;
      resolve(statusCode >= 200 && statusCode < 300 ? undefined : `the server answered ${statusCode}`);
      // What else it says does not matter, and it may never end.
      answer.on('error', () => {}).destroy();
    });
    sent.on('error', (error) => {
      resolve(`the server does not answer: ${'code' in error ? String(error.code) : error.name}`);
    });
    sent.end(body);
  });
}

/** Starts the program once, with the notice on stdin, and waits for its end. Why it failed, or undefined. */
export function startCommand(
  argv: readonly string[],
  { directory, env }: { readonly directory: string; readonly env: Readonly<Record<string, string | undefined>> },
  body: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [program = '', ...args] = argv;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('it was not started');
    const child = spawn(program, args, {
      cwd: directory,
      env: withoutSettings(env),
      stdio: ['pipe', 'ignore', 'ignore'],
      // Its own children end with it.
      detached: process.platform !== 'win32',
    });
    const kill = (): void => killGroup(child.pid);
    const settle = (fault: string | undefined): void => {
      signal.removeEventListener('abort', kill);
      resolve(fault);
    };
    signal.addEventListener('abort', kill);
    child.on('error', (error) => {
      settle(`\`${program}\` cannot be started: ${'code' in error ? String(error.code) : error.name}`);
    });
    child.on('exit', (code, ended) => {
      if (code === 0) return settle(undefined);
      settle(`\`${program}\` ${code === null ? `was ended by ${ended}` : `ended with the exit code ${code}`}`);
    });
    // A program need not read what it is given.
    child.stdin.on('error', () => {});
    child.stdin.end(`${body}\n`);
  });
}
