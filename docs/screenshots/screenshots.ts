/** A screenshot in the documents: of a page of the control room or the inbox, or of a file that a command prints. */
export interface Screenshot {
  /** `docs/screenshots/NAME.png`. */
  readonly name: string;
  readonly page: 'plan' | 'report' | 'difference' | 'inbox' | `/${string}`;
  /** Text that is there when the page is complete. */
  readonly complete: string;
  readonly height: number;
}

/** Every screenshot that README and documents show; `npm run screenshots` takes them. */
export const screenshots: readonly Screenshot[] = [
  { name: 'plan', page: 'plan', complete: 'followUp', height: 750 },
  { name: 'difference', page: 'difference', complete: 'Settings', height: 620 },
  { name: 'report', page: 'report', complete: 'In doubt: 3', height: 900 },
  { name: 'inbox', page: 'inbox', complete: 'Remind me later', height: 700 },
  // Now comes first: it has the plan made that the campaigns show, too.
  { name: 'control-now', page: '/now?file=spring-renewal.yaml', complete: 'to come, of', height: 1180 },
  { name: 'control-campaigns', page: '/', complete: 'to go', height: 620 },
  { name: 'control-doubts', page: '/doubts?file=spring-renewal.yaml', complete: '3 jobs are in doubt', height: 820 },
];
