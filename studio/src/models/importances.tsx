import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { figure, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/models.ts';
import { type Attributes, type Importance, useDescribed } from './described.ts';

const shown = 12;

/** What the model goes by, in two views: what a column is worth, and how much it moves answers. */
export function Importances({ model }: { model: Model }) {
  const { data: contributions = [] } = useDescribed(model, 'contributions');
  const [view = 'loss', setView] = useKept('weights');
  const isMoved = view === 'contribution' && contributions.length > 0;
  return (
    <Section title={<Term of="importance">{words.importances}</Term>}>
      <Text size="sm" c="dimmed">
        {isMoved ? words.contributionsLead : words.importancesLead}
      </Text>
      {contributions.length > 0 && (
        <SegmentedControl
          aria-label={words.importances}
          size="xs"
          value={view}
          onChange={setView}
          data={[
            { value: 'loss', label: words.byLoss },
            { value: 'contribution', label: words.byContribution },
          ]}
        />
      )}
      {isMoved ? <Contributions rows={contributions} /> : <Losses model={model} />}
      <LeftOut model={model} />
    </Section>
  );
}

/** Columns that name or number the rows are said once: they are nowhere in the answers. */
function LeftOut({ model }: { model: Model }) {
  const { data = [] } = useDescribed(model, 'features');
  const names = data.filter(({ role }) => role === 'identifier').map(({ column }) => column);
  if (names.length === 0) return null;
  return (
    <Text size="sm" className="anywhere">
      {words.identifiers(names)}
    </Text>
  );
}

function Losses({ model }: { model: Model }) {
  const importances = useDescribed(model, 'importances');
  return (
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
  );
}

function Contributions({ rows }: { rows: Attributes['contributions'] }) {
  const sorted = rows.toSorted((one, other) => other.mean - one.mean).slice(0, shown);
  return (
    <Stack gap="xs">
      {sorted.map(({ column, mean, standard_error }) => (
        <div key={column}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" className="anywhere" dir="auto">
              {column}
            </Text>
            <Text size="sm" c="dimmed" className="number">
              {figure(mean, 3)} {words.plusMinus(standard_error)}
            </Text>
          </Group>
          <div className="bar" aria-hidden>
            <i style={{ insetInlineStart: 0, width: `${(mean / (sorted[0].mean || 1)) * 100}%` }} />
          </div>
        </div>
      ))}
    </Stack>
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
          {percent(importance)}
          {row.standard_error != null && ` ${words.plusMinusShare(row.standard_error)}`}
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
