import type { KnownInput } from './known-input.ts';

/** Most names that a sentence lists. */
const mostListed = 5;

export function noteOneWord(inputs: readonly KnownInput[]): string[] {
  return inputs.map(
    ({ profile: { name }, usual }) =>
      `\`${name}\` is not used: its cells are all ${usual === null ? 'empty' : `\`${usual}\``}`,
  );
}

export function leaveOutInputs(inputs: readonly KnownInput[], most: number): string[] {
  if (inputs.length === 0) return [];
  const names = inputs.map(({ profile: { name } }) => `\`${name}\``);
  const [is, pronoun] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return [
    `${list(names)} ${is} left out of known_inputs: of so many series at most ${Math.max(0, most)} numbers a time are used, and each word but one takes one; name ${pronoun} first, or fewer columns`,
  ];
}

export function leaveOutHolidays(region: string): string[] {
  return [`the holidays of ${region} are left out: there are too many series and times for them`];
}

export function leaveOutNames({ region, unnamed }: { region: string; unnamed: readonly string[] }): string[] {
  if (unnamed.length === 0) return [];
  const count = unnamed.length === 1 ? 'counts' : 'count';
  return [`${list(unnamed)} ${count} as any of the holidays of ${region}: there are too many for effects of their own`];
}

/** Names columns that might move a forecast, which nobody asked for. */
export function noteOthers(names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const quoted = names.map((name) => `\`${name}\``);
  const is = names.length === 1 ? 'is' : 'are';
  return [
    `${list(quoted)} ${is} not learned from: a forecast continues the past of its series; name columns whose values are known ahead in options.known_inputs, and others in options.ignore`,
  ];
}

function list(names: readonly string[]): string {
  const more = names.length > mostListed ? ` and ${names.length - mostListed} more` : '';
  return `${names.slice(0, mostListed).join(', ')}${more}`;
}
