import type { Signals, StopSignal } from './ports.ts';

const stopSignals: readonly StopSignal[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Those of this process. */
export function createNodeSignals(): Signals {
  return {
    onStop(listener) {
      for (const signal of stopSignals) process.on(signal, listener);
      return () => {
        for (const signal of stopSignals) process.off(signal, listener);
      };
    },
    onParentGone(listener) {
      process.once('disconnect', listener);
      return () => {
        process.off('disconnect', listener);
        // A channel that is listened to keeps a process from ending.
        if (process.connected) process.disconnect();
      };
    },
    quit: (code) => process.exit(code),
  };
}
