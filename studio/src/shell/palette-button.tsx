import { ActionIcon } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPart } from '../shared/part.ts';
import { navigation } from '../words/shared.ts';

const Palette = lazyPart(() => import('./palette.tsx'), 'Palette');

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
