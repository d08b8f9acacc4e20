/** Returns a path that leads back to its start, or undefined. */
export function findCircle(ways: readonly { from: string; to: string }[]): string[] | undefined {
  const next = Map.groupBy(ways, ({ from }) => from);
  const state = new Map<string, 'open' | 'done'>();
  const path: string[] = [];
  function visit(node: string): string[] | undefined {
    if (state.get(node) === 'done') return undefined;
    if (state.get(node) === 'open') return [...path.slice(path.indexOf(node)), node];
    state.set(node, 'open');
    path.push(node);
    for (const { to } of next.get(node) ?? []) {
      const circle = visit(to);
      if (circle) return circle;
    }
    path.pop();
    state.set(node, 'done');
    return undefined;
  }
  for (const node of next.keys()) {
    const circle = visit(node);
    if (circle) return circle;
  }
  return undefined;
}
