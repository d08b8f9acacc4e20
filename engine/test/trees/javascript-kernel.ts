import { addInt64, readCount, readHessian, readInt64 } from '../../src/trees/kernel/cell.ts';
import { logistic } from '../../src/trees/kernel/exponential.ts';
import { histogramStride, type Kernel, thresholdSlots } from '../../src/trees/kernel/kernel.ts';
import { findBin } from '../../src/trees/kernel/thresholds.ts';

interface Views {
  bytes: Uint8Array;
  words: Int32Array;
  doubles: Float64Array;
}

/** Fills cells by a formula and sums in row order. */
function fillGradients(
  { words, doubles }: Views,
  [rows, count, scores, targets, weights, cells, sums]: number[],
  formula: (score: number, target: number, write: Float64Array, at: number) => void,
): void {
  let gradientSum = 0;
  let hessianSum = 0;
  for (let place = 0; place < count; place++) {
    const row = words[rows / 4 + place];
    const cell = cells / 8 + row * 2;
    formula(doubles[scores / 8 + row], doubles[targets / 8 + row], doubles, cell);
    if (weights !== 0) {
      doubles[cell] *= doubles[weights / 8 + row];
      doubles[cell + 1] *= doubles[weights / 8 + row];
    }
    gradientSum += Math.abs(doubles[cell]);
    hessianSum += doubles[cell + 1];
  }
  doubles[sums / 8] = gradientSum;
  doubles[sums / 8 + 1] = hessianSum;
}

function addToScores({ words, doubles }: Views, rows: number, count: number, scores: number, value: number): void {
  for (let place = 0; place < count; place++) doubles[scores / 8 + words[rows / 4 + place]] += value;
}

/** The arguments of `findThreshold` that all features of a search share, from the gradient on. */
type ThresholdTask = [
  gradient: number,
  hessian: number,
  count: number,
  countBits: number,
  l2: number,
  minRows: number,
  minHessian: number,
  bestScore: number,
  out: number,
];

/** Writes the best threshold of one histogram if it scores more than `best`; returns the best score. */
function scanBins(
  { words, doubles }: Views,
  histogram: number,
  binCount: number,
  missingLeft: boolean,
  best: number,
  [gradient, hessian, count, countBits, l2, minRows, minHessian, , out]: ThresholdTask,
): number {
  const missing = histogram / 4 + binCount * 4;
  let leftGradient = missingLeft ? readInt64(words, missing) : 0;
  let leftHessian = missingLeft ? readHessian(words, missing, countBits) : 0;
  let leftCount = missingLeft ? readCount(words, missing, countBits) : 0;
  let bestScore = best;
  for (let bin = 0, cell = histogram / 4; bin < binCount; bin++, cell += 4) {
    const binRows = readCount(words, cell, countBits);
    if (binRows === 0) continue;
    leftGradient += readInt64(words, cell);
    leftHessian += readHessian(words, cell, countBits);
    leftCount += binRows;
    if (count - leftCount < minRows) break;
    const rightHessian = hessian - leftHessian;
    if (leftCount < minRows || leftHessian < minHessian || rightHessian < minHessian) continue;
    const rightGradient = gradient - leftGradient;
    const score =
      (leftGradient * leftGradient) / (leftHessian + l2) + (rightGradient * rightGradient) / (rightHessian + l2);
    if (!(score > bestScore)) continue;
    bestScore = score;
    doubles.set([score, leftGradient, leftHessian], out / 8);
    words.set([bin, leftCount], out / 4 + 6);
  }
  return bestScore;
}

/** Returns the kernel in plain JavaScript: the reference that the WASM kernel is tested against. */
export function createJavascriptKernel(memory: WebAssembly.Memory): Kernel {
  let views: Views | undefined;
  // The memory may have grown since the last call, which invalidates views of it.
  function currentViews(): Views {
    const { buffer } = memory;
    if (views === undefined || views.bytes.length !== buffer.byteLength) {
      views = { bytes: new Uint8Array(buffer), words: new Int32Array(buffer), doubles: new Float64Array(buffer) };
    }
    return views;
  }
  return {
    binNumbers(values, count, thresholds, missingBin, column) {
      const { bytes, doubles } = currentViews();
      const table = doubles.subarray(thresholds / 8, thresholds / 8 + thresholdSlots);
      for (let place = 0; place < count; place++) {
        const value = doubles[values / 8 + place];
        bytes[column + place] = Number.isNaN(value) ? missingBin : findBin(table, value);
      }
    },
    spreadColumn(column, count, target, width) {
      const { bytes } = currentViews();
      for (let place = 0; place < count; place++) bytes[target + place * width] = bytes[column + place];
    },
    addToHistogram(rows, count, bins, width, cells, histogram) {
      const { bytes, words } = currentViews();
      for (let place = 0; place < count; place++) {
        const row = words[rows / 4 + place];
        const source = cells / 4 + row * 4;
        for (let feature = 0; feature < width; feature++) {
          const target = (histogram + feature * histogramStride) / 4 + bytes[bins + row * width + feature] * 4;
          addInt64(words, target, source);
          addInt64(words, target + 2, source + 2);
        }
      }
    },
    clearHistogram(histogram, cellCounts, featureCount) {
      const { words } = currentViews();
      for (let feature = 0; feature < featureCount; feature++) {
        const start = (histogram + feature * histogramStride) / 4;
        words.fill(0, start, start + words[cellCounts / 4 + feature] * 4);
      }
    },
    subtractHistogram(minuend, subtrahend, cellCounts, featureCount) {
      const { words } = currentViews();
      for (let feature = 0; feature < featureCount; feature++) {
        const offset = feature * histogramStride;
        for (let word = 0; word < words[cellCounts / 4 + feature] * 4; word += 2) {
          subtractInt64(words, (minuend + offset) / 4 + word, (subtrahend + offset) / 4 + word);
        }
      }
    },
    addHistogram(sum, addend, cellCounts, featureCount) {
      const { words } = currentViews();
      for (let feature = 0; feature < featureCount; feature++) {
        const offset = feature * histogramStride;
        for (let word = 0; word < words[cellCounts / 4 + feature] * 4; word += 2) {
          addInt64(words, (sum + offset) / 4 + word, (addend + offset) / 4 + word);
        }
      }
    },
    splitRows(rows, count, column, stride, leftTable, scratch) {
      const { bytes, words } = currentViews();
      let left = 0;
      let right = 0;
      for (let place = 0; place < count; place++) {
        const row = words[rows / 4 + place];
        if (bytes[leftTable + bytes[column + row * stride]] === 1) words[rows / 4 + left++] = row;
        else words[scratch / 4 + right++] = row;
      }
      return left;
    },
    addToScores(...range) {
      addToScores(currentViews(), ...range);
    },
    addLeaves(rows, start, end, leaves, leafCount, scores) {
      const views = currentViews();
      for (let leaf = 0; leaf < leafCount; leaf++) {
        const [leafStart, leafSize] = views.words.subarray(leaves / 4 + leaf * 4);
        const first = Math.max(start, leafStart);
        const count = Math.max(0, Math.min(end, leafStart + leafSize) - first);
        addToScores(views, rows + first * 4, count, scores, views.doubles[leaves / 8 + leaf * 2 + 1]);
      }
    },
    squaredGradients(...addresses) {
      fillGradients(currentViews(), addresses, (score, target, write, at) => {
        write[at] = score - target;
        write[at + 1] = 1;
      });
    },
    logisticGradients(...addresses) {
      fillGradients(currentViews(), addresses, (score, target, write, at) => {
        const probability = logistic(score);
        write[at] = probability - target;
        write[at + 1] = Math.max(probability * (1 - probability), 1e-16);
      });
    },
    quantiseGradients(rows, count, cells, gradientScale, hessianScale, countBits, total) {
      const { words, doubles } = currentViews();
      words.fill(0, total / 4, total / 4 + 4);
      for (let place = 0; place < count; place++) {
        const cell = cells / 4 + words[rows / 4 + place] * 4;
        const gradient = Math.floor(doubles[cell / 2] * gradientScale + 0.5);
        const hessian = Math.floor(doubles[cell / 2 + 1] * hessianScale + 0.5);
        writeInt64(words, cell, gradient);
        // The count fits below the hessian, which may need more than 53 bits once shifted: write it in two parts.
        const high = Math.floor(hessian / 2 ** (32 - countBits));
        words[cell + 3] = high;
        words[cell + 2] = ((hessian - high * 2 ** (32 - countBits)) * 2 ** countBits + 1) | 0;
        addInt64(words, total / 4, cell);
        addInt64(words, total / 4 + 2, cell + 2);
      }
    },
    findThreshold(histograms, features, featureCount, cellCounts, ...task) {
      const { words } = currentViews();
      const out = task[8];
      let best = task[7];
      for (let place = 0; place < featureCount; place++) {
        const feature = words[features / 4 + place];
        const histogram = histograms + feature * histogramStride;
        const binCount = words[cellCounts / 4 + feature] - 1;
        const missing = readCount(words, histogram / 4 + binCount * 4, task[3]);
        for (let missingLeft = 0; missingLeft <= (missing > 0 ? 1 : 0); missingLeft++) {
          const score = scanBins(currentViews(), histogram, binCount, missingLeft === 1, best, task);
          if (score === best) continue;
          best = score;
          words.set([feature, missingLeft, missing], out / 4 + 8);
        }
      }
      return best > task[7] ? 1 : 0;
    },
    copyBytes(target, source, length) {
      currentViews().bytes.copyWithin(target, source, source + length);
    },
  };
}

const twoTo32 = 4294967296;

function subtractInt64(words: Int32Array, target: number, source: number): void {
  const low = (words[target] >>> 0) - (words[source] >>> 0);
  words[target] = low;
  words[target + 1] -= words[source + 1] + (low < 0 ? 1 : 0);
}

function writeInt64(words: Int32Array, target: number, value: number): void {
  const high = Math.floor(value / twoTo32);
  words[target] = value - high * twoTo32;
  words[target + 1] = high;
}
