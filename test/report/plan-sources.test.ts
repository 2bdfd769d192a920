import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { planCampaign } from '../../src/plan/make-plan.ts';
import type { Plan } from '../../src/plan/plan.ts';
import { planDocument } from '../../src/report/plan/document.ts';
import { renderers } from '../../src/report/render/index.ts';
import { hourMs } from '../../src/time/wall-clock.ts';
import { screenFindings } from '../rig/axe.ts';
import { browserPath, openPage } from '../rig/browser.ts';
import { springPlan } from '../rig/spring-campaign.ts';

/** A plan with one audience from a database, and one from a program that was read for the first time. */
function planOfSources(): Plan {
  const plan = planCampaign(springPlan());
  return {
    ...plan,
    audiences: [
      {
        audience: 'lapsed-members',
        source: 'postgres audiences/lapsed.sql',
        digest: '3af616c5e0d9'.padEnd(64, '0'),
        takenAt: plan.now - 3 * hourMs,
        refresh: 'frozen',
        rows: 1240,
        recipients: 1200,
        left: { unreadable: 8, where: 20, exclude: 12 },
        since: { takenAt: plan.now - 27 * hourMs, joined: 30, left: 4, changed: 1 },
        note: { kind: 'frozen', newer: plan.now - hourMs },
      },
      {
        audience: 'guests',
        source: 'command <b>@everyone</b>',
        digest: 'f'.repeat(64),
        takenAt: plan.now,
        refresh: 'growing',
        rows: 1,
        kept: 2,
        recipients: 2,
        left: { unreadable: 0, where: 0, exclude: 0, forgotten: 1 },
        note: { kind: 'new' },
      },
    ],
  };
}

const htmlOf = (plan: Plan): string => renderers.html(planDocument(plan));
const markdownOf = (plan: Plan): string => renderers.markdown(planDocument(plan));

describe('the sources of a plan', () => {
  test('are shown with age, snapshot, losses and difference in text', () => {
    const text = renderers.text(planDocument(planOfSources()), { width: 100, colour: false });
    expect(text.split('\n\n')[1]).toBe(`Audiences:
  lapsed-members: postgres audiences/lapsed.sql · read Mon 23 Nov 2026, 05:30 (3 h ago) · snapshot 3af616c5e0d9
    1,240 rows → 1,200 people (8 without a usable number, 20 not selected by \`where\`, 12 excluded)
    30 joined, 4 left, 1 with changed cells since Sun 22 Nov 2026, 05:30
    the run began with this snapshot; a later one of Mon 23 Nov 2026, 07:30 is not used
  guests: command <b>@everyone</b> · read Mon 23 Nov 2026, 08:30 · snapshot ffffffffffff
    1 row and 2 people kept after they left → 2 people (1 forgotten)
    read just now`);
  });

  test('are shown in Markdown, as text', () => {
    const text = markdownOf(planOfSources());
    expect(text.slice(text.indexOf('**Audiences**'), text.indexOf('| step |'))).toBe(`**Audiences**

- lapsed-members: postgres audiences/lapsed.sql · read Mon 23 Nov 2026, 05:30 (3 h ago) · snapshot \`3af616c5e0d9\`
  - 1,240 rows → 1,200 people (8 without a usable number, 20 not selected by \`where\`, 12 excluded)
  - 30 joined, 4 left, 1 with changed cells since Sun 22 Nov 2026, 05:30
  - the run began with this snapshot; a later one of Mon 23 Nov 2026, 07:30 is not used
- guests: command \`<b>@everyone</b>\` · read Mon 23 Nov 2026, 08:30 · snapshot \`ffffffffffff\`
  - 1 row and 2 people kept after they left → 2 people (1 forgotten)
  - read just now

`);
  });

  test('are a list on the page, as text', () => {
    const [, items = ''] =
      /<h2 id="audiences">Audiences<\/h2>\n([^]*?)\n<\/section>/.exec(htmlOf(planOfSources())) ?? [];
    expect(
      items
        .replaceAll(/<\/?span[^>]*>/g, '')
        .replaceAll(/(?=<li>)/g, '\n')
        .split('\n'),
    ).toEqual([
      '<ul>',
      '<li>lapsed-members: postgres audiences/lapsed.sql · read Mon 23 Nov 2026, 05:30 (3 h ago) · snapshot 3af616c5e0d9<ul>',
      '<li>1,240 rows → 1,200 people (8 without a usable number, 20 not selected by <code>where</code>, 12 excluded)</li>',
      '<li>30 joined, 4 left, 1 with changed cells since Sun 22 Nov 2026, 05:30</li>',
      '<li>the run began with this snapshot; a later one of Mon 23 Nov 2026, 07:30 is not used</li></ul></li>',
      '<li>guests: command &lt;b&gt;@everyone&lt;/b&gt; · read Mon 23 Nov 2026, 08:30 · snapshot ffffffffffff<ul>',
      '<li>1 row and 2 people kept after they left → 2 people (1 forgotten)</li>',
      '<li>read just now</li></ul></li></ul>',
    ]);
  });

  test('are not mentioned where every audience is a list', () => {
    const plan = planCampaign(springPlan());
    expect([markdownOf(plan), htmlOf(plan)].filter((text) => /Audiences/.test(text))).toEqual([]);
  });
});

describe.skipIf(browserPath === undefined)('the sources on the plan’s page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'callsheet-sources-'));
  const file = join(folder, 'plan.html');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are good on every screen, light and dark', async () => {
    writeFileSync(file, htmlOf(planOfSources()));
    await using rig = await openPage(`file://${file}`);
    expect([await screenFindings(rig.page), rig.complaints]).toEqual([[], []]);
  });
});
