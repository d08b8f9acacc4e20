import { Alert, Anchor, Button, Code, Text } from '@mantine/core';
import { SibylError } from '@sibyl/sdk';
import { CircleAlert } from 'lucide-react';
import { words } from '../words/shared.ts';
import { adviceFor } from './advice.ts';
import { publicPath } from './place.ts';

/** A failure: what happened, where, and what to do. */
export function ProblemNote({ error, onRetry }: { error: unknown; onRetry?: (() => void) | undefined }) {
  const { title, detail, advice, requestId } = adviceFor(error);
  return (
    <Alert color="red" title={title} icon={<CircleAlert size={18} />} role="alert">
      <Text size="sm" className="anywhere">
        {detail}
      </Text>
      {advice && (
        <Text size="sm" mt="xs" fw={500}>
          {advice}
        </Text>
      )}
      {SibylError.is(error) && !advice && (
        <Anchor size="sm" href={`${publicPath}/errors/${error.code}`}>
          {words.whatToDo}
        </Anchor>
      )}
      {onRetry && (
        <Button mt="sm" size="xs" variant="default" onClick={onRetry}>
          {words.retry}
        </Button>
      )}
      {requestId && (
        <Text size="xs" c="dimmed" mt="xs">
          {words.request} <Code fz="xs">{requestId}</Code>
        </Text>
      )}
    </Alert>
  );
}
