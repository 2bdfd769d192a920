import { visibleLine } from '../../diagnostic/visible-text.ts';

/** A service as people read it: its base URL, or the sandbox. */
export function formatService(service: string): string {
  return service === 'sandbox' ? 'the sandbox' : visibleLine(service);
}
