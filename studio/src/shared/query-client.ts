import { SibylError } from '@sibyl/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isLost, reportLost, watchReach } from './reachable.ts';

/** Called when a key is needed; the router, created later, sets it. */
export const onSignedOut = { run: () => {} };

function judge(error: unknown): void {
  if (SibylError.is(error, 'unauthenticated')) onSignedOut.run();
  if (SibylError.is(error, 'unreachable', 'shutting_down')) void reportLost();
}

/** The service's client retries; nothing is retried here. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: judge }),
  mutationCache: new MutationCache({ onError: judge }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

watchReach(() => void (isLost() || queryClient.invalidateQueries()));

/** Marks results of these operations as outdated. */
export function forget(...operations: string[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => operations.includes(String(queryKey[0])) });
}
