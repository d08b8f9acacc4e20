import { kernelBase64 } from '../generated/kernel.ts';
import type { Kernel } from './kernel.ts';

let compiled: WebAssembly.Module | undefined;

function compileKernel(): WebAssembly.Module {
  const bytes = Uint8Array.from(atob(kernelBase64), (character) => character.charCodeAt(0));
  return new WebAssembly.Module(bytes);
}

/** The kernel in WebAssembly with SIMD, bound to one memory. */
export function createWasmKernel(memory: WebAssembly.Memory): Kernel {
  compiled ??= compileKernel();
  const { exports } = new WebAssembly.Instance(compiled, { engine: { memory } });
  return {
    binNumbers: exports.binNumbers,
    spreadColumn: exports.spreadColumn,
    addToHistogram: exports.addToHistogram,
    clearHistogram: exports.clearHistogram,
    subtractHistogram: exports.subtractHistogram,
    partitionRows: exports.partitionRows,
    addToScores: exports.addToScores,
    squaredGradients: exports.squaredGradients,
    logisticGradients: exports.logisticGradients,
    quantiseGradients: exports.quantiseGradients,
    findThreshold: exports.findThreshold,
  };
}
