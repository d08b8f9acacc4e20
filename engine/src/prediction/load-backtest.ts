import type { BacktestDescription, BacktestFigures, BacktestPoint } from '../backtest-description.ts';
import type { SavedValue } from '../model-file/reader.ts';

export function readBacktest(saved: SavedValue): BacktestDescription {
  const list = <Item>(name: string, read: (item: SavedValue) => Item) => saved.get(name).list(10_000).map(read);
  return {
    level: saved.get('level').number(0, 1),
    origins: saved.get('origins').integer(0, 1e6),
    steps: list('steps', (item) => ({ step: item.get('step').integer(1, 1e6), ...readFigures(item) })),
    series: list('series', (item) => ({ series: readKey(item.get('series')), ...readFigures(item) })),
    points: list('points', readPoint),
  };
}

function readFigures(saved: SavedValue): BacktestFigures {
  return {
    count: saved.get('count').integer(1, 1e12),
    mae: saved.get('mae').number(0),
    naive_mae: saved.get('naive_mae').number(0),
    mase: orNull(saved.get('mase'), (mase) => mase.number(0)),
    naive_mase: orNull(saved.get('naive_mase'), (mase) => mase.number(0)),
    covered: orNull(saved.get('covered'), (covered) => covered.number(0, 1)),
  };
}

function readPoint(saved: SavedValue): BacktestPoint {
  const number = (name: string) => saved.get(name).number();
  return {
    series: readKey(saved.get('series')),
    origin: readTime(saved.get('origin')),
    time: readTime(saved.get('time')),
    step: saved.get('step').integer(1, 1e6),
    actual: number('actual'),
    forecast: number('forecast'),
    naive: number('naive'),
    scale: orNull(saved.get('scale'), (scale) => scale.number(0)),
    lower: orNull(saved.get('lower'), (lower) => lower.number()),
    upper: orNull(saved.get('upper'), (upper) => upper.number()),
  };
}

function readKey(saved: SavedValue): BacktestPoint['series'] {
  const cells = Object.keys(saved.record()).map((name) => {
    const cell = saved.get(name).raw();
    const isCell = typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean';
    return [name, isCell ? cell : saved.get(name).fail('a cell')] as const;
  });
  return Object.fromEntries(cells);
}

function readTime(saved: SavedValue): string | number {
  const time = saved.raw();
  return typeof time === 'number' ? time : saved.text();
}

function orNull<Value>(saved: SavedValue, read: (saved: SavedValue) => Value): Value | null {
  return saved.isNull ? null : read(saved);
}
