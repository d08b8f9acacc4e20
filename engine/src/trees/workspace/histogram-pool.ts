import { histogramStride } from '../kernel/kernel.ts';
import type { BinnedFeatures } from '../state/binned-features.ts';

/** Maximum memory for histograms. Nodes beyond it have none, so their children are summed again. */
const budgetBytes = 256 * 2 ** 20;
const fewestSlots = 4;

/** Memory for the histograms of several nodes, each with all features. */
export interface HistogramPool {
  /** Number of free slots. */
  readonly free: number;
  /** Address of a node's histograms, not zeroed. */
  take(): number;
  giveBack(address: number): void;
}

/** Reserves memory for at most `nodes` nodes, within the memory budget. */
export function createHistogramPool({ arena, features }: BinnedFeatures, nodes: number): HistogramPool {
  const stride = features.length * histogramStride;
  const affordable = Math.floor(budgetBytes / stride);
  const slots = Math.max(fewestSlots, Math.min(nodes, affordable));
  const start = arena.allocate(slots * stride);
  const addresses = Array.from({ length: slots }, (_, index) => start + (slots - 1 - index) * stride);
  return {
    get free() {
      return addresses.length;
    },
    take() {
      const address = addresses.pop();
      if (address === undefined) throw new Error('All histograms are in use.');
      return address;
    },
    giveBack(address) {
      addresses.push(address);
    },
  };
}
