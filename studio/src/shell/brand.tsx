import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { words } from '../words/shared.ts';
import icon from './icon.svg';

export function Brand() {
  return (
    <Link to="/" className="card-link" aria-label={words.product}>
      <Group gap={8} wrap="nowrap">
        <img src={icon} width={28} height={28} alt="" />
        <Text fw={700} visibleFrom="xs" ff="ui-serif, Georgia, serif" fz="lg">
          {words.product}
        </Text>
      </Group>
    </Link>
  );
}
