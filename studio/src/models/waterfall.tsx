import { Stack, Text } from '@mantine/core';
import { figure, percent } from '../shared/format.ts';
import { words } from '../words/models.ts';
import type { Explained } from './explained.ts';
import { inWords } from './value.ts';

const shown = 10;

/** From the prediction without knowledge to the answer, column by column. */
export function Waterfall({ explained: { base, contributions, value } }: { explained: Explained }) {
  const start = base ?? 0;
  const rest = contributions.slice(shown).reduce((total, [, share]) => total + share, 0);
  const steps: [string, number][] = [
    ...contributions.slice(0, shown),
    ...(rest === 0 ? [] : [['…', rest] as [string, number]]),
  ];
  let sum = start;
  const ends = steps.map(([, share]) => {
    sum += share;
    return sum;
  });
  const [low, high] = [Math.min(start, ...ends), Math.max(start, ...ends)];
  const part = (one: number) => ((one - low) / (high - low || 1)) * 100;
  const show = typeof value === 'number' ? (one: number) => figure(one) : percent;
  return (
    <Stack gap={6}>
      <Text size="sm" c="dimmed">
        {words.whyLead(show(start), typeof value === 'number' ? undefined : inWords(value))}
      </Text>
      {steps.map(([column, share], index) => {
        const before = index === 0 ? start : ends[index - 1];
        const from = Math.min(before, ends[index]);
        return (
          <div key={column} className="waterfall">
            <Text size="sm" className="cut" dir="auto" title={column}>
              {column}
            </Text>
            <div className="waterfall-track" aria-hidden>
              <i
                className={share < 0 ? 'less' : 'more'}
                style={{
                  insetInlineStart: `${part(from)}%`,
                  width: `${Math.max(0.5, part(from + Math.abs(share)) - part(from))}%`,
                }}
              />
            </div>
            <Text size="sm" className="number">
              {signed(show, share)}
            </Text>
          </div>
        );
      })}
    </Stack>
  );
}

/** A share that is nothing in the digits that are shown has no sign. */
function signed(show: (share: number) => string, share: number): string {
  const size = show(Math.abs(share));
  if (size === show(0)) return size;
  return `${share > 0 ? '+' : '−'}${size}`;
}
