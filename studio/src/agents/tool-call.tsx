import { Loader, Text } from '@mantine/core';
import { CodeBlock } from '../shared/code-block.tsx';
import { seconds } from '../shared/format.ts';
import { ToolOutput } from '../skills/tool-output.tsx';
import { words } from '../words/agents.ts';
import type { ToolCall } from './use-chat.ts';

/** A step of an answer, which can show input and output. */
export function ToolCallView({ call: { name, input, output, milliseconds, error } }: { call: ToolCall }) {
  const { sql } = (input ?? {}) as { sql?: string };
  return (
    <details className="tool-call">
      <summary>
        {words.asks(name.replace('__', ' · '))}{' '}
        {milliseconds !== undefined ? words.took(seconds(milliseconds / 1000)) : <Loader size={10} />}
        {error && `: ${error.detail}`}
      </summary>
      <Text size="xs" c="dimmed" mt="xs">
        {words.input}
      </Text>
      <CodeBlock code={sql ?? JSON.stringify(input, null, 2)} label={words.input} />
      {output !== undefined && (
        <>
          <Text size="xs" c="dimmed" mt="xs">
            {words.output}
          </Text>
          <ToolOutput output={output} />
        </>
      )}
    </details>
  );
}
