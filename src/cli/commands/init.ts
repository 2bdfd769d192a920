import { basename, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { campaignPaths, locate } from '../../campaign/campaign-paths.ts';
import { isTemplate } from '../../campaign/template/template.ts';
import type { Host, Instant } from '../../platform/ports.ts';
import { currentZone } from '../../time/time-zone.ts';
import { dateOf, dayMs, dayOf } from '../../time/wall-clock.ts';
import { couldNot, type ExitCode, exitCode } from '../exit-code.ts';
import { askStarter, type ReadList } from '../guide/ask-starter.ts';
import { readStarterList, withHome } from '../guide/read-starter-list.ts';
import { columnLines, type StarterChoice, starterFiles } from '../guide/starter-campaign.ts';
import { shellWord } from '../messages/format-command.ts';
import type { Given } from '../program.ts';

/** The worked campaign with every kind of step, with the files that it names. */
const example = ['spring-renewal.yaml', 'audiences/members.csv', 'audiences/do-not-contact.csv', 'audio/spring.wav'];
/** Beside the campaign, so that an editor completes it; another's is left as it is. */
const schemaFile = 'campaign.schema.json';
const schemaLine = '# yaml-language-server: $schema=';

/**
 * callsheet init [DIR]: a first campaign, as it is asked for at a terminal or by options; without both, the worked example.
 * Nothing that exists is overwritten.
 */
export async function init({ folder, ...given }: Given<'init'>, host: Host): Promise<ExitCode> {
  if ((await host.files.readBytes(resolve(host.cwd, folder))) instanceof Uint8Array)
    return couldNot(
      host,
      `${folder} is a file, and a campaign goes into a folder. For your list: \`callsheet init --list ${shellWord(folder)}\`. Nothing was written.`,
    );
  const zone: string | undefined = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const readList: ReadList = (answer, chosen) => readOwnList(answer, { chosen, folder }, host);
  const answer = await askStarter(given, host.console, readList, zone && currentZone(zone));
  if (answer === undefined) return couldNot(host, 'Nothing was written.');
  if (answer !== 'example' && 'problem' in answer) return couldNot(host, `${answer.problem}. Nothing was written.`);
  const choice = answer === 'example' ? answer : await withHome(answer);
  const written = choice === 'example' ? await exampleFiles(host) : starterFiles(choice, host.clock.now());
  const target = (path: string): string => resolve(host.cwd, folder, path);
  for (const path of Object.keys(written)) {
    if ((await host.files.readBytes(target(path))) !== undefined)
      return couldNot(host, `${join(folder, path)} already exists. Nothing was written.`);
  }
  const copyOf = choice === 'example' ? undefined : choice.list?.copyOf;
  const copied = copyOf === undefined ? undefined : await host.files.readBytes(resolve(host.cwd, copyOf));
  if (copyOf !== undefined && !(copied instanceof Uint8Array))
    return couldNot(host, `${copyOf} ${copied?.words ?? 'is gone'}. Nothing was written.`);
  const schema = await host.files.readText(packaged('schemas/campaign.schema.json'));
  const hasSchema = (await host.files.readBytes(target(schemaFile))) !== undefined;
  const all = typeof schema === 'string' && !hasSchema ? { [schemaFile]: schema, ...written } : written;
  for (const [path, content] of Object.entries(all)) {
    await host.files.writeAtomically(target(path), content, 0o644);
    host.console.out(`wrote ${join(folder, path)}\n`);
  }
  if (choice !== 'example' && choice.list !== undefined && copied instanceof Uint8Array) {
    // People's numbers: nobody else on this machine may read them unless their owner says so.
    await host.files.writeAtomically(target(choice.list.file), copied, 0o600);
    host.console.out(`wrote ${join(folder, choice.list.file)}, a copy of ${copyOf}: the campaign reads this file\n`);
  }
  if (choice !== 'example' && choice.list !== undefined)
    host.console.out(columnLines(choice.kind, choice.list, Object.keys(written)[0]!));
  const file = shellWord(join(folder, Object.keys(written)[0]!));
  host.console.out(choice === 'example' ? afterExample(file, host.clock.now()) : afterStarter(file, hasNames(choice)));
  return exitCode.done;
}

/** A campaign reads no list from another folder, unless both are in one repository: such a list is copied to the campaign. */
async function readOwnList(
  answer: string,
  { chosen, folder }: { readonly chosen: string | undefined; readonly folder: string },
  { files, cwd, clock }: Host,
): ReturnType<ReadList> {
  const path = resolve(cwd, answer);
  const list = await readStarterList(files, { path, shown: answer, chosen, now: clock.now() });
  if ('problem' in list) return list;
  const { directory, repository } = await campaignPaths(files, join(folder, 'campaign.yaml'), cwd);
  const written = relative(directory, path).replaceAll(sep, '/');
  const isOutside = (await locate(files, { directory, repository }, written)).kind === 'outside';
  const file = isOutside ? basename(path) : written;
  if (isOutside && (await files.readBytes(resolve(directory, file), 0)) !== undefined)
    return {
      problem: `${answer} is outside ${repository}, where a campaign reads its files, and cannot be copied there: ${join(folder, file)} already exists; name that one, or rename yours`,
    };
  if (isTemplate(file))
    return { problem: `${answer} has a name with braces, and a campaign cannot name such a file: rename it` };
  return { value: { ...list, file, ...(isOutside && { copyOf: answer }) } };
}

async function exampleFiles({ files, clock }: Host): Promise<Readonly<Record<string, string | Uint8Array>>> {
  const read = example.map(async (path) => {
    const bytes = await files.readBytes(packaged(`campaigns/${path}`));
    if (!(bytes instanceof Uint8Array)) throw new Error(`the package lacks campaigns/${path}`);
    if (path.endsWith('.wav')) return [path, bytes] as const;
    return [path, withDatesAhead(adaptPaths(Buffer.from(bytes).toString('utf8')), clock.now())] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

function afterExample(file: string, now: Instant): string {
  const at = withDatesAhead('2026-11-23 08:30', now);
  return `\nThe example list repeats a number and lacks a time zone, so \`check\` shows two warnings.\n\nNext:\n  callsheet check ${file}\n  callsheet plan ${file} --at "${at}"\n  callsheet run ${file} --sandbox\n  callsheet inbox ${file}\n`;
}

/** A few messages show how names are read. */
function hasNames({ kind, list }: StarterChoice): boolean {
  return kind === 'whatsapp' && list?.firstName !== undefined;
}

function afterStarter(file: string, withNames: boolean): string {
  const show = withNames ? '--show 5' : '--show';
  return `\nNext:\n  callsheet check ${file}\n  callsheet plan ${file} ${show}\n  callsheet rehearse ${file}\n  callsheet run ${file} --sandbox\n  callsheet inbox ${file}\n`;
}

/** The Monday on which the example starts. */
const exampleStarts = dayOf('2026-11-23');

/** All dates of the example, by as many weeks later as it takes for its first day to be tomorrow or after. */
function withDatesAhead(text: string, now: Instant): string {
  const weeks = Math.ceil((Math.floor(now / dayMs) + 1 - exampleStarts) / 7);
  return text.replace(/2026-11-2\d/g, (date) => dateOf(dayOf(date) + 7 * weeks));
}

/** A file of the package; what is built is a folder deeper than its source. */
function packaged(path: string): string {
  const root = import.meta.url.endsWith('.ts') ? '../../..' : '../../../..';
  return fileURLToPath(new URL(`${root}/${path}`, import.meta.url));
}

/** The campaign with the paths of its new folder: the schema is beside it. */
function adaptPaths(text: string): string {
  return text
    .replace(`${schemaLine}../schemas/campaign.schema.json`, `${schemaLine}${schemaFile}`)
    .replaceAll(' campaigns/spring-renewal.yaml', ' spring-renewal.yaml');
}
