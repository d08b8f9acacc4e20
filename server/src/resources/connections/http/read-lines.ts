/** Yields the lines of a response, the next only when the last is taken; empty ones are left out. */
export async function* readLines(answer: Response): AsyncGenerator<string> {
  if (answer.body === null) return;
  let rest = '';
  for await (const text of answer.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
  }
  if (rest.trim() !== '') yield rest;
}
