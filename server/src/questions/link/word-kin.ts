/** Endings of who or what does something, and of everything else that is derived from a word. */
const doers = ['er', 'or', 'ist', 'ee', 'ar'];
const forms = [
  ...['', 'e', 'y', 'd', 's', 'al', 'ally', 'ality', 'ian', 'ing', 'ity', 'ion', 'sion', 'ional', 'ation', 'ational'],
  ...['ment', 'ive', 'ance', 'ence', 'ness', 'ful', 'ic', 'ical', 'ous', 'ary', 'ship', 'ly', 't', 'th'],
];
const shortestRoot = 5;

/**
 * Whether a word of a question may say the name of a column in another form: "nationality" of `nation`, "directed" of
 * `director`.
 */
export function isKin(said: string, name: string): boolean {
  const root = commonBeginning(said, name);
  if (root < shortestRoot) return false;
  for (let end = root; end >= shortestRoot; end -= 1) {
    const [own, other] = [said.slice(end), name.slice(end)];
    if (forms.includes(own) && [...forms, ...doers].includes(other)) return true;
  }
  return false;
}

/** Whether one is the beginning of the other, as `temp` is of "temperature". */
export function isShortened(said: string, name: string): boolean {
  const [short, long] = said.length < name.length ? [said, name] : [name, said];
  const isBeginning = short.length >= 3 && long.length >= short.length + (short.length > 3 ? 2 : 3);
  return isBeginning && long.startsWith(short);
}

/** Whether a name is a word without its vowels, as `hwy` is of "highway" and `amt` of "amount". */
export function isCut(said: string, name: string): boolean {
  if (name.length < 2 || said.length > 3 * name.length || said.length < name.length + 1) return false;
  if (said[0] !== name[0] || said.at(-1) !== name.at(-1) || /[aeiou]/.test(name.slice(1))) return false;
  let at = 0;
  for (const letter of said) if (letter === name[at]) at += 1;
  return at === name.length;
}

/** Whether the letters of a short name stand in a word in their order, from its first to its last: `dept` of "department". */
export function isAbbreviated(said: string, name: string): boolean {
  if (name.length < 3 || name.length > 5 || said.length < name.length + 3 || said[0] !== name[0]) return false;
  if (said[1] !== name[1] || said.at(-1) !== name.at(-1)) return false;
  let at = 0;
  for (const letter of said) if (letter === name[at]) at += 1;
  return at === name.length;
}

function commonBeginning(one: string, other: string): number {
  let length = 0;
  while (length < Math.min(one.length, other.length) && one[length] === other[length]) length += 1;
  return length;
}
