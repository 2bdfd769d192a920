/** A screenshot of a page of the control room or the inbox, or of a file that a command prints. */
export interface Screenshot {
  readonly name: string;
  readonly page: 'plan' | 'report' | 'difference' | `inbox#${string}` | `/${string}`;
  /** Which campaigns, and who looks: by default the few that the documents show, and somebody with the address. */
  readonly room?: 'project' | 'states' | 'many' | 'operator' | 'viewer' | 'visitor' | 'wrong token';
  /** Text that is there when the page is complete; in a frame where the page is shown in one. */
  readonly complete?: string;
  readonly isFramed?: true;
  /** What somebody searches for first. */
  readonly search?: string;
  /** Links and buttons that somebody presses then, one after the other. */
  readonly press?: readonly string[];
  readonly height: number;
}

const spring = 'file=spring-renewal.yaml';

/** What README and documents show, as `docs/screenshots/NAME.png`; `npm run screenshots` takes them. */
export const screenshots: readonly Screenshot[] = [
  { name: 'plan', page: 'plan', complete: 'followUp', height: 900 },
  { name: 'difference', page: 'difference', complete: 'Settings', height: 620 },
  { name: 'report', page: 'report', complete: 'In doubt: 3', height: 900 },
  { name: 'inbox', page: 'inbox#conversations', complete: 'Conversations', height: 700 },
  { name: 'control-overview', page: `/overview?${spring}`, complete: 'more expected', height: 1080 },
  { name: 'control-campaigns', page: '/', complete: 'of 25.00', height: 560 },
  { name: 'control-doubts', page: `/doubts?${spring}`, complete: 'may or may not have arrived', height: 700 },
];

type Page = 'overview' | 'plan' | 'doubts' | 'report' | 'audit' | 'rehearse';

/** Campaigns of `states.ts`, by state. */
const before = ['planned', 'approved', 'overdue', 'nobody', 'errors'];
const underWay = ['under-way', 'waiting', 'wave', 'paused', 'cancelled', 'stopped', 'dead'];
const over = ['in-doubt', 'too-late', 'ended', 'finished'];
const height = 900;

const wide = { height, isFramed: true } as const;

/** `overview-paused`: a page of a campaign in this state. One that is not begun belongs to a room in which plans are approved. */
function pageOf(page: Page, state: string, more: Partial<Screenshot> = {}): Screenshot {
  const room = state === 'many' ? 'many' : state === 'planned' || state === 'approved' ? 'operator' : 'states';
  return { name: `${page}-${state}`, page: `/${page}?file=${state}.yaml`, room, height, ...more };
}

/** The other pages, each in each of its states: `npm run screenshots -- --all` takes all of them, light and dark, on a wide screen and on a telephone. */
export const otherPages: readonly Screenshot[] = [
  { name: 'campaigns', page: '/', room: 'states', complete: 'Waits for you', height },
  { name: 'campaigns-none-found', page: '/?find=nothing', room: 'states', height },
  { name: 'campaigns-viewer', page: '/', room: 'viewer', complete: 'Waits for you', height },
  ...[...before, ...underWay, ...over, 'many'].map((state) => pageOf('overview', state)),
  ...[...before, ...underWay, ...over, 'many'].map((state) => pageOf('plan', state, state === 'errors' ? {} : wide)),
  ...['overdue', 'under-way', 'dead', 'in-doubt'].map((state) => pageOf('doubts', state)),
  pageOf('report', 'overdue'),
  ...[...underWay, ...over].map((state) => pageOf('report', state, wide)),
  ...['overdue', 'under-way', 'dead', 'finished'].map((state) => pageOf('audit', state)),
  ...['overdue', 'errors'].map((state) => pageOf('rehearse', state)),
  pageOf('rehearse', 'overdue', { ...wide, name: 'rehearse-ended', press: ['Storm', 'Rehearse'] }),

  { name: 'people', page: '/people', room: 'states', height },
  { name: 'people-found', page: '/people', room: 'states', search: 'Sharmin', complete: 'found', height },
  { name: 'people-none-found', page: '/people', room: 'states', search: 'Zzyzx', complete: 'Nobody', height },
  { name: 'people-one', page: '/people', search: 'Kamal', press: ['Kamal'], complete: 'Spring renewal', height },
  { name: 'people-forget', page: '/people', search: 'Kamal', press: ['Kamal', 'See what it would do'], height },
  { name: 'people-viewer', page: '/people', room: 'viewer', height },
  { name: 'nowhere', page: '/nowhere', room: 'states', height },

  { name: 'sign-in', page: '/', room: 'visitor', complete: 'Your token', height },
  { name: 'sign-in-wrong-token', page: '/', room: 'wrong token', complete: 'Your token', height },
  pageOf('overview', 'under-way', { name: 'overview-viewer', room: 'viewer' }),
  pageOf('doubts', 'in-doubt', { name: 'doubts-viewer', room: 'viewer' }),
  pageOf('plan', 'planned', { ...wide, name: 'plan-viewer', room: 'viewer' }),
  pageOf('report', 'stopped', { ...wide, name: 'report-viewer', room: 'viewer' }),

  pageOf('overview', 'under-way', { name: 'overview-menu', press: ['More'] }),
  pageOf('overview', 'approved', { name: 'overview-start', press: ['Start'], complete: 'Yes, start' }),
  pageOf('overview', 'overdue', { name: 'overview-start-late', press: ['Start late'], complete: 'Yes, start late' }),
  pageOf('overview', 'waiting', { name: 'overview-cancel', press: ['More', 'Cancel'], complete: 'Yes, cancel' }),
  pageOf('plan', 'planned', { name: 'plan-approve', press: ['Approve…'], ...wide }),
  pageOf('doubts', 'in-doubt', { name: 'doubts-decided', press: ['It arrived'], complete: 'decided' }),

  ...['requests', 'calls', 'codes', 'uploads', 'balance', 'controls'].map(
    (tab): Screenshot => ({ name: `inbox-${tab}`, page: `inbox#${tab}`, height }),
  ),
  ...['conversations', 'requests', 'calls', 'codes', 'uploads'].map(
    (tab): Screenshot => ({ name: `inbox-${tab}-empty`, page: `inbox#${tab}`, room: 'many', height }),
  ),
];
