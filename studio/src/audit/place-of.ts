/** Returns the project and the record that the address of an audit entry names, as people read them. */
export function placeOf(subject: string): { project: string; record: string } {
  const steps = subject
    .replace(/^(?:\/v1)?(?:\/api)*\//, '')
    .split('/')
    .map(decoded);
  if (steps[0] !== 'projects' || steps.length < 2) return { project: '', record: steps.join(' / ') };
  return { project: steps[1], record: steps.slice(2).join(' / ') || steps.join(' / ') };
}

/** A name with a sign of its own stays as it was sent. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}
