import type { TSchema } from 'typebox';
import { compileCheck } from '../../http/request/validation.ts';

/** Validates an input that no route has validated; the check is compiled with the first. */
export function checkOnce<Shape extends TSchema>(schema: Shape) {
  let check: ReturnType<typeof compileCheck<Shape>> | undefined;
  return (input: unknown) => {
    check ??= compileCheck(schema, 'json');
    return check(input);
  };
}
