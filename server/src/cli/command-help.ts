import { InvalidArgumentError } from 'commander';

export function examplesOf(...commands: string[]): string {
  return ['\nExamples:', ...commands.map((command) => `  sibyl ${command}`)].join('\n');
}

export function readNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isFinite(value)) return value;
  throw new InvalidArgumentError('It must be a number.');
}
