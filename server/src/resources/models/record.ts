import { decodeJson, type Json } from '../../platform/db/json.ts';
import type { ModelRecord, TrainingProgress } from './schemas.ts';
import type { ModelWithVersion } from './store.ts';

function decoded<Value>(text: Json | null): Value | null {
  return text === null ? null : decodeJson<Value>(text);
}

/** Converts a row to a model in responses, showing one of its versions. */
export function recordOf({ model, version }: ModelWithVersion, projectName: string): ModelRecord {
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
    task: version.task as ModelRecord['task'],
    accuracy: version.accuracy,
    accuracies: decoded(version.accuracies),
    baseline: decoded(version.baseline),
    standard_errors: decoded(version.standard_errors),
    validation: decoded(version.validation),
    inputs: decoded(version.inputs),
    warnings: decoded(version.warnings),
    source: decodeJson(version.source),
    options: decodeJson(version.options),
    row_count: version.row_count,
    training_seconds: version.training_seconds,
    error: version.error,
    created_at: model.created_at,
    updated_at: model.updated_at,
    created_by: model.created_by,
    started_at: version.started_at,
    finished_at: version.finished_at,
  };
}
