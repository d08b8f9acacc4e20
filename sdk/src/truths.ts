import type { components } from './generated/api.ts';

type TruthsReceived = components['schemas']['TruthsReceived'];

const mostExamples = 5;

/** Adds up the answers to truths that were sent in pieces, with the classes that training never saw. */
export function addTruths(one: TruthsReceived, other: TruthsReceived): TruthsReceived {
  const unseen = [one, other].flatMap(({ unseen_classes }) => unseen_classes ?? []);
  const sum = (name: 'received' | 'joined' | 'waiting') => one[name] + other[name];
  const told = { received: sum('received'), joined: sum('joined'), waiting: sum('waiting') };
  if (unseen.length === 0) return told;
  const count = unseen.reduce((all, some) => all + some.count, 0);
  const examples = [...new Set(unseen.flatMap((some) => some.examples))].slice(0, mostExamples);
  return { ...told, unseen_classes: { count, examples } };
}
