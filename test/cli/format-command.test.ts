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

  test('names the file and the state; all except run control have inputs and variables too, and a run has its plan', () => {
    const command = formatCommand(options);
    expect(command('pause')).toBe(`callsheet pause ${which}`);
    expect(command('reconcile', '--accept hello')).toBe(
      `callsheet reconcile ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --accept hello`,
    );
    expect(command('run', '--late')).toBe(
      `callsheet run ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --plan PLAN.json --real-time --late`,
    );
    expect(formatCommand({ file: "Ada's.yaml" })('run')).toBe("callsheet run 'Ada'\\''s.yaml'");
  });

  test('is completed where the engine has named it without a file', () => {
    expect(completeCommands('nothing new starts until `callsheet resume`', options)).toBe(
      `nothing new starts until \`callsheet resume ${which}\``,
    );
    expect(completeCommands('say it with `callsheet reconcile --accept call --output NAME=VALUE`', options)).toBe(
      `say it with \`callsheet reconcile ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --accept call --output NAME=VALUE\``,
    );
    expect(completeCommands('check it with `callsheet doctor`', options)).toBe(
      'check it with `callsheet doctor --env-file prod.env`',
    );
    const complete = '`callsheet run b.yaml`; `callsheet explain CS2001`; callsheet run';
    expect(completeCommands(complete, options)).toBe(complete);
  });
});
