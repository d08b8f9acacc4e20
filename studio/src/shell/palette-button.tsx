import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { navigation } from '../words/shared.ts';

const Palette = lazy(() => import('./palette.tsx').then(({ Palette }) => ({ default: Palette })));

/** Opens the command palette, by click or Ctrl K; it loads with its first use. */
export function PaletteButton() {
  const [opened, setOpened] = useState<number>();
  const open = () => setOpened(Date.now());
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <ActionIcon
        variant="default"
        size="lg"
        onClick={open}
        aria-label={navigation.palette}
        title={`${navigation.palette} (Ctrl K)`}
      >
        <Search size={18} />
      </ActionIcon>
      {opened && (
        <Suspense fallback={null}>
          <Palette opened={opened} />
        </Suspense>
      )}
    </>
  );
}
