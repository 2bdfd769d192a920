import { messageOf } from '../../diagnostic/message-of.ts';
import type { Clock, Host, Instant } from '../../platform/ports.ts';
import type { Settings } from '../../project/settings.ts';
import { createClient } from '../../service/http/client.ts';
import type { Transport } from '../../service/http/transport.ts';
import type { ExitCode } from '../options/exit-code.ts';
import { couldNot } from './refuse.ts';

/** A clock and a transport that belong together. */
export interface ServiceConnection {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly resync?: (serviceTime: Instant) => number;
  readonly during?: <T>(work: () => Promise<T>) => Promise<T>;
  close(): Promise<void>;
}

/** The real service, in real time. */
export async function openServiceConnection(
  settings: Settings,
  connections: number,
  host: Pick<Host, 'clock' | 'console'>,
): Promise<ServiceConnection | ExitCode> {
  const { clock } = host;
  try {
    const client = createClient({ ...settings, clock, connections });
    return {
      clock,
      transport: client,
      resync: (serviceTime) => client.resync(serviceTime),
      close: () => client.close(),
    };
  } catch (error) {
    return couldNot(host, messageOf(error));
  }
}
