import { Alert, Button, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useInViewport } from '@mantine/hooks';
import type { Table } from '@sibyl/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { Info, Search, Sparkles, TrendingUp } from 'lucide-react';
import { cell, count, figure, percent } from '../shared/format.ts';
import { May } from '../shared/may.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words as shared } from '../words/shared.ts';
import { inWords } from '../words/spoken.ts';
import { words } from '../words/tables.ts';
import type { Column } from './column.ts';
import { isForecastable, timesOf } from './forecastable.ts';
import { Histogram, useDistribution } from './histogram.tsx';
import type { Distribution } from './histogram-query.ts';

/** Thousands of columns would take seconds to draw. */
const shownAtOnce = 100;

/** The content of each column, with a link to predict it. */
export function ColumnList({ table }: { table: Table }) {
  const navigate = useNavigate();
  const [find = '', setFind] = useKept('find');
  const found = table.columns.filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()));
  const readAgain = () => navigate({ to: '.', search: { tab: 'reading' } as never });
  return (
    <Stack gap="sm">
      {table.warnings.length > 0 && <Warnings table={table} onChoose={readAgain} />}
      <Text c="dimmed">{words.predictLead}</Text>
      {table.columns.length > shownAtOnce && (
        <TextInput
          aria-label={shared.filter}
          placeholder={shared.filter}
          leftSection={<Search size={16} />}
          maw="20rem"
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
      )}
      {found.slice(0, shownAtOnce).map((column) => (
        <ColumnCard key={column.name} table={table} column={column} />
      ))}
      {found.length > shownAtOnce && (
        <Text size="sm" c="dimmed">
          {words.someColumns(shownAtOnce, found.length)}
        </Text>
      )}
    </Stack>
  );
}

interface WarningsProps {
  table: Pick<Table, 'warnings'>;
  /** Reads the file in another way. */
  onChoose?: (choice: keyof typeof words.otherwise) => void;
}

/** What was noticed while reading, each with the choice that reads it otherwise. */
export function Warnings({ table: { warnings }, onChoose }: WarningsProps) {
  return (
    <Alert color="yellow" icon={<Info size={18} />} title={words.warnings(warnings.length)}>
      {warnings.slice(0, 20).map(({ code, detail, line }) => {
        const [text, choice] = readOtherwise(detail);
        return (
          <Text size="sm" key={code + detail + line} className="anywhere">
            {text} {line !== undefined && !detail.includes(String(line)) && `(${words.line(line)})`}
            {choice && onChoose && (
              <Button size="compact-xs" variant="default" mx="xs" onClick={() => onChoose(choice)}>
                {words.otherwise[choice]}
              </Button>
            )}
          </Text>
        );
      })}
    </Alert>
  );
}

/** The API names the option that reads it otherwise; people press it. */
function readOtherwise(detail: string): [text: string, choice: keyof typeof words.otherwise | undefined] {
  const [advice, choice] = /;? ?say (\w+=\w+) .*$/.exec(detail) ?? [];
  if (advice !== undefined && choice !== undefined && choice in words.otherwise)
    return [detail.replace(advice, '.'), choice as keyof typeof words.otherwise];
  return [inWords(words.spoken.reduce((text, [said, spoken]) => text.replace(said, spoken), detail)), undefined];
}

function ColumnCard({ table, column }: { table: Table; column: Column }) {
  const { name, type, reading, nulls, distinct } = column;
  const missing = table.row_count === 0 ? 0 : nulls / table.row_count;
  const { ref, inViewport } = useInViewport<HTMLDivElement>();
  const { data: found, isPending } = useDistribution(table, column, inViewport);
  return (
    <Paper ref={ref} withBorder p="sm" className="column-card">
      <div className="column-name">
        <Text fw={600} className="anywhere" dir="auto">
          {name}
        </Text>
        <Text size="sm" c="dimmed">
          {words.typeIn(type, reading?.unit)} · {words.differentValues(distinct)}
        </Text>
      </div>
      <Histogram column={column} bars={found?.bars} isBusy={inViewport && isPending} />
      <div className="column-facts">
        <Text size="sm" className="anywhere">
          {rangeOf(column, found)}
        </Text>
        {found?.quartiles && (
          <Text size="xs" c="dimmed">
            {words.quartiles(found.quartiles)}
          </Text>
        )}
        <div className="bar" aria-hidden>
          <i style={{ insetInlineStart: 0, width: `${missing * 100}%`, background: 'var(--mantine-color-orange-6)' }} />
        </div>
        <Text size="xs" c="dimmed">
          {nulls === 0 ? words.noneMissing : words.someMissing(`${percent(missing)} (${count(nulls)})`)}
        </Text>
      </div>
      <Stack gap={4} align="flex-end">
        {isForecastable(table, column) && (
          <May to="models.create">
            <Button
              component={Link}
              to="/p/$project/train"
              params={{ project: table.project } as never}
              search={{ table: table.name, target: name, ...timesOf(table) } as never}
              variant="light"
              size="xs"
              leftSection={<TrendingUp size={14} />}
              aria-label={words.forecastColumn(name)}
            >
              {words.forecast}
            </Button>
          </May>
        )}
        <May to="models.create">
          <Button
            component={Link}
            to="/p/$project/train"
            params={{ project: table.project } as never}
            search={{ table: table.name, target: name } as never}
            variant="light"
            size="xs"
            leftSection={<Sparkles size={14} />}
            aria-label={words.predictColumn(name)}
          >
            {words.predict}
          </Button>
        </May>
      </Stack>
    </Paper>
  );
}

function rangeOf({ type, min, max, examples }: Column, found: Distribution | undefined): string {
  if (found && found.top.length > 0)
    return found.top
      .slice(0, 3)
      .map(({ label, rows }) => words.valueOf(cell(label).slice(0, 40), rows))
      .join(', ');
  if (type === 'integer' || type === 'number') return words.range(figure(Number(min)), figure(Number(max)));
  if (type === 'date' || type === 'datetime') return words.range(cell(min), cell(max));
  return found ? '' : examples.slice(0, 3).map(cell).join(', ').slice(0, 120);
}
