import { SibylError } from '@sibyl/sdk';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { reportLost } from './reachable.ts';

/** What waits for a key; the router sets it, which is made later. */
export const onSignedOut = { run: () => {} };

function judge(error: unknown): void {
  if (SibylError.is(error, 'unauthenticated')) onSignedOut.run();
  if (SibylError.is(error, 'unreachable', 'shutting_down')) reportLost(() => queryClient.invalidateQueries());
}

/** The client of the service repeats what may be repeated; here nothing is asked twice. */
export const queryClient: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError: judge }),
  mutationCache: new MutationCache({ onError: judge }),
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

/** Makes lists and records of these operations be read again. */
export function forget(...operations: string[]): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => operations.includes(String(queryKey[0])) });
}
