import { type OptionValues, text, wholeNumber } from './option-definition.ts';

/** Of the commands that send for a long time. */
export const monitorOptions = {
  metricsPort: wholeNumber('<port>', 'serve /metrics for Prometheus, /healthz and /livez on this port'),
  metricsHost: {
    ...text('<address>', 'address on which to serve them; 127.0.0.1 by default'),
    needs: { metricsPort: '' },
  },
};

export type MonitorOptions = OptionValues<typeof monitorOptions>;
