import { Tabs } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, Suspense } from 'react';

export interface View {
  value: string;
  label: string;
  content: () => ReactNode;
}

/** Views of one record; the chosen one is in the address. */
export function ViewTabs({ views }: { views: readonly View[] }) {
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
