import type { Host } from '../platform/ports.ts';
import { formatCommand } from './messages/format-command.ts';
import { couldNot } from './open/refuse.ts';
import type { ExitCode } from './options/exit-code.ts';
import type { Given } from './program.ts';

/** `why` of one campaign, or of all campaigns of a folder. */
export async function answerWhy(given: Given<'why'>, host: Host): Promise<ExitCode> {
  const { file, format, find, code, became, project } = given;
  const [key, ...more] = given.key;
  const isOfFile = key !== undefined || code !== undefined || became !== undefined;
  if (isOfFile && project !== undefined)
    return couldNot(host, '--project is about all campaigns of a folder: leave out the file');
  if (more.length > 0) return couldNot(host, `why takes one number, and these are ${more.length + 1}`);
  if (find && key === undefined)
    return couldNot(host, '--find searches one campaign: give its file, and then digits or a name');
  if (code !== undefined || became !== undefined) {
    if (key !== undefined) return couldNot(host, '--code and --became are about everybody: leave out the number');
    if (format === 'csv')
      return couldNot(host, `for a CSV of everybody, use \`${formatCommand(given)('report', '--format csv')}\``);
    const { whyReasons } = await import('./commands/why-reasons.ts');
    return whyReasons({ ...given, format }, host);
  }
  if (key === undefined && /\.ya?ml$/.test(file))
    return couldNot(host, `Give the recipient’s number after the file: ${formatCommand(given)('why', 'NUMBER')}`);
  if (key === undefined) {
    const { whyPerson } = await import('./commands/people/why-person.ts');
    return whyPerson({ ...given, number: file }, host);
  }
  if (format === 'csv') return couldNot(host, 'CSV is for all campaigns: leave out the file');
  if (find) return (await import('./control/find-people.ts')).findPeople({ ...given, key, format }, host);
  return (await import('./commands/why.ts')).why({ ...given, key, format }, host);
}
