import { describe, expect, test } from 'vitest';
import { completeCommands, formatCommand } from '../../src/cli/messages/format-command.ts';

describe('a command that is to be typed', () => {
  const options = {
    file: 'my campaigns/a.yaml',
    sandbox: true,
    state: '/s',
    run: 'second',
    input: ['offer=10 %', 'who=Ada'],
    envFile: 'prod.env',
    plan: 'PLAN.json',
    realTime: true,
  };
  const which = "'my campaigns/a.yaml' --sandbox --state /s --run second";

  test('names the file, the state and the variables; all except run control have inputs too, and a run has its plan', () => {
    const command = formatCommand(options);
    expect(command('pause')).toBe(`callsheet pause ${which} --env-file prod.env`);
    expect(command('reconcile', '--accept hello')).toBe(
      `callsheet reconcile ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --accept hello`,
    );
    expect(command('run', '--late')).toBe(
      `callsheet run ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --plan PLAN.json --real-time --late`,
    );
    expect(command('rehearse')).toBe(
      "callsheet rehearse 'my campaigns/a.yaml' --state /s --run second --input 'offer=10 %' --input who=Ada --env-file prod.env",
    );
    expect(formatCommand({ file: "Ada's.yaml" })('run')).toBe("callsheet run 'Ada'\\''s.yaml'");
  });

  test('has what a run is refused without', () => {
    const command = formatCommand({ file: 'a.yaml', requireApproval: true, allowCommands: true });
    expect(command('run')).toBe('callsheet run a.yaml --require-approval --allow-commands');
    expect(command('promote')).toBe('callsheet promote a.yaml');
  });

  test('names the store, without its password', () => {
    const store = 'postgres://ada:secret@db.example/callsheet?lease=30';
    expect(formatCommand({ file: 'a.yaml', store })('pause')).toBe(
      "callsheet pause a.yaml --store 'postgres://ada:PASSWORD@db.example/callsheet?lease=30'",
    );
    expect(formatCommand({ file: 'a.yaml', store: 'postgres://db.example/callsheet' })('run')).toBe(
      'callsheet run a.yaml --store postgres://db.example/callsheet',
    );
    const given = { file: 'a.yaml', store: 'postgres://db.example/callsheet' };
    expect(formatCommand(given)('rehearse')).toBe('callsheet rehearse a.yaml --store postgres://db.example/callsheet');
    expect(formatCommand(given)('inbox')).toBe('callsheet inbox a.yaml');
  });

  test('is completed where the engine has named it without a file', () => {
    expect(completeCommands('nothing new starts until `callsheet resume`', options)).toBe(
      `nothing new starts until \`callsheet resume ${which} --env-file prod.env\``,
    );
    expect(completeCommands('say it with `callsheet reconcile --accept call --output NAME=VALUE`', options)).toBe(
      `say it with \`callsheet reconcile ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --accept call --output NAME=VALUE\``,
    );
    expect(completeCommands('check it with `callsheet doctor`', options)).toBe(
      'check it with `callsheet doctor --env-file prod.env`',
    );
    const imported = 'import it again with `callsheet suppress --import FILE --list dnc`';
    const place = "--project 'my campaigns' --sandbox --state /s --env-file prod.env";
    expect(completeCommands(imported, options)).toBe(imported.replace(/`$/, ` ${place}\``));
    expect(completeCommands(imported, { file: 'a.yaml' })).toBe(imported);
    const wrong = 'then end it (`callsheet suppress NUMBER --remove`)';
    expect(completeCommands(wrong, options)).toBe(wrong.replace(/`\)$/, ` ${place}\`)`));
    const complete = '`callsheet run b.yaml`; `callsheet explain CS2001`; callsheet run';
    expect(completeCommands(complete, options)).toBe(complete);
  });
});
