import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import { nearestName } from '../../nearest-name.ts';
import { type EventType, eventTypes } from '../../platform/journal/types.ts';

const known = Object.keys(eventTypes) as EventType[];

export const typeFilter = Type.String({
  maxLength: 2000,
  description: 'Only events of these types, separated by commas; `sibyl.model.*` matches by prefix.',
  examples: ['sibyl.model.completed,sibyl.model.failed'],
});

/** Event types or prefixes in request bodies, at least one. */
export const typeWords = Type.Array(Type.String({ maxLength: 100 }), {
  minItems: 1,
  maxItems: 50,
  examples: [['sibyl.model.completed', 'sibyl.model.failed']],
});

/**
 * Returns the event types that match the filter. @throws ServiceError `invalid_input` at `pointer` for a word without a
 * match
 */
export function resolveTypes(words: readonly string[], pointer: string): Set<EventType> {
  return new Set(words.flatMap((word) => resolveWord(word.trim(), pointer)));
}

function resolveWord(word: string, pointer: string): EventType[] {
  const found = word.endsWith('.*')
    ? known.filter((type) => type.startsWith(word.slice(0, -1)))
    : known.filter((type) => type === word);
  if (found.length === 0) throw invalidField(pointer, `must name types of events: ${helpWith(word)}`, 'unknown');
  return found;
}

/** Names the type that was probably meant, or what all of them begin with. */
function helpWith(word: string): string {
  const groups = [...new Set(known.map((type) => `${type.slice(0, type.lastIndexOf('.'))}.*`))];
  const sayable: string[] = [...known, ...groups];
  const meant =
    sayable.find((one) => one.endsWith(`.${word}`)) ??
    nearestName(word, sayable) ??
    nearestName(`sibyl.${word}`, sayable);
  return meant
    ? `there is no ${word}; did you mean ${meant}?`
    : `${known.find((type) => type === 'sibyl.model.completed')} for one, or all of ${groups.join(', ')}`;
}
