import { expect, it } from 'vitest';
import { applied, type Finding, newsOf, type Part } from './apply-finding.ts';
import type { OpenAlarm } from './causes.ts';

const part = (what: string, size: number, group = what): Part => ({
  what,
  group,
  size,
  error: 0.02,
  detail: `${what} ${size}`,
});

const finding = (window: number, parts: readonly Part[], says: Finding['says'] = 'alarm'): Finding => ({
  cause: 'drift',
  version: 1,
  window_start: `day ${window}`,
  says,
  detail: 'Shifted.',
  facts: {},
  parts,
});

/** Applies findings one after another, and returns what is told of each. */
function tellAll(findings: readonly Finding[]) {
  let alarms: OpenAlarm[] = [];
  const told = findings.map((one) => {
    const news = newsOf(alarms, one);
    alarms = applied(alarms, one);
    return news;
  });
  return { told, alarms };
}

it('tells once what joins an open alarm, and what becomes clearly worse', () => {
  const { told, alarms } = tellAll([
    finding(1, [part('year', 0.3)]),
    finding(2, [part('year', 0.32)]),
    finding(3, [part('year', 0.32), part('age', 0.5)]),
    finding(4, [part('year', 0.9), part('age', 0.5)]),
    finding(5, [part('year', 0.9)]),
    finding(6, [part('year', 0.9), part('age', 0.55)]),
  ]);
  expect(told).toEqual([
    'Shifted.',
    undefined,
    'Now also: age 0.5.',
    'Worse than told before: year 0.9.',
    undefined,
    undefined,
  ]);
  expect(alarms).toMatchObject([{ since: 'day 1', quiet: 0 }]);
});

it('names some of many columns, and how many there are', () => {
  const many = Array.from({ length: 40 }, (_, place) => part(`c${place}`, 0.5));
  const { told } = tellAll([finding(1, [part('year', 0.3)]), finding(2, many)]);
  expect(told[1]).toBe('Now also: c0 0.5; c1 0.5; c2 0.5; c3 0.5; c4 0.5; and 35 more.');
});

it('tells a column again that was well for three windows while others were not', () => {
  const both = [part('year', 0.3), part('age', 0.5)];
  const quietOf = (windows: number) => [
    finding(1, both),
    ...Array.from({ length: windows }, (_, place) => finding(place + 2, [part('year', 0.3)])),
    finding(9, both),
  ];
  expect(tellAll(quietOf(2)).told.at(-1)).toBeUndefined();
  expect(tellAll(quietOf(3)).told.at(-1)).toBe('Now also: age 0.5.');
  const looks = [1, 2, 3, 4].map(() => finding(2, [part('year', 0.3)])); // truths are looked at often within a window
  expect(tellAll([finding(1, both), ...looks, finding(3, both)]).told.at(-1)).toBeUndefined();
});

it('tells figures that say the same once, ends after three quiet windows, and corrects its figure', () => {
  const first = finding(1, [part('bias', 90)]);
  const { told } = tellAll([first, finding(1, [part('bias', 90), part('typical_bias', 80, 'bias')])]);
  expect(told).toEqual(['Shifted.', undefined]);
  const looked = { ...finding(1, [], 'nothing'), looked: [part('bias', 10), part('mae', 100)] };
  expect(tellAll([first, looked]).alarms).toMatchObject([{ detail: 'bias 10.' }]);
  const ended = [2, 3, 4].map((window) => finding(window, [], 'quiet'));
  expect(tellAll([first, ...ended.slice(0, 2)]).alarms).toHaveLength(1);
  expect(tellAll([first, ...ended, finding(5, [part('bias', 90)])]).told.at(-1)).toBe('Shifted.');
});
