import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { refusalMessage, stateTroubleMessage, stateWarning } from '../../src/cli/messages/state-messages.ts';
import type { StateRefusal, StateWarning } from '../../src/ledger/refusal.ts';
import type { FileTrouble } from '../../src/ledger/state-trouble.ts';
import { createCampaignRig, people, whatsappStep } from '../rig/campaign-rig.ts';

const since = Date.UTC(2026, 10, 23, 8);
const again =
  'The service recognises repeated redials, codes and uploads and does not do them twice; WhatsApp messages may be sent again.';

describe('why a state file was not opened is one clear sentence, and what to do another', () => {
  const refusals: readonly (readonly [StateRefusal, string])[] = [
    [
      { kind: 'locked', holder: { run: '1', pid: 7, host: 'ops-1', since } },
      'x.yaml is already being run by process 7 on ops-1, since 2026-11-23T08:00:00.000Z. Wait until it ends, pause it with `callsheet pause x.yaml`, or end it with `callsheet cancel x.yaml` or Ctrl-C. Nothing was sent.',
    ],
    [
      { kind: 'locked', holder: { run: 'may', pid: 7, host: 'ops-1', since }, otherRun: 'may' },
      'x.yaml is already being run as run may by process 7 on ops-1, since 2026-11-23T08:00:00.000Z. Wait until it ends, pause it with `callsheet pause x.yaml --run may`, or end it with `callsheet cancel x.yaml --run may` or Ctrl-C. Nothing was sent.',
    ],
    [
      { kind: 'locked', holder: undefined },
      'x.yaml is already being run by another process. Wait until it ends, pause it with `callsheet pause x.yaml`, or end it with `callsheet cancel x.yaml` or Ctrl-C. Nothing was sent.',
    ],
    [
      {
        kind: 'locked',
        holder: { run: '1', pid: 7, host: 'ops-1', since, state: '/my copy/x.db' },
        otherState: '/my copy/x.db',
      },
      "x.yaml is already being run by process 7 on ops-1, since 2026-11-23T08:00:00.000Z, with the state file /my copy/x.db. Wait until it ends, pause it with `callsheet pause x.yaml --state '/my copy'`, or end it with `callsheet cancel x.yaml --state '/my copy'` or Ctrl-C. Nothing was sent.",
    ],
    [
      { kind: 'replaced', path: '/s/spring.db' },
      's/x.db is not the state file of this run of x.yaml: it was replaced, or it lost its latest changes (is its x.db-wal missing?). It does not record who was contacted. Restore the right file, start a new run with --run NAME, or start over with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'otherService', service: 'https://a.example' },
      "s/x.db records a run at another service (https://a.example), not who was contacted at this one. Use that service's settings, or another folder with --state. If that address was wrong, first decide about its jobs in doubt: `callsheet reconcile x.yaml`. Nothing was sent.",
    ],
    [
      { kind: 'newer', version: 9 },
      's/x.db was written by a newer callsheet (state version 9). Update callsheet. Nothing was sent.',
    ],
    [
      { kind: 'foreign' },
      's/x.db is not a callsheet state file. Move it, or use another folder with --state. Nothing was sent.',
    ],
    [
      { kind: 'otherHost', host: 'ops-2' },
      's/x.db was written on another host (ops-2). If that host will not run it again, take it over with --adopt. Nothing was sent.',
    ],
    [
      { kind: 'otherHost', host: 'ops-2', lacksLog: true },
      's/x.db was written on another host (ops-2). If a process died there, its latest changes are in x.db-wal beside it, which is not here: copy both first. If that host will not run it again, take it over with --adopt. Nothing was sent.',
    ],
    [
      { kind: 'missing', path: '/old/x.db', isThere: true },
      'This run of x.yaml was carried out with another state file, /old/x.db; s/x.db does not record who was contacted. Use that file with --state /old, start a new run with --run NAME, or start over with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'missing', path: '/old/x.db', isThere: false },
      'This run of x.yaml was carried out before, but its state file /old/x.db, which records who was contacted, is missing. Restore it, start a new run with --run NAME, or start over with --adopt, which contacts people again. Nothing was sent.',
    ],
    [
      { kind: 'behind', seq: 3, known: 8 },
      's/x.db is out of date: it ends at revision 3, this machine recorded revision 8. It was probably restored from a backup, truncated, or copied without its x.db-wal. Restore the newest version, or continue from this one with --adopt, which may contact people again. Nothing was sent.',
    ],
    [
      { kind: 'copied', path: '/old/x.db' },
      's/x.db is a copy of /old/x.db, which still exists. Use the original with --state /old, or accept the copy with --adopt if the original will not be run again. Nothing was sent.',
    ],
    [
      { kind: 'trouble', trouble: 'readOnly', message: 'EROFS' },
      's/x.db cannot be read or written (EROFS). Check the permissions of the file and its folder, or use another folder with --state. Nothing was sent.',
    ],
  ];
  test.each(refusals)('%j', (refused, words) => {
    expect(`${refusalMessage(refused, 's/x.db', { file: 'x.yaml' })} Nothing was sent.`).toBe(words);
  });

  test('trouble in the middle of a run says what is known of what was sent', () => {
    const words: Readonly<Record<FileTrouble, string>> = {
      busy: 's/x.db is locked by another program (m). Close it and try again.',
      full: 'Disk full while writing s/x.db. Free some space and run again. Everything that was sent is recorded.',
      readOnly:
        's/x.db cannot be read or written (m). Check the permissions of the file and its folder, or use another folder with --state.',
      damaged:
        's/x.db is damaged (m). It records who was contacted, so callsheet does not continue without it. Restore it from a backup, or inspect it with `sqlite3 s/x.db .recover`.',
      io: 'Disk error on s/x.db (m): it is full or broken. Nothing more is sent until it works again.',
      fencedOut:
        'Another process now runs s/x.db: a lock file was deleted during this run. This process has stopped; its jobs in flight are treated as after a crash.',
      fileReplaced:
        's/x.db was moved, deleted or replaced while it was in use. Put it back and run again; jobs in flight are treated as after a crash.',
    };
    for (const trouble of Object.keys(words) as FileTrouble[]) {
      expect(stateTroubleMessage(trouble, 's/x.db', 'm')).toBe(words[trouble]);
    }
  });

  test('what is to be typed can be, where a path has blanks', () => {
    expect(stateTroubleMessage('damaged', '/my campaigns/x.db', 'm')).toContain(
      "`sqlite3 '/my campaigns/x.db' .recover`",
    );
    expect(stateWarning({ kind: 'openFolder', folder: '/my campaigns' })).toContain("chmod o-w '/my campaigns'");
  });

  const warnings: readonly (readonly [StateWarning, string])[] = [
    [
      { kind: 'adopted', from: { kind: 'otherHost', host: 'ops-2' } },
      '--adopt: the state file now belongs to this host. Do not run the campaign on ops-2 any more.',
    ],
    [
      { kind: 'adopted', from: { kind: 'missing', path: '/old/x.db', isThere: false } },
      `--adopt: this run goes on without the records in /old/x.db. ${again}`,
    ],
    [
      { kind: 'adopted', from: { kind: 'behind', seq: 3, known: 8 } },
      `--adopt: the run continues from revision 3; later revisions (up to 8) are lost. ${again}`,
    ],
    [
      { kind: 'adopted', from: { kind: 'copied', path: '/old/x.db' } },
      '--adopt: this copy is now the state file; /old/x.db will be refused.',
    ],
    [
      { kind: 'noGuard', folder: '/home/w', message: 'EACCES' },
      '/home/w cannot be written (EACCES), so callsheet cannot detect a state file that is restored, copied or deleted, or a second process with another state file.',
    ],
    [
      { kind: 'adopted', from: { kind: 'replaced', path: '/s/spring.db' } },
      `--adopt: this run starts over: the file in its place does not record who was contacted. ${again}`,
    ],
    [
      { kind: 'noHome' },
      'Neither XDG_STATE_HOME nor HOME is set, so callsheet cannot detect a state file that is restored, copied or deleted, or a second process with another state file. Set XDG_STATE_HOME to a folder that is kept between runs.',
    ],
    [
      { kind: 'openFolder', folder: '/s' },
      'Anyone on this machine can write to /s and replace the record of who was contacted. Remove that permission: chmod o-w /s',
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
      /^\/\S+\/file\/callsheet cannot be written \(ENOTDIR: [^)]+\), so callsheet cannot detect a state file that is restored, copied or deleted, or a second process with another state file\.$/,
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
      `Anyone on this machine can write to ${rig.folder}/.callsheet and replace the record of who was contacted. Remove that permission: chmod o-w ${rig.folder}/.callsheet`,
    );
  });
});
