import type { TSchema } from 'typebox';
import { compileCheck } from '../../http/request/validation.ts';

/** Validates input without a route schema; the check is compiled at its first use. */
export function checkOnce<Shape extends TSchema>(schema: Shape) {
  let check: ReturnType<typeof compileCheck<Shape>> | undefined;
  return (input: unknown) => {
    check ??= compileCheck(schema, 'json');
    return check(input);
  };
}
