import type { Result } from '@sibyl/sdk';

export type Answered = Result<'runQuery'> & { milliseconds: number };

export function isNumber(type: string): boolean {
  return type === 'integer' || type === 'number';
}
