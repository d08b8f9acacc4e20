import { Alert, AppShell, Burger, Group, Loader } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Outlet, useLocation, useRouterState } from '@tanstack/react-router';
import { CloudOff } from 'lucide-react';
import { useEffect } from 'react';
import { useLost } from '../shared/reachable.ts';
import { navigation, words } from '../words/shared.ts';
import { Brand } from './brand.tsx';
import { ColorButton } from './color-button.tsx';
import { GuideButton } from './guide-button.tsx';
import { Navigation } from './navigation.tsx';
import { PaletteButton } from './palette-button.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

/** The frame around every page. */
export function Frame() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const { pathname } = useLocation();
  const isLost = useLost();
  const isLoading = useRouterState({ select: ({ status }) => status === 'pending' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu of a phone closes with every new page
  useEffect(close, [pathname]);
  if (pathname === '/sign-in') return <Outlet />;
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="lg"
    >
      <AppShell.Header>
        <a href="#content" className="skip">
          {words.skip}
        </a>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="sm" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label={navigation.menu} />
            <Brand />
            <ProjectSwitcher />
          </Group>
          <Group gap="xs" wrap="nowrap">
            {isLoading && <Loader size="xs" />}
            <GuideButton />
            <PaletteButton />
            <ColorButton />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={navigation.main}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        {isLost && (
          <Alert color="orange" icon={<CloudOff size={18} />} mb="md" role="status">
            {words.lost}
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}
