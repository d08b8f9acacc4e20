import { SibylError, type SkillHandle } from '@sibyl/sdk';

/** What no expression is made of. */
const isName = /^[\p{L}\p{N}_. ]+$/u;

/** Teaches what somebody wrote of a word: the column that is called so, and SQL only where no column is. */
export async function teachMeaning(skill: Pick<SkillHandle, 'teach'>, term: string, text: string) {
  try {
    return await skill.teach({ glossary: [{ term, means: text }] });
  } catch (error) {
    if (isName.test(text) || !isNoColumn(error)) throw error;
    return skill.teach({ glossary: [{ term, sql: text }] });
  }
}

function isNoColumn(error: unknown): boolean {
  return SibylError.is(error) && error.errors.some(({ pointer }) => /\/glossary\/\d+\/means$/.test(pointer));
}
