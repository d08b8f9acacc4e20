import { SegmentedControl, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import { Chart } from '../shared/chart.tsx';
import { useKept } from '../shared/use-kept.ts';
import { words } from '../words/queries.ts';
import { type Answered, isNumber } from './answered.ts';
import { chartOfAnswer, mostColours } from './chart-of-answer.ts';

/** A suggested chart of the result, with its choices. */
export function AnswerChart({ answer }: { answer: Answered }) {
  const { columns } = answer;
  const numbers = columns.filter(({ type }) => isNumber(type));
  const others = columns.filter(({ type }) => !isNumber(type));
  const [keptAcross, setAcross] = useKept('x');
  const [keptUp, setUp] = useKept('y');
  const [keptKind, setKind] = useKept('kind');
  const [keptBy, setBy] = useKept('by');
  const { name: across, type } = columns.find(({ name }) => name === keptAcross) ?? others[0] ?? columns[0];
  const usual = numbers.find(({ name }) => name !== across) ?? numbers[0];
  const up = (numbers.find(({ name }) => name === keptUp) ?? usual)?.name;
  const kind = keptKind ?? (/date/.test(type) ? 'line' : isNumber(type) ? 'point' : 'bar');
  const groups = columns.filter(({ name }) => name !== across && name !== up && hasFewValues(answer, name));
  const by = groups.find(({ name }) => name === keptBy)?.name;
  if (up === undefined) return <Text c="dimmed">{words.noNumber}</Text>;
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        <Select
          label={words.horizontal}
          data={columns.map(({ name }) => name)}
          value={across}
          allowDeselect={false}
          onChange={setAcross}
        />
        <Select
          label={words.vertical}
          data={numbers.map(({ name }) => name)}
          value={up}
          allowDeselect={false}
          onChange={setUp}
        />
        {groups.length > 0 && (
          <Select
            label={words.colour}
            data={groups.map(({ name }) => name)}
            value={by ?? null}
            clearable
            placeholder={words.noColour}
            onChange={setBy}
          />
        )}
        <div>
          <Text size="sm" fw={500} mb={4}>
            {words.kind}
          </Text>
          <SegmentedControl
            aria-label={words.kind}
            value={kind}
            onChange={setKind}
            data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
          />
        </div>
      </SimpleGrid>
      <Chart
        height={320}
        label={`${words.chart}: ${up}, ${across}`}
        spec={chartOfAnswer(answer, { across, up, kind, by })}
      />
    </Stack>
  );
}

function hasFewValues({ rows }: Answered, name: string): boolean {
  const values = new Set<unknown>();
  for (const row of rows) if (values.add((row as Record<string, unknown>)[name]).size > mostColours) return false;
  return values.size > 1;
}
