import { LoadingLines } from '../shared/loaded.tsx';

/** Shown for a page whose file is still on its way, or that waits for the service. */
export function LoadingPage() {
  return <LoadingLines lines={6} />;
}
