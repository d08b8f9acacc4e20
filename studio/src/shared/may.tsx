import type { Action } from '@sibyl/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { sibyl } from './client.ts';

/** Returns a function that says whether the key of this page may do something: nothing until it is known. */
export function useMay(): (action: Action) => boolean {
  const { data } = useQuery({ ...sibyl.query('getSession'), staleTime: 60_000 });
  return (action) => data?.may.includes(action) ?? false;
}

/** What only those see who may use it. */
export function May({ to, children }: { to: Action; children: ReactNode }) {
  return useMay()(to) ? children : null;
}
