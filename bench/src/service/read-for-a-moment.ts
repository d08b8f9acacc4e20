const momentMs = 300;

/** Reads what arrives at once, because an event stream may stay open forever. */
export async function readForAMoment(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return '';
  const timer = setTimeout(() => reader.cancel().catch(() => {}), momentMs);
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
  clearTimeout(timer);
  return text;
}
