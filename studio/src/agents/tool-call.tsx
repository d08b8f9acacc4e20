import { Code, Loader, Table, Text } from '@mantine/core';
import { CodeBlock } from '../shared/code-block.tsx';
import { cell, seconds } from '../shared/format.ts';
import { Scroll } from '../shared/scroll.tsx';
import { words } from '../words/agents.ts';
import type { ToolCall } from './use-chat.ts';

const shown = 50;

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
          <Output output={output} />
        </>
      )}
    </details>
  );
}

function Output({ output }: { output: unknown }) {
  const { columns, rows } = (output ?? {}) as { columns?: string[]; rows?: unknown[][] };
  if (!Array.isArray(columns) || !Array.isArray(rows))
    return <Code block>{JSON.stringify(output, null, 2).slice(0, 4000)}</Code>;
  return (
    <Scroll label={words.output} tall>
      <Table verticalSpacing={2} fz="xs">
        <Table.Thead>
          <Table.Tr>
            {columns.map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.slice(0, shown).map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no name and stay in order
            <Table.Tr key={index}>
              {row.map((value, place) => (
                <Table.Td key={columns[place]}>{cell(value)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Scroll>
  );
}
