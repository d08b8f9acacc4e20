import type { ToolOutcome } from './conversation.ts';
import type { ModelSummary, PredictGrounding } from './grounding.ts';
import { findFields } from './shapes.ts';
import { ofKind, type Surroundings } from './surroundings.ts';

/** A question about models themselves. */
export interface HealthPlan {
  kind: 'health';
  /** The monitored models that it asks about, with the tools that tell of them. */
  watched: { name: string; tool: string }[];
  /** Those that nobody monitors. */
  unmonitored: Unmonitored[];
  /** Why models that it names cannot be asked. */
  gone: string[];
  asksRetraining: boolean;
}

type GroundedModel = PredictGrounding['models'][number];
type Gone = NonNullable<PredictGrounding['gone']>[number];
type Named = { name: string; target?: string };
type Unmonitored = Pick<ModelSummary, 'name' | 'task'>;

const asksAModel = /\b(models?|modelle?n?)\b/i;
const asksItsHealth =
  /\b(still (good|fine|ok|okay|accurate|valid|right)|drift(ed|ing|s)?|stale|out of date|outdated|up to date|reliable|retrain(ed|ing)?|train(ed)? again|noch (gut|genau|gültig|aktuell)|veraltet|zuverlässig|neu trainier\w*)\b/i;
/** May as well be a column or a value: it asks of models where only usual words are said beside it, or that they are so. */
const saysHealth = /\b(ok|okay|healthy|health|fine|good|accurate|doing|performing|trust|alarms?|worse|worst)\b/i;
const asksDrift = /\bdrift(ed|ing|s)?\b/i;
const asksIfHealthy =
  /\b(models?|modelle?n?)( of mine| of ours| here)? (is|are|ist|sind)( all| both| still| noch)? (ok|okay|healthy)\b/i;
const asksRetraining = /\b(retrain(ed|ing)?|train(ed)? again|neu trainier\w*)\b/i;
/** What may stand beside the name of a model in a question that does not say of what it asks. */
const usualWords = new Set(
  'is are was has have does do did should must shall can i we you be it its the my our a still good fine ok okay accurate valid right healthy doing performing trust worse drift drifts drifted drifting alarm alarms stale out of up to date outdated reliable retrain retrained retraining train again need needs now yet why how well today currently'.split(
    ' ',
  ),
);
/** The same where it says that it asks of models. */
const wordsOfModels =
  'model models all any both there open worst what which of in and health status ist sind das die der mein meine unsere modell modelle modellen noch'.split(
    ' ',
  );
/** "Has anything drifted?" is of all of them. */
const wordsOfAll = ['anything', 'something', 'any', 'there', 'what', 'which', 'ones'];
const mostWords = 20;

/** Recognises a question such as "Is the churn model still good?" or "Should I retrain churn?". */
export function planHealth(question: string, surroundings: Surroundings): HealthPlan | undefined {
  const words = question.split(/\s+/);
  if (words.length > mostWords || !(asksItsHealth.test(question) || saysHealth.test(question))) return undefined;
  const skills = ofKind(surroundings, 'predict');
  const all = skills.flatMap(({ models }) => models.filter(({ watch, isUnmonitored }) => watch || isUnmonitored));
  const missing = skills.flatMap(({ gone = [] }) => gone);
  const isMeant = ({ name }: { name: string }) => isAbout(name, question);
  const [meant, gone] = [all.filter(isMeant), missing.filter(isMeant)];
  if (asksAModel.test(question)) {
    if (!asksItsHealth.test(question) && !isOfModels(question, [...all, ...missing])) return undefined;
    const near = all.filter((model) => isNamed(model, question));
    if (meant.length + gone.length > 0) return planOf(meant, gone, question);
    if (near.length === 0 && hasColumnOfModels(surroundings)) return undefined;
    return planOf(near.length > 0 ? near : all, near.length > 0 ? [] : missing, question);
  }
  if (asksDrift.test(question) && hasOnlyUsualWords(question, wordsOfAll)) return planOf(all, missing, question);
  const isPlain = [...meant, ...gone].some((model) => hasOnlyUsualWords(question, wordsOf(model.name)));
  return isPlain ? planOf(meant, gone, question) : undefined;
}

/** "Are my models ok?", and not "what does the model say for a patient of good health". */
function isOfModels(question: string, models: readonly Named[]): boolean {
  const own = models.flatMap(({ name, target = '' }) => wordsOf(`${name} ${target}`));
  return asksIfHealthy.test(question) || hasOnlyUsualWords(question, [...own, ...wordsOfModels]);
}

/** A model that several skills name, or one skill with and without a version, is told of once. */
function planOf(models: readonly GroundedModel[], gone: readonly Gone[], question: string): HealthPlan | undefined {
  const once = onceEach(models, ({ name }) => withoutVersion(name));
  const missing = onceEach(gone, ({ reason }) => reason);
  if (once.length + missing.length === 0) return undefined;
  return {
    kind: 'health',
    watched: once.flatMap(({ name, watch }) => (watch ? [{ name, tool: watch }] : [])),
    unmonitored: once.flatMap(({ name, task, isUnmonitored }) => (isUnmonitored ? [{ name, task }] : [])),
    gone: missing.map(({ reason }) => reason),
    asksRetraining: asksRetraining.test(question),
  };
}

function onceEach<One>(all: readonly One[], keyOf: (one: One) => string): One[] {
  const keys = all.map(keyOf);
  return all.filter((_, at) => keys.indexOf(keys[at]) === at);
}

function withoutVersion(name: string): string {
  return name.replace(/\.\d+$/, '');
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

function hasOnlyUsualWords(question: string, own: readonly string[]): boolean {
  return wordsOf(question).every((word) => own.includes(word) || usualWords.has(word));
}

/** Whether a part of its name, or its target, is said. */
function isNamed({ name, target }: ModelSummary, question: string): boolean {
  const said = question.toLowerCase();
  const parts = name.toLowerCase().split(/[^a-z0-9]+/);
  return (
    parts.some((part) => part !== '' && part !== 'model' && said.includes(part)) || said.includes(target.toLowerCase())
  );
}

/** Phrases what the tools say of each model, also which of them failed, then what needs no tool; undefined for nothing. */
export function composeHealth(plan: HealthPlan, outcomes: readonly ToolOutcome[]): string | undefined {
  const told = plan.watched.map(({ name, tool }) => {
    const outcome = outcomes.find((one) => one.tool === tool);
    const found = outcome?.failed === false ? findFields(outcome.content, 'summary', 'is_good') : undefined;
    return found ? `${found.summary}${plan.asksRetraining ? advise(found.is_good) : ''}` : sayUnread(name, outcome);
  });
  const said = [...told, ...plan.unmonitored.map(sayUnmonitored), ...plan.gone].join('\n\n');
  return said === '' ? undefined : said;
}

function sayUnread(name: string, outcome: ToolOutcome | undefined): string {
  const why = outcome?.failed && typeof outcome.content === 'string' ? `: ${outcome.content}` : '.';
  return `The state of the model ${name} could not be read${why}`;
}

function advise(isGood: unknown): string {
  if (isGood === null) return '';
  return isGood === true
    ? ' Nothing suggests that it needs retraining.'
    : ' So retrain it: with the policy `better` the new version only becomes active if it is better.';
}

function sayUnmonitored({ name, task }: Unmonitored): string {
  if (task === 'forecast')
    return `The model ${name} is a forecast, which is not monitored: retrain it when its table has newer rows.`;
  return `The model ${name} is not monitored, so it is not known whether it is still as good as when it was trained. Turn monitoring on, or retrain it when there are new rows.`;
}
