import { Text } from '@mantine/core';
import type { Model } from '@sibyl/sdk';
import { Section } from '../shared/page.tsx';
import { Term } from '../shared/term.tsx';
import { words } from '../words/evaluation.ts';
import { words as metricWords } from '../words/models.ts';
import { useDescribed } from './described.ts';

interface Scheme {
  scheme: string;
  column: string | null;
  folds: number;
  held_rows: number;
}

/** In a sentence and a drawing, which rows the figures are of; nothing for versions that do not say. */
export function Validation({ model }: { model: Model }) {
  const isForecast = model.task === 'forecast';
  const backtest = useDescribed(model, 'backtest', isForecast).data?.[0];
  const held = model.validation as Scheme | null;
  if (isForecast)
    return backtest ? (
      <Told text={words.backtested(backtest.origins, backtest.steps.length)} folds={backtest.origins} isForward />
    ) : null;
  const sentence = held && words.schemes[held.scheme];
  if (!held || !sentence) return null;
  const text = sentence(held.folds, held.held_rows, held.column ?? '');
  const elsewhere = (model.accuracies_elsewhere ?? []).map((one) => sayElsewhere(model, one));
  return <Told text={[text, ...elsewhere].join(' ')} folds={held.folds} isForward={held.scheme === 'forward'} />;
}

type Elsewhere = NonNullable<Model['accuracies_elsewhere']>[number];

/** Says the headline for rows of another kind beside that for rows like those of the table. */
function sayElsewhere(model: Model, { column, scheme, accuracies, standard_errors: errors }: Elsewhere): string {
  const metric = model.headline?.metric ?? Object.keys(accuracies)[0];
  const name = metricWords.figureOf[metric] ?? metric;
  const kind = column === null ? words.repeatingNone : words.otherRows[scheme](column);
  const own = (model.accuracies ?? {}) as Record<string, number>;
  return words.elsewhere(name, own[metric], accuracies[metric], errors[metric] ?? 0, kind);
}

function Told({ text, folds, isForward }: { text: string; folds: number; isForward: boolean }) {
  return (
    <Section title={<Term of="held out">{words.validation}</Term>}>
      <Text size="sm" className="anywhere">
        {text}
      </Text>
      <Drawing folds={folds} isForward={isForward} />
    </Section>
  );
}

const [width, line, most] = [240, 10, 10];

/** A line for each part of the test: pale what is learned from, filled what is held out. */
function Drawing({ folds, isForward }: { folds: number; isForward: boolean }) {
  const lines = Math.min(folds, most);
  const piece = width / (isForward ? lines + 2 : lines);
  const places = Array.from({ length: lines }, (_, at) => (isForward ? at + 2 : at) * piece);
  return (
    <svg
      viewBox={`0 0 ${width} ${lines * line}`}
      width={width}
      height={lines * line}
      role="img"
      aria-label={words.drawing}
      className="folds"
    >
      <title>{words.drawing}</title>
      {places.map((from, at) => (
        <g key={from} transform={`translate(0 ${at * line})`}>
          <rect className="learned" width={isForward ? from : width} height={line - 3} />
          <rect className="held" x={from} width={piece} height={line - 3} />
        </g>
      ))}
    </svg>
  );
}
