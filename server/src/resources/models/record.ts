import { decodeJson, type Json } from '../../platform/db/json.ts';
import { headlineOf } from './headline.ts';
import { type OpenAlarm, shownAlarm } from './monitoring/causes.ts';
import { readSettings } from './monitoring/settings.ts';
import type { KeptSchedule } from './retraining/schedule.ts';
import type { ModelRecord, TrainingProgress } from './schemas.ts';
import type { ModelWithVersion } from './store.ts';

function decoded<Value>(text: Json | null): Value | null {
  return text === null ? null : decodeJson<Value>(text);
}

/** Converts a row to a model in responses, showing one of its versions. */
export function recordOf({ model, version }: ModelWithVersion, projectName: string): ModelRecord {
  const figures = {
    task: version.task as ModelRecord['task'],
    accuracies: decoded<Record<string, number>>(version.accuracies),
    baseline: decoded<Record<string, number>>(version.baseline),
    standard_errors: decoded<Record<string, number>>(version.standard_errors),
  };
  return {
    id: model.id,
    name: model.name,
    project: projectName,
    target: model.target,
    status: version.status,
    progress: decoded<TrainingProgress>(version.progress),
    version: version.version,
    active: version.version === model.active_version,
    active_version: model.active_version,
    accuracy: version.accuracy,
    headline: headlineOf(figures),
    cost: decoded<ModelRecord['cost']>(version.cost),
    ...figures,
    accuracies_elsewhere:
      version.accuracies && (decoded<ModelRecord['accuracies_elsewhere']>(version.accuracies_elsewhere) ?? []),
    validation: decoded(version.validation),
    inputs: decoded(version.inputs),
    warnings: decoded(version.warnings),
    source: decodeJson(version.source),
    options: decodeJson(version.options),
    grown_from: version.grown_from,
    row_count: version.row_count,
    training_seconds: version.training_seconds,
    error: version.error,
    monitor: model.monitor === null ? null : readSettings(model.monitor),
    alarms: (decoded<OpenAlarm[]>(model.alarms) ?? []).map(shownAlarm),
    schedule: shownSchedule(decoded<KeptSchedule>(model.schedule)),
    policy: model.policy as ModelRecord['policy'],
    created_at: model.created_at,
    updated_at: model.updated_at,
    created_by: model.created_by,
    started_at: version.started_at,
    finished_at: version.finished_at,
  };
}

function shownSchedule(kept: KeptSchedule | null): ModelRecord['schedule'] {
  if (!kept) return null;
  const { since: _, rows: __, alarmed: ___, again_at: ____, ...schedule } = kept;
  return schedule;
}
