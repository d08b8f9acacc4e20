import { expect, test } from 'vitest';
import { answerFromPassages } from './extract.ts';

const question = 'how long must the pump rest after a leak';
const texts = [
  'After a leak the pump must rest for two days. Then it may run.',
  'A pump hums. A leak is told by the lamp.',
  'Pumps are blue.',
  'The lamp is green.',
  'Rest well.',
];

/** Passages of one manual with these scores, and with likenesses where they are given. */
function answered(scores: readonly number[], similarities: readonly number[] = []) {
  const passages = scores.map((score, at) => ({
    source: 'pump.md',
    heading: 'Leaks',
    text: texts[at],
    score,
    similarity: similarities[at],
  }));
  return answerFromPassages(question, { passages });
}

const sourcesIn = (text = '') => text.split('— pump.md, Leaks').length - 1;

test('one passage far ahead is quoted alone, its nearest sentence in bold', () => {
  const { text, isAnswer } = answered([0.95, 0.3, 0.25, 0.2, 0.15]) ?? {};
  expect(isAnswer).toBe(true);
  expect(text).toBe('> **After a leak the pump must rest for two days.** Then it may run.\n\n— pump.md, Leaks');
});

test('where the first three lead together, all three are quoted: the old bar refused them', () => {
  const { text, isAnswer } = answered([0.52, 0.47, 0.43, 0.2, 0.12]) ?? {};
  expect(isAnswer).toBe(true);
  expect(sourcesIn(text)).toBe(3);
});

test('where all match alike, the three closest are shown as such', () => {
  const { text, isAnswer } = answered([0.3, 0.3, 0.29, 0.29, 0.29]) ?? {};
  expect(isAnswer).toBe(false);
  expect(sourcesIn(text)).toBe(3);
});

test('with vectors, what merged scores are worth is judged by them', () => {
  expect(answered([0.7, 0.35, 0.3, 0.28, 0.25], [0.8, 0.5, 0.4, 0.4, 0.3])?.isAnswer).toBe(true);
  expect(answered([0.3, 0.29, 0.28, 0.28, 0.28], [0.5, 0.5, 0.5, 0.5, 0.5])?.isAnswer).toBe(false);
});

test('three that match alike answer no surer because there are no others', () => {
  expect(answered([0.84, 0.82, 0.78])?.isAnswer).toBe(false);
});

test('nothing near, nothing quoted', () => {
  expect(answered([0.1, 0.05])).toBeUndefined();
  expect(answered([])).toBeUndefined();
});

test('of a PDF, the pages are named', () => {
  const passage = { source: 'pump.pdf', heading: 'Leaks', text: texts[0], score: 0.3, page: 11, last_page: 12 };
  expect(answerFromPassages(question, { passages: [passage] })?.text).toMatch(/— pump\.pdf, Leaks, pages 11-12$/);
});
