import type { ServiceError } from '../../../errors.ts';
import type { CompletionAnswer, StepFault } from './schemas.ts';

/** Events during an answer, in order; a stream begins with `start` and ends with `end`. */
export type CompletionEvent =
  | { type: 'start'; conversation_id: string; trace_id: string }
  | { type: 'token'; text: string }
  | { type: 'tool_call'; id: string; name: string; input: unknown }
  | { type: 'tool_result'; id: string; name: string; output: unknown; milliseconds: number; error?: StepFault }
  | ({ type: 'message' } & CompletionAnswer)
  | { type: 'error'; code: string; status: number; detail: string; instance: string }
  | { type: 'end' };

export type EmitCompletionEvent = (event: CompletionEvent) => void;

export function faultOf({ code, message }: ServiceError): StepFault {
  return { code, detail: code === 'internal' ? 'Something went wrong inside the service.' : message };
}
