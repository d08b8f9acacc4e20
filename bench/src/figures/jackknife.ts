const chunks = 20;

/** Standard error of a figure of the items, from leaving out one twentieth of them after another. */
export function jackknifeError<Items extends Int32Array | number[]>(
  all: Items,
  figure: (items: Items) => number,
): number {
  const parts = Math.min(chunks, all.length);
  const tries = Array.from({ length: parts }, (_, chunk) =>
    figure(all.filter((__: number, place: number) => Math.floor((parts * place) / all.length) !== chunk) as Items),
  );
  const mean = tries.reduce((sum, one) => sum + one / parts, 0);
  return Math.sqrt(((parts - 1) / parts) * tries.reduce((sum, one) => sum + (one - mean) ** 2, 0));
}
