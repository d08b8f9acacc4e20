import type { ModelSummary } from './grounding.ts';
import { findFields } from './shapes.ts';
import { ofKind, type Surroundings } from './surroundings.ts';

/** A question about a watched model itself. */
export interface HealthPlan {
  kind: 'health';
  tool: string;
}

const asksAModel = /\bmodell?s?\b/i;
const asksItsHealth =
  /\b(still (good|fine|ok|okay|accurate|valid|right)|healthy|drift(ed|ing|s)?|stale|out of date|outdated|up to date|reliable|noch (gut|genau|gültig|aktuell)|veraltet|zuverlässig)\b/i;
const mostWords = 20;

/** Recognises a question such as "Is the churn model still good?", where that model is watched. */
export function planHealth(question: string, surroundings: Surroundings): HealthPlan | undefined {
  const words = question.split(/\s+/);
  if (words.length > mostWords || !asksAModel.test(question) || !asksItsHealth.test(question)) return undefined;
  const watched = ofKind(surroundings, 'predict').flatMap(({ models }) => models.filter(({ watch }) => watch));
  const named = watched.filter((model) => isNamed(model, question));
  const [one, ...others] = named.length > 0 ? named : watched;
  return one?.watch && others.length === 0 ? { kind: 'health', tool: one.watch } : undefined;
}

function isNamed({ name, target }: ModelSummary, question: string): boolean {
  const said = question.toLowerCase();
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  return (
    parts.some((part) => part !== '' && part !== 'model' && said.includes(part)) || said.includes(target.toLowerCase())
  );
}

export function composeHealth(content: unknown): string | undefined {
  const summary = findFields(content, 'summary')?.summary;
  return typeof summary === 'string' ? summary : undefined;
}
