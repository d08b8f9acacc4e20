import { useSyncExternalStore } from 'react';
import { sibyl } from './client.ts';

let lost = false;
const listeners = new Set<() => void>();
const pauseMs = 1500;

function tell(next: boolean): void {
  lost = next;
  for (const listener of listeners) listener();
}

/** Called when the service did not answer; polls until it does. */
export function reportLost(onBack: () => void): void {
  if (lost) return;
  tell(true);
  const ask = async () => {
    const isThere = await sibyl.health({ retries: 0, timeout: 4000 }).then(
      () => true,
      () => false,
    );
    if (!isThere) return void setTimeout(ask, pauseMs);
    tell(false);
    onBack();
  };
  setTimeout(ask, pauseMs);
}

/** Returns whether the service does not answer at the moment. */
export function useLost(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => lost,
  );
}
