import type { ModelSummary, PredictGrounding } from './grounding.ts';
import { findFields } from './shapes.ts';
import { ofKind, type Surroundings } from './surroundings.ts';

/** A question about models themselves. */
export interface HealthPlan {
  kind: 'health';
  /** Tools of the monitored models that it asks about. */
  tools: string[];
  /** Those that nobody monitors. */
  unmonitored: Pick<ModelSummary, 'name' | 'task'>[];
  /** Why models that it names cannot be asked. */
  gone: string[];
  asksRetraining: boolean;
}

type GroundedModel = PredictGrounding['models'][number];

const asksAModel = /\b(models?|modelle?n?)\b/i;
const asksItsHealth =
  /\b(still (good|fine|ok|okay|accurate|valid|right)|ok|okay|healthy|health|drift(ed|ing|s)?|stale|out of date|outdated|up to date|reliable|retrain(ed|ing)?|train(ed)? again|noch (gut|genau|gültig|aktuell)|veraltet|zuverlässig|neu trainier\w*)\b/i;
const asksRetraining = /\b(retrain(ed|ing)?|train(ed)? again|neu trainier\w*)\b/i;
/** What may stand beside the name of a model in a question that does not say "model". */
const usualWords = new Set(
  'is are was has have does do should must shall i we be it its the my our a still good fine ok okay accurate valid right healthy drift drifted drifting stale out of up to date outdated reliable retrain retrained retraining train again need needs now yet'.split(
    ' ',
  ),
);
const mostWords = 20;

/** Recognises a question such as "Is the churn model still good?" or "Should I retrain churn?". */
export function planHealth(question: string, surroundings: Surroundings): HealthPlan | undefined {
  const words = question.split(/\s+/);
  if (words.length > mostWords || !asksItsHealth.test(question)) return undefined;
  const skills = ofKind(surroundings, 'predict');
  const all = skills.flatMap(({ models }) => models.filter(({ watch, isUnmonitored }) => watch || isUnmonitored));
  const missing = skills.flatMap(({ gone = [] }) => gone);
  const isMeant = ({ name }: { name: string }) => isAbout(name, question);
  const [meant, gone] = [all.filter(isMeant), missing.filter(isMeant)];
  if (asksAModel.test(question)) {
    const near = all.filter((model) => isNamed(model, question));
    if (meant.length + gone.length > 0) return planOf(meant, gone, question);
    if (near.length === 0 && hasColumnOfModels(surroundings)) return undefined;
    return planOf(near.length > 0 ? near : all, near.length > 0 ? [] : missing, question);
  }
  const isPlain = [...meant, ...gone].some(({ name }) => hasOnlyUsualWords(question, name));
  return isPlain ? planOf(meant, gone, question) : undefined;
}

function planOf(
  models: readonly GroundedModel[],
  gone: readonly { reason: string }[],
  question: string,
): HealthPlan | undefined {
  if (models.length + gone.length === 0) return undefined;
  return {
    kind: 'health',
    tools: models.flatMap(({ watch }) => watch ?? []),
    unmonitored: models.filter(({ isUnmonitored }) => isUnmonitored),
    gone: gone.map(({ reason }) => reason),
    asksRetraining: asksRetraining.test(question),
  };
}

/** A table of cars or phones has models of its own. */
function hasColumnOfModels(surroundings: Surroundings): boolean {
  const columns = ofKind(surroundings, 'sql').flatMap(({ tables }) => tables.flatMap((table) => table.columns));
  return columns.some(({ name }) => asksAModel.test(name.replaceAll('_', ' ')));
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

function isAbout(name: string, question: string): boolean {
  return ` ${wordsOf(question).join(' ')} `.includes(` ${wordsOf(name).join(' ')} `);
}

function hasOnlyUsualWords(question: string, name: string): boolean {
  const own = new Set(wordsOf(name));
  return wordsOf(question).every((word) => own.has(word) || usualWords.has(word));
}

/** Whether a part of its name, or its target, is said. */
function isNamed({ name, target }: ModelSummary, question: string): boolean {
  const said = question.toLowerCase();
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  return (
    parts.some((part) => part !== '' && part !== 'model' && said.includes(part)) || said.includes(target.toLowerCase())
  );
}

/** Phrases what the tools say of each model, after what needs no tool. */
export function composeHealth(plan: HealthPlan, contents: readonly unknown[]): string {
  const told = contents.map((content) => findFields(content, 'summary', 'is_good')).filter((one) => one !== undefined);
  const said = told.map(({ summary, is_good }) => `${summary}${plan.asksRetraining ? advise(is_good) : ''}`);
  return [...said, ...plan.unmonitored.map(sayUnmonitored), ...plan.gone].join('\n\n');
}

function advise(isGood: unknown): string {
  if (isGood === null) return '';
  return isGood === true
    ? ' Nothing that was seen calls for a retraining.'
    : ' So retrain it: with the policy `better` the new version only becomes active if it is better.';
}

function sayUnmonitored({ name, task }: Pick<ModelSummary, 'name' | 'task'>): string {
  if (task === 'forecast')
    return `The model ${name} is a forecast, which is not monitored: retrain it when its table has newer rows.`;
  return `The model ${name} is not monitored, so nobody knows whether it is still as good as at its training. Turn monitoring on, or retrain it when there are new rows.`;
}
