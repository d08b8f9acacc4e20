/** Counts the values in a value, itself included, up to a number. */
export function countMembers(value: unknown, most: number): number {
  let count = 1;
  if (typeof value !== 'object' || value === null) return count;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && count < most; index += 1)
      count += countMembers(value[index], most - count);
    return count;
  }
  for (const key in value) {
    if (count >= most) return count;
    count += countMembers(value[key as keyof typeof value], most - count);
  }
  return count;
}
