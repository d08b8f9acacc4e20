/** The prediction between its bounds; margins at both ends make moving bounds visible. */
export function BoundsBar({ value, low, high }: { value: number; low: number; high: number }) {
  const spread = high - low || 1;
  const [from, to] = [low - spread * 0.15, high + spread * 0.15];
  const place = (one: number) => `${((one - from) / (to - from)) * 100}%`;
  return (
    <div className="bounds" aria-hidden>
      <i style={{ insetInlineStart: place(low), width: `${(spread / (to - from)) * 100}%` }} />
      <b style={{ insetInlineStart: place(value) }} />
    </div>
  );
}
