import type { SavedValue } from '../file/reader.ts';
import { type ClassLabel, columnKinds, featureRoles, type ModelDescription } from '../model.ts';
import { tasks } from '../request.ts';

/** Reads what a saved model says of itself, every field checked for its kind. */
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
    accuracy: saved.get('accuracy').number(0, 1),
    columnImportances: saved.get('columnImportances').numbersByName(),
    stages: list('stages', (item) => item.text()),
    features: list('features', readFeature),
    candidates: list('candidates', readCandidate),
    ranges: list('ranges', readRange),
    calibration: list('calibration', (item) => ({
      confidence: item.get('confidence').number(0, 1),
      observed: item.get('observed').number(0, 1),
      count: item.get('count').integer(0, 1e12),
    })),
    confusionMatrix: saved.get('confusionMatrix').isNull
      ? null
      : list('confusionMatrix', (row) => row.list().map((count) => count.number(0))),
    plan: saved.get('plan').record(),
    trainingSeconds: saved.get('trainingSeconds').number(0),
  };
}

function readLabel(item: SavedValue): ClassLabel {
  const label = item.raw();
  if (typeof label === 'string' || typeof label === 'number' || typeof label === 'boolean') return label;
  return item.fail('a text, a number or a boolean');
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

function readCandidate(item: SavedValue) {
  return {
    name: item.get('name').text(),
    performance: item.get('performance').number(),
    training_seconds: item.get('training_seconds').number(0),
    selected: item.get('selected').boolean(),
    metric: item.get('metric').text(),
  };
}

function readRange(item: SavedValue) {
  const values = item.get('values');
  return {
    column: item.get('column').text(),
    type: item.get('type').oneOf(columnKinds),
    min: readLimit(item.get('min')),
    max: readLimit(item.get('max')),
    values: values.isNull ? null : values.list(1000).map((value) => value.text()),
  };
}

function readLimit(item: SavedValue): number | string | null {
  const limit = item.raw();
  return typeof limit === 'number' || typeof limit === 'string' ? limit : null;
}
