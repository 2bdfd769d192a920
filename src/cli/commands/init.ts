import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Host } from '../../platform/ports.ts';
import { shellWord } from '../messages/format-command.ts';
import { couldNot } from '../open/open-campaign.ts';
import { type ExitCode, exitCode } from '../options/exit-code.ts';

export interface InitOptions {
  readonly folder: string;
}

/** The worked campaign that a newcomer starts from, with the files that it names. */
const starter = ['spring-renewal.yaml', 'audiences/members.csv', 'audiences/do-not-contact.csv', 'audio/spring.wav'];
/** Beside the campaign, so that an editor completes it; another's is left as it is. */
const schemaFile = 'campaign.schema.json';
const schemaLine = '# yaml-language-server: $schema=';

/** callsheet init [DIR]: a commented campaign with audience and audio. Nothing that exists is overwritten. */
export async function init(options: InitOptions, host: Host): Promise<ExitCode> {
  const { files, console } = host;
  const target = (path: string): string => resolve(host.cwd, options.folder, path);
  for (const path of starter) {
    if ((await files.readBytes(target(path))) !== undefined)
      return couldNot(host, `${join(options.folder, path)} already exists. Nothing was written.`);
  }
  const schema = await files.readText(fileURLToPath(new URL('schemas/campaign.schema.json', root)));
  if (typeof schema === 'string' && (await files.readBytes(target(schemaFile))) === undefined) {
    await files.writeAtomically(target(schemaFile), schema, 0o644);
    console.out(`wrote ${join(options.folder, schemaFile)}\n`);
  }
  for (const path of starter) {
    const bytes = await files.readBytes(fileURLToPath(new URL(`campaigns/${path}`, root)));
    if (!(bytes instanceof Uint8Array)) throw new Error(`the package lacks campaigns/${path}`);
    await files.writeAtomically(
      target(path),
      path.endsWith('.yaml') ? adaptPaths(Buffer.from(bytes).toString('utf8')) : bytes,
      0o644,
    );
    console.out(`wrote ${join(options.folder, path)}\n`);
  }
  const file = shellWord(join(options.folder, starter[0]!));
  console.out(
    `\nThe example list repeats a number, so \`check\` shows one warning.\n\nNext:\n  callsheet check ${file}\n  callsheet plan ${file} --at "2026-11-23 08:30"\n  callsheet run ${file} --sandbox\n  callsheet inbox ${file}\n`,
  );
  return exitCode.done;
}

/** The package's folder, relative to the compiled file. */
const root = new URL('../../../../', import.meta.url);

/** The campaign with the paths of its new folder: the schema is beside it. */
function adaptPaths(text: string): string {
  return text
    .replace(`${schemaLine}../schemas/campaign.schema.json`, `${schemaLine}${schemaFile}`)
    .replaceAll(' campaigns/spring-renewal.yaml', ' spring-renewal.yaml');
}
