const momentMs = 300;

/** An event stream may stay open for ever: what comes at once is enough. */
export async function readForAMoment(response: Response): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return '';
  const timer = setTimeout(() => reader.cancel().catch(() => {}), momentMs);
  let text = '';
  for (let piece = await reader.read(); !piece.done; piece = await reader.read()) text += piece.value;
  clearTimeout(timer);
  return text;
}
