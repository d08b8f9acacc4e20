import { Tabs } from '@mantine/core';
import type { Action } from '@sibyl/sdk';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';
import { useMay } from './may.tsx';

export interface View {
  value: string;
  label: string;
  content: () => ReactNode;
  /** What it takes to see it. */
  takes?: Action;
}

/** Views of one record; the chosen one is in the address. */
export function ViewTabs({ views: all }: { views: readonly View[] }) {
  const may = useMay();
  const views = all.filter(({ takes }) => takes === undefined || may(takes));
  const { tab = views[0].value } = useSearch({ strict: false });
  const navigate = useNavigate();
  const go = (next: string | null) =>
    navigate({ to: '.', search: ((old: object) => ({ ...old, tab: next })) as never });
  return (
    <Tabs value={tab} onChange={go} keepMounted={false}>
      <Tabs.List>
        {views.map(({ value, label }) => (
          <Tabs.Tab key={value} value={value}>
            {label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {views.map(({ value, content }) => (
        <Tabs.Panel key={value} value={value} pt="md">
          {value === tab && <Suspense fallback={null}>{content()}</Suspense>}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
