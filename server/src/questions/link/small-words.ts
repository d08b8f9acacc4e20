const words =
  'a an the of in on at to for from by with and or is are was were be been being do does did has have had it its this that these those there which what who whom whose when where why how many much most least more less than not no as so if then each every per any all some one first last next before after their his her he she they them i we you me my our your s t name list tell give show total number only same other also just up out over under between during since until can could would will table listed chart please pls hey hi hello gimme like know exactly got d ve ll re want need see kindly';
const small = new Set(words.split(' '));

/** Returns whether a word says nothing by itself of what a table holds. */
export function isSmall(word: string): boolean {
  return small.has(word);
}
