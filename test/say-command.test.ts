import { describe, expect, test } from 'vitest';
import { completeCommands, sayCommand } from '../src/cli/say-command.ts';

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

  test('names the file and the state; a run has its inputs, settings and plan too', () => {
    const say = sayCommand(options);
    expect(say('status')).toBe(`callsheet status ${which}`);
    expect(say('reconcile', '--accept hello')).toBe(`callsheet reconcile ${which} --accept hello`);
    expect(say('run', '--late')).toBe(
      `callsheet run ${which} --input 'offer=10 %' --input who=Ada --env-file prod.env --plan PLAN.json --real-time --late`,
    );
    expect(sayCommand({ file: "Ada's.yaml" })('run')).toBe("callsheet run 'Ada'\\''s.yaml'");
  });

  test('is completed where the engine has named it without a file', () => {
    expect(completeCommands('`call` is in doubt: a person must decide (`callsheet reconcile`)', options)).toBe(
      `\`call\` is in doubt: a person must decide (\`callsheet reconcile ${which}\`)`,
    );
    expect(completeCommands('say it with `callsheet reconcile --accept call --output NAME=VALUE`', options)).toBe(
      `say it with \`callsheet reconcile ${which} --accept call --output NAME=VALUE\``,
    );
    const complete = '`callsheet run b.yaml`; `callsheet explain CS2001`; callsheet run';
    expect(completeCommands(complete, options)).toBe(complete);
  });
});
