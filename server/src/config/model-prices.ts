import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Read, Setting } from './readers.ts';

/** What a million tokens cost, in the operator's currency. `cached_input` stands for `input` where it is absent. */
export interface Price {
  input: number;
  output: number;
  cached_input?: number;
}

/** By `<provider>/<model>` or by the name of the model alone. */
export type ModelPrices = ReadonlyMap<string, Price>;

const expected =
  'must be JSON such as {"gpt-4o-mini": {"input": 0.15, "output": 0.6}}, prices of a million tokens of each model, or the absolute path of a file that holds it';

export const modelPrices: Setting<Read<ModelPrices>> = {
  variable: 'SIBYL_MODEL_PRICES',
  fallback: '',
  meaning:
    'Prices of a million tokens by model, as JSON such as `{"gpt-4o-mini": {"input": 0.15, "output": 0.6, "cached_input": 0.075}}`, or the absolute path of such a file; `<provider>/<model>` names the model of one provider. When unset, costs are those that providers report.',
  read(raw) {
    if (raw.trim() === '') return { value: new Map() };
    try {
      return readPrices(JSON.parse(isAbsolute(raw) ? readFileSync(raw, 'utf8') : raw)) ?? expected;
    } catch (error) {
      return `${expected}; it cannot be read (${error instanceof SyntaxError ? 'not JSON' : 'no such file'})`;
    }
  },
};

function readPrices(table: unknown): Read<ModelPrices> | undefined {
  if (typeof table !== 'object' || table === null || Array.isArray(table)) return undefined;
  const entries = Object.entries(table);
  return entries.every(([, price]) => isPrice(price)) ? { value: new Map(entries) } : undefined;
}

const fields = ['input', 'output', 'cached_input'];

function isPrice(price: unknown): boolean {
  if (typeof price !== 'object' || price === null) return false;
  const entries = Object.entries(price);
  const areFigures = entries.every(([name, value]) => fields.includes(name) && Number.isFinite(value) && value >= 0);
  return areFigures && 'input' in price && 'output' in price;
}

/** Returns the price of a model; undefined where the operator named none. */
export function priceOf(prices: ModelPrices, { provider, model }: { provider: string; model: string }) {
  return prices.get(`${provider}/${model}`) ?? prices.get(model);
}
