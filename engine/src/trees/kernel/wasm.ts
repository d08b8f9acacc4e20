import { kernelBase64 } from '../generated/kernel.ts';
import type { Kernel, Scorer } from './kernel.ts';

let compiled: WebAssembly.Module | undefined;

function compileKernel(): WebAssembly.Module {
  const bytes = Uint8Array.from(atob(kernelBase64), (character) => character.charCodeAt(0));
  return new WebAssembly.Module(bytes);
}

/** Returns the compiled kernel, whose machine code threads share. */
export function kernelModule(): WebAssembly.Module {
  compiled ??= compileKernel();
  return compiled;
}

function instantiate(memory: WebAssembly.Memory, module = kernelModule()): WebAssembly.Instance['exports'] {
  return new WebAssembly.Instance(module, { engine: { memory } }).exports;
}

/** Returns the training loops in WebAssembly with SIMD, bound to one memory. */
export function createWasmKernel(memory: WebAssembly.Memory, module?: WebAssembly.Module): Kernel {
  const exports = instantiate(memory, module);
  return {
    binNumbers: exports.binNumbers,
    spreadColumn: exports.spreadColumn,
    addToHistogram: exports.addToHistogram,
    clearHistogram: exports.clearHistogram,
    subtractHistogram: exports.subtractHistogram,
    addHistogram: exports.addHistogram,
    splitRows: exports.splitRows,
    addToScores: exports.addToScores,
    addLeaves: exports.addLeaves,
    squaredGradients: exports.squaredGradients,
    logisticGradients: exports.logisticGradients,
    quantiseGradients: exports.quantiseGradients,
    findThreshold: exports.findThreshold,
    copyBytes: exports.copyBytes,
  };
}

/** Returns the scoring loops in WebAssembly, bound to one memory. */
export function createScorer(memory: WebAssembly.Memory): Scorer {
  const { scoreRow, intersectLeafSets, scoreLeafSets, rankTile, scoreTile } = instantiate(memory);
  return { scoreRow, intersectLeafSets, scoreLeafSets, rankTile, scoreTile };
}

/** Returns the loop that explains trees, bound to one memory; see `kernel/leaf-shares.wat` for its arguments. */
export function createShareKernel(
  memory: WebAssembly.Memory,
): Record<'addLeafShares', (...numbers: number[]) => number> {
  const { addLeafShares } = instantiate(memory);
  return { addLeafShares };
}

type LayerKernel = Record<
  'applyLayer' | 'walkNetwork' | 'spreadErrors' | 'stepWeights',
  (...numbers: number[]) => number
>;

/** Returns the loops of networks in WebAssembly, bound to one memory; see `kernel/network*.wat` for their arguments. */
export function createLayerKernel(memory: WebAssembly.Memory): LayerKernel {
  const { applyLayer, walkNetwork, spreadErrors, stepWeights } = instantiate(memory);
  return { applyLayer, walkNetwork, spreadErrors, stepWeights };
}

/** The loops that read and write JSON; see `kernel/json-*.wat` for their arguments. */
export type TextKernel = Record<
  'readRows' | 'numberTexts' | 'writeNumbers' | 'writeRows',
  (...numbers: number[]) => number
>;

export function createTextKernel(memory: WebAssembly.Memory): TextKernel {
  const { readRows, numberTexts, writeNumbers, writeRows } = instantiate(memory);
  return { readRows, numberTexts, writeNumbers, writeRows };
}

/** Returns the loops that find the nearest rows; see `kernel/nearest-rows.wat` and `coarse-rows.wat` for their arguments. */
export function createNeighbourKernel(
  memory: WebAssembly.Memory,
): Record<'findNearest' | 'measureCoarse' | 'countWithin' | 'sortWithin', (...numbers: number[]) => number> {
  const { findNearest, measureCoarse, countWithin, sortWithin } = instantiate(memory);
  return { findNearest, measureCoarse, countWithin, sortWithin };
}
