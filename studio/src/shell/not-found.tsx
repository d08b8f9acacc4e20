import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Compass } from 'lucide-react';
import { Empty } from '../shared/empty.tsx';
import { words } from '../words/shared.ts';

export function NotFound() {
  return (
    <Empty
      icon={Compass}
      title={words.notFound}
      action={
        <Button component={Link} to="/">
          {words.home}
        </Button>
      }
    >
      {words.notFoundAdvice}
    </Empty>
  );
}
