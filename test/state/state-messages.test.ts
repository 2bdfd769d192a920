import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusalMessage, stateTroubleMessage, stateWarning } from '../../src/cli/messages/state-messages.ts';
import type { StoreRefusal, StoreWarning } from '../../src/state/open-store.ts';
import type { StateTrouble } from '../../src/state/state-trouble.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

const since = Date.UTC(2026, 10, 23, 8);
const again =
  'Redials, codes and uploads are known to the service by name and are not done twice; WhatsApp messages are not, and may go out again.';

describe('why a state file was not opened is one clear sentence, and what to do another', () => {
  const refusals: readonly (readonly [StoreRefusal, string])[] = [
    [
      { kind: 'locked', holder: { run: '1', pid: 7, host: 'ops-1', since } },
      'x.yaml is being run by process 7 on ops-1, since 2026-11-23T08:00:00.000Z. Wait for it; `callsheet pause x.yaml` makes it wait, `callsheet cancel x.yaml` or Ctrl-C ends it. Nothing was sent.',
    ],
    [
      { kind: 'locked', holder: { run: 'may', pid: 7, host: 'ops-1', since }, otherRun: 'may' },
      'x.yaml is being run as run may by process 7 on ops-1, since 2026-11-23T08:00:00.000Z. Wait for it; `callsheet pause x.yaml --run may` makes it wait, `callsheet cancel x.yaml --run may` or Ctrl-C ends it. Nothing was sent.',
    ],
    [
      { kind: 'locked', holder: undefined },
      'x.yaml is being run by another process. Wait for it; `callsheet pause x.yaml` makes it wait, `callsheet cancel x.yaml` or Ctrl-C ends it. Nothing was sent.',
    ],
    [
      {
        kind: 'locked',
        holder: { run: '1', pid: 7, host: 'ops-1', since, state: '/my copy/x.db' },
        otherState: '/my copy/x.db',
      },
      "x.yaml is being run by process 7 on ops-1, since 2026-11-23T08:00:00.000Z, with the state file /my copy/x.db. Wait for it; `callsheet pause x.yaml --state '/my copy'` makes it wait, `callsheet cancel x.yaml --state '/my copy'` or Ctrl-C ends it. Nothing was sent.",
    ],
    [
      { kind: 'replaced' },
      's/x.db is not the file that carried out this run of x.yaml: it was replaced, or it lost its latest changes (is its x.db-wal gone?). It does not know who was contacted. Put the right file back; for a further run give it a name with --run; or start over with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'otherService', service: 'https://a.example' },
      "s/x.db belongs to another service (https://a.example): who was contacted there is not known here. Use that service's settings, or another folder with --state. Nothing was sent.",
    ],
    [
      { kind: 'newer', version: 9 },
      's/x.db was written by a newer callsheet (state version 9). Update callsheet. Nothing was changed.',
    ],
    [
      { kind: 'foreign' },
      's/x.db is no state file of callsheet. Move it away, or use another folder with --state. Nothing was changed.',
    ],
    [
      { kind: 'otherHost', host: 'ops-2' },
      's/x.db was written on another host (ops-2). If that host will not run it again, take it over with --adopt. Nothing was sent.',
    ],
    [
      { kind: 'missing', path: '/old/x.db', isThere: true },
      'This run of x.yaml has been carried out with another state file, /old/x.db: s/x.db does not know who was contacted. Run it there, with --state; for a further run give it a name with --run; or begin anew with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'missing', path: '/old/x.db', isThere: false },
      'This run of x.yaml has been carried out before, and its state file /old/x.db is gone. It says who was contacted: put it back. For a further run give it a name with --run; or begin anew with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'behind', seq: 3, known: 8 },
      's/x.db is older than what was done with it: it has come to change 3, and change 8 was written. It was put back from a copy, or cut. Put the newest one in its place; or go on with this one with --adopt, which may contact people again. Nothing was sent.',
    ],
    [
      { kind: 'copied', path: '/old/x.db' },
      's/x.db is a copy of /old/x.db, which is still there. Run it there, with --state; or take this one over with --adopt, if the other will not be run again. Nothing was sent.',
    ],
    [
      { kind: 'trouble', trouble: 'readOnly', message: 'EROFS' },
      's/x.db cannot be read and written (EROFS). Check the permissions of the file and its folder, or use another folder with --state. Nothing was sent.',
    ],
  ];
  test.each(refusals)('%j', (refused, words) => {
    expect(refusalMessage(refused, 's/x.db', { file: 'x.yaml' })).toBe(words);
  });

  test('trouble in the middle of a run says what is known of what was sent', () => {
    const words: Readonly<Record<StateTrouble, string>> = {
      busy: 's/x.db is held by another program (m). Close it and try again.',
      full: 'The disk is full: s/x.db takes no more. Make room and run again: what was sent is known, and nothing was sent that is not.',
      readOnly:
        's/x.db cannot be read and written (m). Check the permissions of the file and its folder, or use another folder with --state.',
      damaged:
        's/x.db is damaged (m). It says who was contacted, so nothing goes on without it: restore it from a backup, or look at it with `sqlite3 s/x.db .recover`.',
      io: 'The disk failed under s/x.db (m). Nothing more is sent until it works again.',
      taken:
        's/x.db was taken over by another process: the file of a lock was deleted while this one ran. This one has stopped; what it had under way is treated as after a crash.',
      gone: 's/x.db was moved, deleted or replaced while it was in use. Put it back and run again; what was under way is treated as after a crash.',
    };
    for (const trouble of Object.keys(words) as StateTrouble[]) {
      expect(stateTroubleMessage(trouble, 's/x.db', 'm')).toBe(words[trouble]);
    }
  });

  test('what is to be typed can be, where a path has blanks', () => {
    expect(stateTroubleMessage('damaged', '/my campaigns/x.db', 'm')).toContain(
      "`sqlite3 '/my campaigns/x.db' .recover`",
    );
    expect(stateWarning({ kind: 'openFolder', folder: '/my campaigns' })).toContain("chmod o-w '/my campaigns'");
  });

  const warnings: readonly (readonly [StoreWarning, string])[] = [
    [
      { kind: 'adopted', from: { kind: 'otherHost', host: 'ops-2' } },
      "--adopt: the state file is this host's now. Do not run the campaign on ops-2 any more.",
    ],
    [
      { kind: 'adopted', from: { kind: 'missing', path: '/old/x.db', isThere: false } },
      `--adopt: this run begins anew, without the memory in /old/x.db. ${again}`,
    ],
    [
      { kind: 'adopted', from: { kind: 'behind', seq: 3, known: 8 } },
      `--adopt: the run goes on from change 3, and what came after it (up to 8) is forgotten. ${again}`,
    ],
    [
      { kind: 'adopted', from: { kind: 'copied', path: '/old/x.db' } },
      '--adopt: this copy is the state file now; /old/x.db is refused from now on.',
    ],
    [
      { kind: 'noWitness', folder: '/home/w', message: 'EACCES' },
      '/home/w cannot be written (EACCES): a state file that is put back, copied or deleted, or a second runner with another state file, would not be noticed.',
    ],
    [
      { kind: 'adopted', from: { kind: 'replaced' } },
      `--adopt: this run starts over: the file at its place does not know who was contacted. ${again}`,
    ],
    [
      { kind: 'noHome' },
      'Neither XDG_STATE_HOME nor HOME is set, so there is no rollback guard: a state file that is deleted, restored or copied, or a second runner with another state file, would not be noticed. Set XDG_STATE_HOME to a folder that is kept between runs.',
    ],
    [
      { kind: 'openFolder', folder: '/s' },
      'Anybody on this machine may write in /s, and so replace the memory of who was contacted. Take that right away: chmod o-w /s',
    ],
  ];
  test.each(warnings)('%j', (warning, words) => {
    expect(stateWarning(warning)).toBe(words);
  });
});

describe('callsheet run', () => {
  test('goes on without the memory of state files, and says what is not noticed then', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(whatsappStep);
    await writeFile(join(rig.folder, 'file'), '');
    const { code, stderr } = await rig.callsheet(['run', 'campaign.yaml', '--yes'], {
      XDG_STATE_HOME: join(rig.folder, 'file'),
    }).ended;
    expect(code).toBe(0);
    expect(stderr.split('\n')[0]).toMatch(
      /^\/\S+\/file\/callsheet cannot be written \(ENOTDIR: [^)]+\): a state file that is put back, copied or deleted, or a second runner with another state file, would not be noticed\.$/,
    );
  });

  test('says what is not noticed where nothing names a home folder, and says nothing of it in the sandbox', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(whatsappStep);
    const homeless = { HOME: undefined, XDG_STATE_HOME: undefined };
    const ran = await rig.callsheet(['run', 'campaign.yaml', '--yes'], homeless).ended;
    expect(ran.code).toBe(0);
    expect(ran.stderr.split('\n')[0]).toBe(stateWarning({ kind: 'noHome' }));
    const tried = await rig.callsheet(['run', 'campaign.yaml', '--sandbox'], homeless).ended;
    expect(tried.stderr).not.toContain('XDG_STATE_HOME');
  });

  test('says that anybody may write in the folder', async () => {
    await using rig = await createCampaignRig();
    await rig.members(people(1));
    await rig.campaign(whatsappStep);
    await mkdir(join(rig.folder, '.callsheet'));
    await chmod(join(rig.folder, '.callsheet'), 0o777);
    const { code, stderr } = await rig.run();
    expect(code).toBe(0);
    expect(stderr.split('\n')[0]).toBe(
      `Anybody on this machine may write in ${rig.folder}/.callsheet, and so replace the memory of who was contacted. Take that right away: chmod o-w ${rig.folder}/.callsheet`,
    );
  });
});
