import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { check } from '../../src/cli/commands/check.ts';
import { controlRun } from '../../src/cli/commands/control-run.ts';
import { status } from '../../src/cli/commands/status.ts';
import { commandHost } from '../rig/command-host.ts';

const secret = 'S-hostile-9f3a';
const looking = { input: [], sandbox: false } as const;
const campaign = 'campaign: spring\ntimezone: Africa/Lagos\nsteps:\n  funds: { uses: sms.balance }\n';

/** A repository beside a folder outside it. */
async function folders() {
  const folder = await mkdtemp(join(tmpdir(), 'callsheet-'));
  const [repository, outside] = [join(folder, 'repository'), join(folder, 'outside')];
  await mkdir(join(repository, '.git'), { recursive: true });
  await mkdir(join(repository, 'campaigns'));
  await mkdir(outside);
  await writeFile(join(outside, 'environ'), `campaign: ${secret}\nCALLSHEET_API_SECRET=${secret}\n`);
  await writeFile(join(outside, 'spring.yaml'), campaign);
  await writeFile(join(repository, 'spring.yaml'), campaign);
  return { folder, repository, outside, [Symbol.asyncDispose]: () => rm(folder, { recursive: true }) };
}

async function checked(file: string) {
  const { host, out, err } = commandHost({ now: 0 });
  const code = await check({ files: [file], format: 'pretty', quiet: false, input: [] }, host);
  return { code, text: out() + err() };
}

describe('a campaign file that is a link', () => {
  test('out of its repository is refused, and nothing of what it leads to is shown', async () => {
    await using at = await folders();
    const file = join(at.repository, 'campaigns/env.yaml');
    await symlink(join(at.outside, 'environ'), file);
    const { code, text } = await checked(file);
    expect(code).toBe(1);
    expect(text).toContain(`error CS3019 \`${file}\` is a link to a file outside its repository`);
    expect(text).not.toContain(secret);
    for (const command of [
      (host: ReturnType<typeof commandHost>['host']) => controlRun({ ...looking, file, control: 'pause' }, host),
      (host: ReturnType<typeof commandHost>['host']) =>
        status({ ...looking, file, format: 'text', follow: false, showNumbers: false }, host),
    ]) {
      const { host, out, err } = commandHost({ now: 0 });
      expect(await command(host)).not.toBe(0);
      expect(out() + err()).not.toContain(secret);
    }
  });

  test('to nothing is not offered in its own place', async () => {
    await using at = await folders();
    const file = join(at.repository, 'spring-2.yaml');
    await symlink('nowhere.yaml', file);
    const { code, text } = await checked(file);
    expect([code, text]).toEqual([
      2,
      `There is no file ${file}; did you mean ${join(at.repository, 'spring.yaml')}?\n`,
    ]);
  });

  test('to the environment of this process is refused', async () => {
    await using at = await folders();
    const file = join(at.repository, 'env.yaml');
    await symlink('/proc/self/environ', file);
    const { code, text } = await checked(file);
    expect(code).toBe(1);
    expect(text).not.toContain('PATH=');
  });

  test('is refused where there is no repository and it leads out of its folder', async () => {
    await using at = await folders();
    const file = join(at.outside, 'linked.yaml');
    await symlink(join(at.repository, 'spring.yaml'), file);
    expect(await checked(file)).toMatchObject({
      code: 1,
      text: expect.stringContaining('outside its repository'),
    });
  });

  test('within its repository, or within its folder, is a campaign like any other', async () => {
    await using at = await folders();
    await symlink('../spring.yaml', join(at.repository, 'campaigns/current.yaml'));
    await symlink('spring.yaml', join(at.outside, 'current.yaml'));
    expect((await checked(join(at.repository, 'campaigns/current.yaml'))).code).toBe(0);
    expect((await checked(join(at.outside, 'current.yaml'))).code).toBe(0);
  });

  test('is another thing than a link to its folder, which a person may type', async () => {
    await using at = await folders();
    await symlink(at.repository, join(at.outside, 'link-to-repository'));
    expect((await checked(join(at.outside, 'link-to-repository/spring.yaml'))).code).toBe(0);
  });

  test('to nothing is reported as a missing file', async () => {
    await using at = await folders();
    await symlink('gone.yaml', join(at.repository, 'current.yaml'));
    expect(await checked(join(at.repository, 'current.yaml'))).toMatchObject({
      code: 2,
      text: expect.stringContaining('There is no file'),
    });
  });
});
