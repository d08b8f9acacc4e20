import { ActionIcon } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { CircleHelp } from 'lucide-react';
import { guide } from '../words/shared.ts';
import { guideOf } from './guide.ts';

/** Opens what the guide tells of this page, beside it. */
export function GuideButton() {
  const { pathname, search } = useLocation();
  const { tab } = search as { tab?: string };
  return (
    <ActionIcon
      variant="default"
      size="lg"
      component="a"
      href={guideOf(pathname, tab)}
      target="_blank"
      rel="noopener"
      aria-label={guide.toPage}
      title={guide.toPage}
    >
      <CircleHelp size={18} />
    </ActionIcon>
  );
}
