import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { getLanguageService, type LanguageService, TextDocument } from 'yaml-language-server';

/** The server's own document has two methods more, which it does not use here. */
type Document = Parameters<LanguageService['doHover']>[0];

/** The language server that VS Code, Neovim, Zed and Helix use, with our schema turned on as the README says. */
let service: LanguageService;
let version = 0;

beforeAll(() => {
  service = getLanguageService({
    schemaRequestService: (uri) => readFile(fileURLToPath(uri), 'utf8'),
    workspaceContext: { resolveRelativePath: (path, base) => new URL(path, base).href },
  });
  service.configure({ validate: true, hover: true, completion: true, yamlVersion: '1.2', isKubernetes: false });
});

const head = '# yaml-language-server: $schema=../schemas/campaign.schema.json\n';

/** A campaign with `|` where the cursor is. */
function open(text: string): { document: Document; position: { line: number; character: number } } {
  const whole = head + text;
  const at = whole.indexOf('|');
  const uri = pathToFileURL(`${process.cwd()}/campaigns/unsaved.yaml`).href;
  const document = TextDocument.create(
    uri,
    'yaml',
    ++version,
    at === -1 ? whole : whole.slice(0, at) + whole.slice(at + 1),
  ) as Document;
  return { document, position: document.positionAt(Math.max(at, 0)) };
}

async function completions(text: string): Promise<string[]> {
  const { document, position } = open(text);
  const list = await service.doComplete(document, position, false);
  return list.items.map((item) => item.label);
}

async function hover(text: string): Promise<string> {
  const { document, position } = open(text);
  const found = await service.doHover(document, position);
  return JSON.stringify(found?.contents ?? '');
}

async function problems(text: string): Promise<string[]> {
  const { document } = open(text);
  return (await service.doValidation(document, false)).map((problem) => problem.message);
}

describe('completion', () => {
  test('offers the keys of a campaign', async () => {
    expect(await completions('campaign: spring\n|')).toEqual(
      expect.arrayContaining(['timezone', 'starts', 'window', 'audiences', 'steps', 'limits']),
    );
  });

  test('offers the nine operations', async () => {
    expect(await completions('campaign: spring\ntimezone: UTC\nsteps:\n  a:\n    uses: |')).toEqual(
      expect.arrayContaining(['whatsapp.send', 'voice.redial', 'otp.send', 'audio.upload', 'sms.balance']),
    );
  });

  test('offers what a step of this operation has', async () => {
    const keys = await completions('campaign: spring\ntimezone: UTC\nsteps:\n  a:\n    uses: otp.send\n    |');
    expect(keys).toEqual(expect.arrayContaining(['with', 'needs', 'forEach', 'expires']));
  });

  test('offers the fields of the request', async () => {
    const step = '  a:\n    uses: otp.send\n    with:\n      templateId: 31\n      |';
    expect(await completions(`campaign: spring\ntimezone: UTC\nsteps:\n${step}`)).toEqual(
      expect.arrayContaining(['channel', 'flowId', 'orderId', 'to']),
    );
  });

  test('offers the values of a field', async () => {
    const step = '  a:\n    uses: otp.send\n    with:\n      channel: |';
    expect(await completions(`campaign: spring\ntimezone: UTC\nsteps:\n${step}`)).toEqual(
      expect.arrayContaining(['sms', 'call', 'sna']),
    );
  });
});

describe('hover', () => {
  test('explains a key', async () => {
    expect(await hover('campaign: spring\ntime|zone: UTC\n')).toContain('IANA zone of every wall');
  });

  test('explains a field of a request', async () => {
    const step = '  a:\n    uses: otp.send\n    with:\n      template|Id: 31\n';
    expect(await hover(`campaign: spring\ntimezone: UTC\nsteps:\n${step}`)).toContain('Id of the template');
  });
});

describe('validation', () => {
  test('has nothing to say about the worked examples', async () => {
    for (const name of ['spring-renewal', 'otp-verification', 'operations', 'whatsapp-showcase']) {
      const text = await readFile(`campaigns/${name}.yaml`, 'utf8');
      expect([name, await problems(text.slice(text.indexOf('\n') + 1))]).toEqual([name, []]);
    }
  });

  test('finds an unknown key', async () => {
    const found = await problems('campaign: spring\ntimezone: UTC\nwindows: {}\nsteps: { a: { uses: sms.balance } }\n');
    expect(found).toEqual(['Property windows is not allowed.']);
  });

  test('finds an unknown field of a request', async () => {
    const step = '{ uses: otp.send, with: { templateID: 31 } }';
    expect(await problems(`campaign: spring\ntimezone: UTC\nsteps: { a: ${step} }\n`)).toContain(
      'Property templateID is not allowed.',
    );
  });
});
