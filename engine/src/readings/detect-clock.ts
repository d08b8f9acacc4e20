import { parseClock } from './clock.ts';
import type { Requested } from './decision.ts';
import type { Measures } from './measured.ts';
import { saysClock, saysLength, saysMinutes, saysScore, saysSpan } from './names.ts';
import { note } from './notes.ts';
import type { SpanParts } from './reading.ts';
import { splitSpan, type WrittenSpan } from './spans.ts';
import type { SeenCell } from './tally.ts';

const twoNumbers = /^\d+:\d+$/;
const timely = /^(?:0|\d{3})|:0\d/;
/** A time with seconds, or with the half of the day, is nothing else. */
const exact = /:.*:|m\.?$/i;

/** Returns how cells such as `13:30` are numbers: spans of time in seconds, or times of day in hours. */
export function detectClock(cells: readonly SeenCell[], requested: Requested): Measures | undefined {
  const digital = cells.filter(({ text }) => /\d/.test(text)).map(({ text }) => text);
  if (digital.length === 0 || !areTimes(digital, requested)) return undefined;
  return detectSpans(digital, requested) ?? detectTimesOfDay(digital);
}

/**
 * `27:25` may be a result, `1:18` a scale and `80:20` a share of a hundred. Only times write a zero before a single
 * minute, and begin with no hour or hundreds of them.
 */
function areTimes(texts: readonly string[], { name = '', isSpan = false }: Requested): boolean {
  if (isSpan || !texts.every((text) => twoNumbers.test(text))) return true;
  if (saysScore(name)) return false;
  return saysSpan(name) || saysClock(name) || texts.some((text) => timely.test(text));
}

function detectTimesOfDay(texts: readonly string[]): Measures | undefined {
  if (!texts.every((text) => parseClock(text) <= 24)) return undefined;
  return {
    reading: { clock: true, unit: 'h' },
    notes: [
      note(
        'read_as_hours',
        `times such as "${texts[0]}" are read as hours of the day, a guess: "13:30" is 13.5; set the type to \`text\` if that is wrong`,
      ),
    ],
    isSure: texts.every((text) => exact.test(text)),
  };
}

function detectSpans(texts: readonly string[], { name = '', isSpan = false }: Requested): Measures | undefined {
  const spans: WrittenSpan[] = [];
  for (const text of texts) {
    const span = splitSpan(text);
    if (!span) return undefined;
    spans.push(span);
  }
  const parts = decideParts(spans, name);
  const bare = spans.filter(({ kind }) => kind === 'bare');
  const isBareFitting = parts === 'm:ss' && spans.some(({ fraction }) => fraction > 0);
  if (bare.length === spans.length || !(isBareFitting || bare.every(({ parts }) => parts[2] === 0))) return undefined;
  if (!isSpan && areShares(spans)) return undefined;
  if (!isSpan && !saysSpan(name) && !spans.some((span) => isLongerThanDay(span, parts))) return undefined;
  return { reading: { span: parts, unit: 's' }, notes: [noteSpans(texts, spans, parts)], isSure: true };
}

/** No time of day has 24 hours, days, a sign or minutes with a fraction. */
function isLongerThanDay({ kind, parts, isNegative, hasDays, fraction }: WrittenSpan, twoParts: SpanParts): boolean {
  if (kind === 'bare') return false;
  return hasDays || isNegative || parts[0] > 24 || (kind === 'two' && (fraction > 0 || twoParts === 'm:ss'));
}

/**
 * `27:15` is minutes and seconds where its name or a fraction says so, and beside longer ones such as `1:02:15` that
 * begin with hours. So is a length, such as that of a song, unless its cells are rounded to five minutes.
 */
function decideParts(spans: readonly WrittenSpan[], name: string): SpanParts {
  const two = spans.filter(({ kind }) => kind === 'two');
  const three = spans.filter(({ kind }) => kind === 'three');
  if (two.length === 0) return 'h:mm';
  if (two.some(({ fraction }) => fraction > 0) || saysMinutes(name)) return 'm:ss';
  if (three.length === 0 && saysLength(name) && two.some(({ parts }) => parts[1] % 5 > 0)) return 'm:ss';
  const isCarried = two.every(({ parts }) => parts[0] < 60) && three.every(({ parts }) => parts[0] > 0);
  const isLong = isCarried && two.some(({ parts }) => parts[0] > 24);
  // The time that a run takes: 21:30 to 38:10 are no times of day, and rarely days.
  const isOfRuns = saysClock(name) && !saysSpan(name) && two.some(({ parts }) => parts[1] % 5 > 0);
  return isLong && (three.length > 0 || isOfRuns) ? 'm:ss' : 'h:mm';
}

/** `80:20` and `60:40` are shares of a hundred. */
function areShares(spans: readonly WrittenSpan[]): boolean {
  return spans.every(({ kind, parts }) => kind === 'two' && parts[0] + parts[1] === 100);
}

function noteSpans(texts: readonly string[], spans: readonly WrittenSpan[], parts: SpanParts) {
  const place = Math.max(
    0,
    spans.findIndex(({ kind }) => kind === 'two'),
  );
  if (spans[place].kind !== 'two')
    return note('read_as_seconds', `durations such as "${texts[0]}" are read as seconds`);
  const [are, other] =
    parts === 'h:mm' ? ['hours and minutes', '"0:27:15" for minutes'] : ['minutes and seconds', '"27:15:00" for hours'];
  const detail = `durations such as "${texts[place]}" are read as seconds, with the two parts as ${are}, which is a guess: write ${other}, or set the type to \`text\``;
  return note('read_as_seconds', detail);
}
