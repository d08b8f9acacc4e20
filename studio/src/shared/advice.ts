import { SibylError } from '@sibyl/sdk';
import { advice } from '../words/problems.ts';
import { inWords } from '../words/spoken.ts';
import { faultsIn, sayFault } from './faults.ts';

export interface Advice {
  title: string;
  detail: string;
  advice: string | undefined;
  requestId: string | undefined;
}

/** What is wrong, and what to do. */
export function adviceFor(error: unknown): Advice {
  if (!SibylError.is(error)) {
    const detail = error instanceof Error ? error.message : String(error);
    return { title: advice.unexpected.title, detail, advice: advice.unexpected.advice, requestId: undefined };
  }
  const { code, title, detail, requestId } = error;
  const known = (advice as Record<string, { title?: string; advice: string }>)[code];
  const isInput = code === 'invalid_input' && error.errors.length > 0;
  const isSql = code === 'query_failed' || code === 'query_refused';
  const said = isInput ? faultsIn(error).slice(0, 8).map(sayFault).join(' ') : isSql ? detail : inWords(detail);
  return { title: known?.title ?? title, detail: said, advice: known?.advice, requestId };
}
