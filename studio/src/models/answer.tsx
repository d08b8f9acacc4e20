import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { Model } from '@sibyl/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { sibyl } from '../shared/client.ts';
import { figure, percent } from '../shared/format.ts';
import { Loaded } from '../shared/loaded.tsx';
import { Section } from '../shared/page.tsx';
import { words } from '../words/models.ts';
import { BoundsBar } from './bounds-bar.tsx';
import { type Explained, explainedOf } from './explained.ts';
import { sayInterval, saySureness } from './said-of-answer.ts';
import type { TriedRow } from './tried-row.ts';
import { useUnit, withUnit } from './unit.ts';
import { inWords } from './value.ts';
import { Waterfall } from './waterfall.tsx';

const [pauseMs, longPauseMs] = [80, 400];

/** The prediction for the form's row with bounds; its explanation follows a little later. */
export function Answer({ model, row }: { model: Model; row: TriedRow }) {
  const answer = useAnswer(model, row, pauseMs, false);
  const why = useAnswer(model, row, longPauseMs, true);
  return (
    <Stack className="try-parts">
      <Loaded query={answer} lines={2}>
        {([prediction]) => <Prediction model={model} explained={explainedOf(prediction, model.target)} row={row} />}
      </Loaded>
      {answer.data && (
        <Section title={words.why}>
          <Loaded query={why}>
            {([prediction]) => <Waterfall explained={explainedOf(prediction, model.target)} />}
          </Loaded>
        </Section>
      )}
    </Stack>
  );
}

function useAnswer(model: Model, row: TriedRow, pause: number, explain: boolean) {
  const [asked] = useDebouncedValue(JSON.stringify(row), pause);
  return useQuery({
    queryKey: ['predict', model.id, model.active_version, asked, explain],
    queryFn: ({ signal }) =>
      sibyl
        .project(model.project)
        .model(model.name)
        .predict([JSON.parse(asked)], { explain, record: false }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function Prediction({ model, explained, row }: { model: Model; explained: Explained; row: TriedRow }) {
  const { value, low, high } = explained;
  const unit = useUnit(model);
  return (
    <Paper withBorder p="lg" aria-live="polite" className="answer-card">
      <Stack gap="xs">
        <Text c="dimmed" size="sm">
          {model.target}
        </Text>
        <Text fz={40} fw={650} lh={1.1} className="anywhere">
          {typeof value === 'number' ? withUnit(figure(value, 5), unit) : inWords(value)}
        </Text>
        {low !== null && high !== null ? <Range explained={explained} /> : <Probabilities explained={explained} />}
        <Gaps explained={explained} row={row} />
      </Stack>
    </Paper>
  );
}

function Range({ explained }: { explained: Explained }) {
  const { value, low, high } = explained;
  return (
    <>
      <BoundsBar value={Number(value)} low={low ?? 0} high={high ?? 0} />
      <Text size="sm">{sayInterval(explained)}</Text>
    </>
  );
}

function Probabilities({ explained }: { explained: Explained }) {
  const { value, probabilities, confidence } = explained;
  const [[likeliest] = [value]] = probabilities.toSorted(([, one], [, other]) => other - one);
  return (
    <Stack gap={6}>
      {inWords(likeliest) !== inWords(value) && (
        <Text size="sm">{words.byThreshold(inWords(value), inWords(likeliest))}</Text>
      )}
      {confidence !== null && <Text size="sm">{saySureness(explained)}</Text>}
      {probabilities.slice(0, 8).map(([name, part]) => (
        <div key={name}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" className="anywhere">
              {inWords(name)}
            </Text>
            <Text size="sm" className="number">
              {percent(part)}
            </Text>
          </Group>
          <div className="bar" aria-hidden>
            <i style={{ insetInlineStart: 0, width: `${part * 100}%` }} />
          </div>
        </div>
      ))}
    </Stack>
  );
}

function Gaps({ explained: { unknown, unseen, outOfRange }, row }: { explained: Explained; row: TriedRow }) {
  const notGiven = unknown.filter((name) => !(name in unseen));
  return (
    <Group gap={6}>
      {notGiven.map((name) => (
        <Badge key={name} variant="default" tt="none" fw={500}>
          {words.notGiven}: {name}
        </Badge>
      ))}
      {Object.entries(unseen).map(([name, value]) => (
        <Badge key={name} variant="light" color="orange" tt="none" fw={500}>
          {words.unseen}: {name} = {inWords(value)}
        </Badge>
      ))}
      {outOfRange.map((name) => (
        <Badge key={name} variant="light" color="orange" tt="none" fw={500}>
          {words.outOfRange}: {name} = {inWords(row[name])}
        </Badge>
      ))}
    </Group>
  );
}
