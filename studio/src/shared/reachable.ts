import { useSyncExternalStore } from 'react';
import { sibyl } from './client.ts';

type Listener = () => void;

let back: Promise<void> | undefined;
const listeners = new Set<Listener>();
const pauseMs = 1500;

function tell(): void {
  for (const listener of listeners) listener();
}

export function isLost(): boolean {
  return back !== undefined;
}

/** Calls back whenever the service is lost, or back. */
export function watchReach(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function isThere(): Promise<boolean> {
  return sibyl.health({ retries: 0, timeout: 4000 }).then(
    () => true,
    () => false,
  );
}

async function ask(): Promise<void> {
  do await new Promise((resolve) => setTimeout(resolve, pauseMs));
  while (!(await isThere()));
}

/** Called when the service did not answer; asks it until it does. */
export function reportLost(): Promise<void> {
  if (back) return back;
  back = ask().finally(() => {
    back = undefined;
    tell();
  });
  tell();
  return back;
}

/** Asks whether the service answers; the page says so when it does not. */
export async function checkReach(): Promise<boolean> {
  const answers = await isThere();
  if (!answers) void reportLost();
  return answers;
}

/** Resolves as soon as the service answers. */
export async function untilBack(): Promise<void> {
  if (!(await checkReach())) await reportLost();
}

/** Returns whether the service does not answer at the moment. */
export function useLost(): boolean {
  return useSyncExternalStore(watchReach, isLost);
}
