import type { ErrorCode } from '../../errors.ts';
import type { Problem } from '../../http/reply/problem.ts';

/** What is known of an error code. */
export interface ErrorEntry {
  code: ErrorCode;
  status: number;
  title: string;
  cause: string;
  cure: string;
  example: Problem;
}
