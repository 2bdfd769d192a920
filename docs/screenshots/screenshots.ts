/** A screenshot of a page of the control room or the inbox, or of a file that a command prints. */
export interface Screenshot {
  readonly name: string;
  readonly page: 'plan' | 'report' | 'difference' | 'inbox' | `/${string}`;
  /** Text that is there when the page is complete; in a frame where the page is shown in one. */
  readonly complete: string;
  readonly isFramed?: true;
  /** What somebody searches for first. */
  readonly search?: string;
  readonly height: number;
}

const spring = 'file=spring-renewal.yaml';

/** What README and documents show, as `docs/screenshots/NAME.png`; `npm run screenshots` takes them. */
export const screenshots: readonly Screenshot[] = [
  { name: 'plan', page: 'plan', complete: 'followUp', height: 900 },
  { name: 'difference', page: 'difference', complete: 'Settings', height: 620 },
  { name: 'report', page: 'report', complete: 'In doubt: 3', height: 900 },
  { name: 'inbox', page: 'inbox', complete: 'Conversations', height: 700 },
  { name: 'control-overview', page: `/overview?${spring}`, complete: 'to come', height: 1080 },
  { name: 'control-campaigns', page: '/', complete: 'of 25.00', height: 560 },
  { name: 'control-doubts', page: `/doubts?${spring}`, complete: 'may or may not have arrived', height: 700 },
];

/** The other pages: `npm run screenshots -- --all` takes all of them, light and dark, on a wide screen and on a telephone. */
export const otherPages: readonly Screenshot[] = [
  { name: 'control-plan', page: `/plan?${spring}`, complete: 'Timeline', isFramed: true, height: 1400 },
  { name: 'control-report', page: `/report?${spring}`, complete: 'When', isFramed: true, height: 1400 },
  { name: 'control-people', page: '/people', search: 'Kamal', complete: 'found', height: 700 },
  { name: 'control-rehearse', page: `/rehearse?${spring}`, complete: 'Random seed', height: 700 },
  { name: 'control-audit', page: `/audit?${spring}`, complete: 'violations', height: 800 },
  { name: 'control-new', page: '/overview?file=otp-verification.yaml', complete: 'to send', height: 900 },
  { name: 'control-stopped', page: '/overview?file=loyalty-codes.yaml', complete: 'Stopped', height: 900 },
  { name: 'control-finished', page: '/overview?file=member-codes.yaml', complete: 'Finished', height: 900 },
  { name: 'control-errors', page: '/overview?file=winter-sale.yaml', complete: 'kode', height: 900 },
  { name: 'control-approve', page: '/plan?file=otp-verification.yaml', complete: 'Timeline', isFramed: true, height: 900 },
];
