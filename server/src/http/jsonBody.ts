import { ServiceError } from '../errors.ts';

/** Parses a JSON body; a failure names the line and column where reading stopped. Names like `__proto__` stay data. */
export function parseJsonBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { line, column } = locate(text, failureOffset(text, (error as SyntaxError).message));
    const detail = `The JSON breaks off or goes wrong at line ${line}, column ${column}.`;
    throw new ServiceError('invalid_json', detail, { extensions: { line, column } });
  }
}

/** V8 tells the offset for a wrong character and nothing when the text ends too early. */
function failureOffset(text: string, message: string): number {
  const position = /at position (\d+)/.exec(message);
  return position ? Number(position[1]) : text.length;
}

function locate(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const lastBreak = before.lastIndexOf('\n');
  return { line: before.split('\n').length, column: offset - lastBreak };
}
