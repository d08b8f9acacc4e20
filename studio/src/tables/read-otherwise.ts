import { inWords } from '../words/spoken.ts';
import { words } from '../words/tables.ts';

/** The API names the option that reads it otherwise; people press it. */
export function readOtherwise(detail: string): [text: string, choice: keyof typeof words.otherwise | undefined] {
  const [advice, choice] = /(?:;|,? and)? ?set (\w+=\w+) .*$/.exec(detail) ?? [];
  if (advice !== undefined && choice !== undefined && choice in words.otherwise)
    return [detail.replace(advice, '.'), choice as keyof typeof words.otherwise];
  return [inWords(words.spoken.reduce((text, [said, spoken]) => text.replace(said, spoken), detail)), undefined];
}
