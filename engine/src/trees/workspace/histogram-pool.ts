import { histogramStride } from '../kernel/kernel.ts';
import type { BinnedFeatures } from '../state/binned-features.ts';

/** More memory than this is not spent on histograms; nodes then go without and their children are summed anew. */
const budgetBytes = 256 * 2 ** 20;
const fewestSlots = 4;

/** Room for the histograms of several nodes, each with all features. */
export interface HistogramPool {
  /** How many more nodes can have histograms. */
  readonly free: number;
  /** Address of a node's histograms, not zeroed. */
  take(): number;
  giveBack(address: number): void;
}

/** Reserves room for at most `nodes` nodes, less when the budget of memory does not reach. */
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
