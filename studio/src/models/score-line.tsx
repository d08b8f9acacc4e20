import { words } from '../words/models.ts';

const [width, height] = [600, 60];

/** The best score so far, over time. */
export function ScoreLine({ scores }: { scores: { seconds: number; score: number }[] }) {
  const values = scores.map(({ score }) => score);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const last = scores.at(-1)?.seconds ?? 1;
  const points = scores.map(({ seconds, score }) => {
    const part = high === low ? 0.5 : (score - low) / (high - low);
    return `${((seconds / last) * width).toFixed(1)},${(height - 4 - part * (height - 8)).toFixed(1)}`;
  });
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.scoreOverTime}
    >
      {points.length > 1 && (
        <polyline
          points={points.join(' ')}
          fill="none"
          stroke="var(--mantine-primary-color-filled)"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
