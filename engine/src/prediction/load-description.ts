import { readChoice, readCuts, readScatter } from '../curves/load-curves.ts';
import { readContribution, readErrors } from '../curves/load-errors.ts';
import { readSlices } from '../curves/load-slices.ts';
import {
  type BeyondDescription,
  type ClassLabel,
  type CoverageDescription,
  columnKinds,
  type DependenceDescription,
  featureRoles,
  type LearningDescription,
  type ResidualDescription,
  type ThresholdRow,
  type ValidationDescription,
} from '../description.ts';
import type { ModelDescription } from '../model.ts';
import type { SavedValue } from '../model-file/reader.ts';
import { schemes, tasks } from '../request.ts';
import { readBacktest } from './load-backtest.ts';

/** Loads the description of a saved model; checks the kind of every field. */
export function loadDescription(saved: SavedValue): ModelDescription {
  const list = <T>(key: string, read: (item: SavedValue) => T) => saved.get(key).list().map(read);
  return {
    target: saved.get('target').text(),
    task: saved.get('task').oneOf(tasks),
    inputs: list('inputs', (item) => item.text()),
    knownColumns: list('knownColumns', (item) => item.text()),
    classes: saved.get('classes').isNull ? null : list('classes', readLabel),
    rowCount: saved.get('rowCount').integer(0, 1e12),
    accuracies: saved.get('accuracies').numbersByName(),
    accuracy: saved.get('accuracy').isNull ? null : saved.get('accuracy').number(0, 1),
    baseline: saved.get('baseline').isNull ? {} : saved.get('baseline').numbersByName(),
    standardErrors: saved.get('standardErrors').isNull ? {} : saved.get('standardErrors').numbersByName(),
    ...(!saved.get('accuraciesElsewhere').isNull && { accuraciesElsewhere: list('accuraciesElsewhere', readBeyond) }),
    validation: saved.get('validation').isNull ? null : readValidation(saved.get('validation')),
    thresholds: saved.get('thresholds').isNull ? [] : list('thresholds', readThreshold),
    ...(!saved.get('slices').isNull && { slices: readSlices(saved.get('slices')) }),
    ...(!saved.get('cuts').isNull && { cuts: readCuts(saved.get('cuts')) }),
    ...(!saved.get('backtest').isNull && { backtest: readBacktest(saved.get('backtest')) }),
    ...(!saved.get('chosen').isNull && { chosen: readChoice(saved.get('chosen')) }),
    ...(!saved.get('scatter').isNull && { scatter: readScatter(saved.get('scatter')) }),
    ...(!saved.get('errors').isNull && { errors: list('errors', readErrors) }),
    ...(!saved.get('contributions').isNull && { contributions: list('contributions', readContribution) }),
    columnImportances: saved.get('columnImportances').numbersByName(),
    importanceSpreads: saved.get('importanceSpreads').isNull ? {} : saved.get('importanceSpreads').numbersByName(),
    importanceLosses: readLosses(saved.get('importanceLosses')),
    stages: list('stages', (item) => item.text()),
    features: list('features', readFeature),
    candidates: list('candidates', readCandidate),
    ranges: list('ranges', readRange),
    calibration: list('calibration', (item) => ({
      confidence: item.get('confidence').number(0, 1),
      observed: item.get('observed').number(0, 1),
      ...(!item.get('standard_error').isNull && { standard_error: item.get('standard_error').number(0) }),
      count: item.get('count').integer(0, 1e12),
    })),
    coverage: saved.get('coverage').isNull ? [] : list('coverage', readCoverage),
    confusionMatrix: saved.get('confusionMatrix').isNull
      ? null
      : list('confusionMatrix', (row) => row.list().map((count) => count.number(0))),
    residuals: saved.get('residuals').isNull ? null : readResiduals(saved.get('residuals')),
    learning: saved.get('learning').isNull ? null : readLearning(saved.get('learning')),
    dependence: saved.get('dependence').isNull ? [] : list('dependence', readCurve),
    plan: saved.get('plan').record(),
    warnings: saved.get('warnings').isNull ? [] : list('warnings', (item) => item.text()),
    trainingSeconds: saved.get('trainingSeconds').number(0),
  };
}

function readLearning(saved: SavedValue): LearningDescription {
  return {
    metric: saved.get('metric').text(),
    rows: saved.get('rows').integer(0, 1e12),
    half: saved.get('half').number(),
    all: saved.get('all').number(),
    gain_error: saved.get('gain_error').number(0),
    doubled: saved.get('doubled').number(),
  };
}

function readLosses(saved: SavedValue): ModelDescription['importanceLosses'] {
  if (saved.isNull) return {};
  const readLoss = (name: string) => {
    const one = saved.get(name);
    const figures = { increase: one.get('increase').number(), error: one.get('error').number(0) };
    if (one.get('share').isNull) return [name, figures] as const;
    const group = one.get('group').isNull ? null : one.get('group').integer(0, 1e6);
    return [name, { ...figures, share: one.get('share').number(0), group }] as const;
  };
  return Object.fromEntries(Object.keys(saved.record()).map(readLoss));
}

function readLabel(item: SavedValue): ClassLabel {
  const label = item.raw();
  if (typeof label === 'string' || typeof label === 'number' || typeof label === 'boolean') return label;
  return item.fail('a text, a number or a boolean');
}

function readBeyond(saved: SavedValue): BeyondDescription {
  const coverage = saved.get('coverage');
  return {
    column: saved.get('column').isNull ? null : saved.get('column').text(),
    scheme: saved.get('scheme').oneOf(schemes),
    accuracies: saved.get('accuracies').numbersByName(),
    standard_errors: saved.get('standard_errors').numbersByName(),
    baseline: saved.get('baseline').numbersByName(),
    coverage: {
      expected: coverage.get('expected').number(0, 1),
      observed: coverage.get('observed').number(0, 1),
      standard_error: coverage.get('standard_error').number(0),
    },
    held_rows: saved.get('held_rows').integer(0, 1e12),
    independent: saved.get('independent').integer(0, 1e12),
  };
}

/** Reads how rows were held out; older files do not contain it. */
function readValidation(saved: SavedValue): ValidationDescription {
  const column = saved.get('column');
  return {
    scheme: saved.get('scheme').oneOf(schemes),
    column: column.isNull ? null : column.text(),
    reason: saved.get('reason').oneOf(['asked', 'found', 'usual']),
    folds: saved.get('folds').integer(1, 1000),
    repeats: saved.get('repeats').integer(1, 1000),
    held_rows: saved.get('held_rows').integer(0, 1e12),
    independent: saved.get('independent').integer(0, 1e12),
    compared: saved
      .get('compared')
      .list(100)
      .map((item) => ({
        scheme: item.get('scheme').oneOf(['group', 'forward']),
        column: item.get('column').text(),
        metric: item.get('metric').text(),
        random: item.get('random').number(),
        held_apart: item.get('held_apart').number(),
        evident: item.get('evident').boolean(),
      })),
  };
}

function readThreshold(item: SavedValue): ThresholdRow {
  const figure = (name: keyof ThresholdRow) => item.get(name).number(0);
  return {
    threshold: figure('threshold'),
    answered: figure('answered'),
    precision: figure('precision'),
    recall: figure('recall'),
    f1: figure('f1'),
    lift: figure('lift'),
  };
}

function readFeature(item: SavedValue) {
  return {
    column: item.get('column').text(),
    type: item.get('type').oneOf(columnKinds),
    encoder: item.get('encoder').text(),
    role: item.get('role').oneOf(featureRoles),
    importance: item.get('importance').number(0, 1),
    missing: item.get('missing').integer(0, 1e12),
    distinct: item.get('distinct').integer(0, 1e12),
  };
}

function readCoverage(item: SavedValue): CoverageDescription {
  const value = item.get('value').isNull ? null : item.get('value').raw();
  if (typeof value === 'number') return item.get('value').fail('a text, a boolean or null');
  return {
    by: item.get('by').oneOf(['group', 'time', 'missing']),
    column: item.get('column').isNull ? null : item.get('column').text(),
    value: value === null ? null : (readLabel(item.get('value')) as string | boolean),
    count: item.get('count').integer(1, 1e12),
    independent: (item.get('independent').isNull ? item.get('count') : item.get('independent')).integer(1, 1e12),
    observed: item.get('observed').number(0, 1),
    expected: item.get('expected').number(0, 1),
    standard_error: item.get('standard_error').number(0),
    ...(!item.get('rest').isNull && { rest: item.get('rest').integer(1, 1e12) }),
  };
}

function readResiduals(saved: SavedValue): ResidualDescription {
  const bar = (item: SavedValue) => ({
    from: item.get('from').number(),
    to: item.get('to').number(),
    count: item.get('count').integer(0, 1e12),
  });
  const band = (item: SavedValue) => ({
    ...bar(item),
    mean: item.get('mean').number(),
    low: item.get('low').number(),
    median: item.get('median').number(),
    high: item.get('high').number(),
  });
  return { bands: saved.get('bands').list(100).map(band), histogram: saved.get('histogram').list(100).map(bar) };
}

function readCurve(item: SavedValue): DependenceDescription {
  return {
    column: item.get('column').text(),
    type: item.get('type').oneOf(columnKinds),
    class: item.get('class').isNull ? null : readLabel(item.get('class')),
    points: item
      .get('points')
      .list(1000)
      .map((point) => ({
        value: point.get('value').isNull ? null : readLabel(point.get('value')),
        mean: point.get('mean').number(),
        low: point.get('low').number(),
        high: point.get('high').number(),
        count: point.get('count').isNull ? 0 : point.get('count').integer(0, 1e12),
        error: point.get('error').isNull ? 0 : point.get('error').number(0),
        ...(!point.get('rest').isNull && { rest: point.get('rest').integer(1, 1e12) }),
      })),
  };
}

function readCandidate(item: SavedValue) {
  return {
    name: item.get('name').text(),
    performance: item.get('performance').number(),
    training_seconds: item.get('training_seconds').number(0),
    selected: item.get('selected').boolean(),
    metric: item.get('metric').text(),
    ...(item.get('held_rows').isNull
      ? {}
      : {
          held_rows: item.get('held_rows').integer(0, 1e12),
          model_performance: item.get('model_performance').number(),
        }),
  };
}

function readRange(item: SavedValue) {
  const values = item.get('values');
  return {
    column: item.get('column').text(),
    type: item.get('type').oneOf(columnKinds),
    min: readLimit(item.get('min')),
    max: readLimit(item.get('max')),
    median: readLimit(item.get('median')),
    values: values.isNull ? null : values.list(1000).map((value) => value.text()),
  };
}

function readLimit(item: SavedValue): number | string | null {
  const limit = item.raw();
  return typeof limit === 'number' || typeof limit === 'string' ? limit : null;
}
