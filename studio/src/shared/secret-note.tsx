import { Alert, Text } from '@mantine/core';
import { CodeBlock } from './code-block.tsx';

/** A secret that is shown only once. */
export function SecretNote({ title, lead, secret }: { title: string; lead: string; secret: string }) {
  return (
    <Alert color="teal" title={title}>
      <Text size="sm" mb="xs">
        {lead}
      </Text>
      <CodeBlock code={secret} label={title} />
    </Alert>
  );
}
