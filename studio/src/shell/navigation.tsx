import { AppShell, NavLink, Text } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useMay } from '../shared/may.tsx';
import { publicPath } from '../shared/place.ts';
import { checkReach } from '../shared/reachable.ts';
import { navigation } from '../words/shared.ts';
import { addressOf, type Place, places } from './places.ts';
import { useProject } from './project.ts';

const playground = `${publicPath}/docs/`;

/** It is a document of its own: while the service is away the browser would show its error page in place of this one. */
function openWhenThere(event: MouseEvent): void {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  void checkReach().then((answers) => answers && location.assign(playground));
}

export function Navigation() {
  const may = useMay();
  const permitted = places
    .map(({ title, places: group }) => ({ title, group: group.filter(({ takes }) => may(takes)) }))
    .filter(({ group }) => group.length > 0);
  return (
    <AppShell.Section grow className="scroll-y">
      {permitted.map(({ title, group }) => (
        <div key={title}>
          {title && (
            <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={2}>
              {title}
            </Text>
          )}
          {group.map((place) => (
            <PlaceLink key={place.path} place={place} />
          ))}
        </div>
      ))}
      <NavLink
        component="a"
        href={playground}
        onClick={openWhenThere}
        label={navigation.playground}
        leftSection={<FlaskConical size={17} />}
        py={6}
      />
    </AppShell.Section>
  );
}

function PlaceLink({ place }: { place: Place }) {
  const address = addressOf(place, useProject());
  const { pathname } = useLocation();
  const isHere = place.path === '' ? pathname === address || pathname === '/' : pathname.startsWith(address);
  const Icon = place.icon;
  return (
    <NavLink
      component={Link}
      to={address as '/'}
      label={place.label}
      leftSection={<Icon size={17} />}
      activeOptions={{ exact: true }}
      active={isHere}
      aria-current={isHere ? 'page' : undefined}
      py={6}
    />
  );
}
