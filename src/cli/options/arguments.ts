import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Host } from '../../platform/ports.ts';
import { type ExitCode, exitCode } from './exit-code.ts';

/** Reads the command line strictly (a typo in a flag must never send) and runs the command, imported only then. */
export async function parseArguments(argv: readonly string[], host: Host): Promise<ExitCode> {
  let code: ExitCode = exitCode.done;
  const set = (result: Promise<ExitCode>): Promise<void> => result.then((value) => void (code = value));
  const program = createProgram(host, set);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Help and version are no mistakes.
    return error.exitCode === 0 ? exitCode.done : exitCode.couldNotRun;
  }
}

type Set = (result: Promise<ExitCode>) => Promise<void>;
type Given = Record<string, unknown>;

function createProgram(host: Host, set: Set): Command {
  const program = new Command('callsheet')
    .description(
      'Campaigns as code for messaging, voice and verification: check, plan, rehearse, and run exactly once.',
    )
    .version(packageJson.version, '-V, --version')
    .option('--no-color', 'no colours (NO_COLOR and CI are obeyed too)')
    .enablePositionalOptions()
    .showHelpAfterError('(callsheet --help shows every command)')
    .configureOutput({ writeOut: host.console.out, writeErr: host.console.err })
    .configureHelp({ optionDescription })
    .exitOverride()
    .hook('preAction', (_, given) => refuseEmpty(given));
  addLooking(program, host, set);
  addRunning(program, host, set);
  addRehearsing(program, host, set);
  addSteering(program, host, set);
  addTools(program, host, set);
  return program;
}

/**
 * An empty word is a shell's variable that is not set. `--run ""` would be a further run, to the same people once more, and
 * `--state ""` the root of the disk.
 */
function refuseEmpty(given: Command): void {
  const option = given.options.find((each) => [given.getOptionValue(each.attributeName())].flat().includes(''));
  if (option !== undefined) given.error(`error: option '${option.flags}' is empty`);
  const index = given.processedArgs.findIndex((value) => [value].flat().includes(''));
  if (index !== -1) given.error(`error: argument '${given.registeredArguments[index]?.name()}' is empty`);
}

/** What an option does, and its default where that says something. */
function optionDescription({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const isPlain = defaultValue === undefined || defaultValue === false || Array.isArray(defaultValue);
  const notes = [
    ...(argChoices === undefined ? [] : [argChoices.join(', ')]),
    ...(isPlain ? [] : [`default: ${defaultValueDescription ?? String(defaultValue)}`]),
  ];
  return notes.length === 0 ? description : `${description} (${notes.join('; ')})`;
}

function addLooking(program: Command, host: Host, set: Set): void {
  program.commandsGroup('Before and after a run:');
  command(program, 'check', 'Find every mistake in campaign files, their audiences and every rendered request.', {
    example: 'callsheet check campaigns/*.yaml',
  })
    .argument('<files...>', 'campaign files')
    .addOption(choice('--format <format>', 'how findings are printed', ['pretty', 'json', 'github', 'sarif']))
    .option('-q, --quiet', 'errors alone, and nothing when there are none', false)
    .option('--max-findings <number>', 'show so many at most; all are counted', wholeNumber)
    .addOption(input())
    .addOption(envFile())
    .action((files: string[], given: Given) =>
      set(import('../commands/check.ts').then(({ check }) => check({ ...given, files } as never, host))),
    );
  ofCampaign(program, 'plan', 'Show what will happen, when, for how many, and why not. Sends and writes nothing.', {
    example: 'callsheet plan campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
  })
    .addOption(choice('--format <format>', 'how the plan is printed', ['text', 'json', 'markdown', 'html']))
    .option('--at <date-time>', 'plan as if it were then: a local date-time in the campaign’s zone, or with an offset')
    .option('--out <file>', 'write the plan with every job to a file, to be approved and run exactly')
    .option('--against <file>', 'compare with a plan written before, in words and people')
    .option('--jobs', 'one NDJSON line per job', false)
    .option('--with-balance', 'ask the account for its balance (one query) and say how far it reaches', false)
    .option('--sandbox', 'with the state of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/plan.ts').then(({ plan }) => plan({ ...given, file } as never, host))),
    );
  ofCampaign(program, 'status', 'Counts by step and outcome, what is next, and what is in doubt.', {
    example: 'callsheet status campaigns/spring-renewal.yaml --follow',
  })
    .addOption(choice('--format <format>', 'how it is printed', ['text', 'json']))
    .option('--follow', 'go on until the run ends', false)
    .option('--sandbox', 'of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/status.ts').then(({ status }) => status({ ...given, file } as never, host))),
    );
  ofCampaign(
    program,
    'report',
    'What has become of every job: the sums and reasons, a page to look at, or one row a job.',
    {
      example: 'callsheet report campaigns/spring-renewal.yaml --format csv > jobs.csv',
    },
  )
    .addOption(choice('--format <format>', 'how it is printed', ['text', 'html', 'json', 'csv', 'junit']))
    .option('--sandbox', 'of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/report.ts').then(({ report }) => report({ ...given, file } as never, host))),
    );
  ofCampaign(program, 'why', 'Every rule, deferral and outcome for one recipient, with the lines that say so.', {
    example: 'callsheet why campaigns/spring-renewal.yaml 2340001000900',
  })
    .argument('<key>', 'the recipient’s number')
    .addOption(choice('--format <format>', 'how it is printed', ['text', 'json']))
    .option('--at <date-time>', 'as if it were then')
    .option('--sandbox', 'with the state of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, key: string, given: Given) =>
      set(import('../commands/why.ts').then(({ why }) => why({ ...given, file, key } as never, host))),
    );
  ofCampaign(program, 'audit', 'An independent check of hours, order, rates and sums.', {
    example: 'callsheet audit campaigns/spring-renewal.yaml --sandbox',
  })
    .addOption(choice('--format <format>', 'how it is printed', ['text', 'json']))
    .option('--jobs <file>', 'of the lines of `plan --jobs`')
    .option('--log <file>', 'of the sandbox’s request log')
    .option('--sandbox', 'of the state of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/audit.ts').then(({ audit }) => audit({ ...given, file } as never, host))),
    );
}

function addRunning(program: Command, host: Host, set: Set): void {
  program.commandsGroup('Carry it out:');
  running(
    ofCampaign(program, 'run', 'Carry out what is left of the plan, exactly once. Resumes by itself.', {
      example: 'callsheet run campaigns/spring-renewal.yaml --sandbox',
    }),
  )
    .option('--plan <file>', 'an approved plan (`plan --out`): refuse to run anything else')
    .action((file: string, given: Given) =>
      set(import('../commands/run.ts').then(({ run }) => run({ ...given, file } as never, host))),
    );
  running(
    ofCampaign(program, 'watch', 'On every save: check, plan again, and say what changed. Sends only with --run.', {
      example: 'callsheet watch campaigns/spring-renewal.yaml --at "2026-11-23 08:30"',
    }),
  )
    .option('--run', 'carry out the difference too', false)
    .action((file: string, given: Given) =>
      set(
        import('../commands/watch.ts').then(({ watch }) =>
          watch({ ...given, file, carryOut: given['run'] === true, run: undefined } as never, host),
        ),
      ),
    );
}

function addRehearsing(program: Command, host: Host, set: Set): void {
  command(
    program,
    'rehearse',
    'The whole campaign in virtual time, in a sandbox of its own. Sends and writes nothing.',
    {
      example: 'callsheet rehearse campaigns/spring-renewal.yaml --scenario flaky --kill-everywhere',
    },
  )
    .argument('<file>', 'campaign file')
    .addOption(input())
    .addOption(runLabel())
    .addOption(choice('--format <format>', 'a report, or events as NDJSON', ['text', 'json']))
    .addOption(choice('--scenario <scenario>', 'what befalls it', ['calm', 'flaky', 'storm', 'poor']))
    .option('--seed <number>', 'the same seed goes the same way', wholeNumber, 1)
    .option('--kill-everywhere', 'die at every boundary in turn, resume, and compare by recipient', false)
    .option('--at <date-time>', 'when it begins; at `starts` by default')
    .option('--world <file>', 'the sandbox’s starting facts (schemas/world.schema.json)')
    .addOption(envFile())
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/rehearse.ts').then(({ rehearse }) => rehearse({ ...given, file } as never, host))),
    );
}

function running(command: Command): Command {
  return command
    .addOption(choice('--format <format>', 'text, or events as NDJSON', ['text', 'json']))
    .option('-y, --yes', 'do not ask before the first real send', false)
    .option('--sandbox', 'use the embedded service; its clock skips every wait', false)
    .option('--real-time', 'in the sandbox: wait as in life', false)
    .option('--at <date-time>', 'in the sandbox: when its clock begins')
    .option('--late', 'go out though `starts` has long passed', false)
    .option(
      '--adopt',
      'take over a state file of another host, a copy, or none; runs on two machines do not see each other, and WhatsApp messages go out from both',
      false,
    )
    .option('--accept-edits', 'go on though a step that was sent is gone and a new one looks like it', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false);
}

function addSteering(program: Command, host: Host, set: Set): void {
  program.commandsGroup('While it is under way:');
  const steering = [
    ['pause', 'pause', 'Let nothing new start. A running process obeys within a second.'],
    ['resume', 'run', 'Take a pause or a cancel back.'],
    ['cancel', 'cancel', 'End a running process when what is in flight is answered, and let no other start.'],
  ] as const;
  for (const [name, control, description] of steering) {
    ofCampaign(program, name, description, { example: `callsheet ${name} campaigns/spring-renewal.yaml` })
      .option('--sandbox', 'the sandbox run', false)
      .action((file: string, given: Given) =>
        set(import('../commands/steer.ts').then(({ steer }) => steer({ ...given, file, control } as never, host))),
      );
  }
  ofCampaign(program, 'reconcile', 'List the jobs in doubt, or decide on some of them.', {
    example: 'callsheet reconcile campaigns/spring-renewal.yaml --accept "followUp[2340001000900]"',
  })
    .option('--accept <address>', 'it arrived', collect, [])
    .option('--resend <address>', 'it did not arrive, or was refused: send it again at the next run', collect, [])
    .option('--drop <address>', 'leave it', collect, [])
    .option('--output <name=value>', 'what an accepted job gave, for the steps that need it', collect, [])
    .addOption(choice('--format <format>', 'how the list is printed', ['text', 'json']))
    .option('--sandbox', 'of sandbox runs', false)
    .option('--show-numbers', 'whole numbers instead of masked ones', false)
    .action((file: string, given: Given) =>
      set(import('../commands/reconcile.ts').then(({ reconcile }) => reconcile({ ...given, file } as never, host))),
    );
}

function addTools(program: Command, host: Host, set: Set): void {
  program.commandsGroup('Besides:');
  program.addHelpCommand(
    new Command('help').argument('[command]').description('What a command takes, with an example.'),
  );
  command(
    program,
    'explain',
    'What a finding’s code, an operation, an answer’s code, a key of the language or a word means.',
    {
      example: 'callsheet explain whatsapp.send -131',
    },
  )
    .argument('<words...>', 'CS2001 | whatsapp.send | whatsapp.send -131 | steps.*.uses | "in doubt"')
    .passThroughOptions()
    .allowUnknownOption()
    .action((words: string[]) => set(import('../commands/explain.ts').then(({ explain }) => explain({ words }, host))));
  command(program, 'call', 'One operation by hand: checks the request, sends it once, prints the answer.', {
    example:
      'callsheet call otp.send --sandbox --data \'{"appId": "sandbox-app", "templateId": 31, "to": "2340001000900"}\'',
  })
    .argument('<operation>', 'whatsapp.send, otp.send, sms.balance, …')
    .option('--data <json>', 'the request’s body')
    .option('--sandbox', 'to a sandbox of its own', false)
    .option('-y, --yes', 'do not ask before it is sent', false)
    .addOption(envFile())
    .action((operation: string, given: Given) =>
      set(import('../commands/call.ts').then(({ call }) => call({ ...given, operation } as never, host))),
    );
  command(program, 'doctor', 'Settings, key, clock, disk and versions, each with what to do. One balance query.', {
    example: 'callsheet doctor --env-file .env',
  })
    .addOption(envFile())
    .action((given: Given) => set(import('../commands/doctor.ts').then(({ doctor }) => doctor(given as never, host))));
  command(program, 'init', 'Write a commented campaign, an audience and audio to start from.', {
    example: 'callsheet init my-campaigns',
  })
    .argument('[folder]', 'where', '.')
    .action((folder: string) => set(import('../commands/init.ts').then(({ init }) => init({ folder }, host))));
  command(program, 'serve', 'The sandbox as a server of its own, with its inbox page, until Ctrl-C.', {
    example: 'callsheet serve --port 8080',
  })
    .option('--port <number>', '0 picks a free one', wholeNumber, 0)
    .option('--host <address>', 'where to listen; anything but loopback is open to the network', '127.0.0.1')
    .option('--world <file>', 'its starting facts (schemas/world.schema.json)')
    .option('--data <file>', 'keep its ledger in this file')
    .action((given: Given) => set(import('../commands/serve.ts').then(({ serve }) => serve(given as never, host))));
}

function command(
  program: Command,
  name: string,
  description: string,
  { example }: { readonly example: string },
): Command {
  return program
    .command(name)
    .description(description)
    .showHelpAfterError(`(callsheet ${name} --help shows an example)`)
    .addHelpText('after', `\nExample:\n  $ ${example}`);
}

/** A command about one campaign, with what all of those take. */
function ofCampaign(program: Command, name: string, description: string, more: { readonly example: string }): Command {
  const made = command(program, name, description, more)
    .argument('<file>', 'campaign file')
    .addOption(input())
    .option('--state <folder>', 'where the state lives; .callsheet beside the campaign by default');
  // Steering takes the campaign's name alone: it sends and judges nothing.
  if (!['pause', 'resume', 'cancel'].includes(name)) made.addOption(envFile());
  return name === 'watch' ? made : made.addOption(runLabel());
}

function envFile(): Option {
  return new Option('--env-file <file>', 'settings and variables, one NAME=value a line');
}

function runLabel(): Option {
  return new Option('--run <label>', 'name of the run; the date of `starts`, or 1, by default').argParser(plainName);
}

function choice(flags: string, description: string, choices: readonly [string, ...string[]]): Option {
  return new Option(flags, description).choices(choices).default(choices[0]);
}

function input(): Option {
  return new Option('--input <name=value>', 'a value for one of the campaign’s inputs').argParser(collect).default([]);
}

function collect(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** Two labels that look alike would be two runs, to the same people: no blanks, and no letters that can be written in two ways. */
function plainName(text: string): string {
  if (text !== '' && !/^[\w.-]{1,64}$/.test(text)) {
    throw new InvalidArgumentError('It takes up to 64 letters (a to z), digits, `.`, `_` and `-`, such as 2026-12.');
  }
  return text;
}

function wholeNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('It takes a whole number.');
  return Number(text);
}
