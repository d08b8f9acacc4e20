import { Group, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/models.ts';
import { type Importance, useDescribed } from './described.ts';

const shown = 12;

export function Importances({ model }: { model: Model }) {
  const importances = useDescribed(model, 'importances');
  return (
    <Section title={<Term of="importance">{words.importances}</Term>}>
      <Text size="sm" c="dimmed">
        {words.importancesLead}
      </Text>
      <Loaded query={importances}>
        {(rows) => (
          <Stack gap="xs">
            {rows.slice(0, shown).map((row) => (
              <Bar
                key={row.column}
                row={row}
                together={rows
                  .filter(({ column, group }) => group != null && group === row.group && column !== row.column)
                  .map(({ column }) => column)}
                most={Math.max(...rows.map(({ importance, spread }) => importance + spread))}
              />
            ))}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}

function Bar({ row, most, together }: { row: Importance; most: number; together: string[] }) {
  const { column, importance, spread, within_noise } = row;
  const part = (value: number) => `${Math.max(0, (value / (most || 1)) * 100)}%`;
  return (
    <div>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text size="sm" className="anywhere" dir="auto">
          {column}
          {together.length > 0 && (
            <Text span size="xs" c="dimmed">
              {' '}
              {words.tellsTheSame(together)}
            </Text>
          )}
        </Text>
        <Text size="sm" c="dimmed" className="number">
          {percent(importance)} {row.standard_error != null && words.plusMinusShare(row.standard_error)}
          {within_noise && `, ${words.inNoise}`}
        </Text>
      </Group>
      <div className="bar" aria-hidden>
        <i style={{ insetInlineStart: 0, width: part(importance) }} />
        <i className="spread" style={{ insetInlineStart: part(importance - spread), width: part(2 * spread) }} />
      </div>
    </div>
  );
}
