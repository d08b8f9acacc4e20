/** Reads the JSON objects of a stream of server-sent events, in order, without comments. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
export async function readEvents(response: Response): Promise<any[]> {
  const text = await response.text();
  return text.split('\n\n').flatMap((block) => (block.startsWith('data: {') ? [JSON.parse(block.slice(6))] : []));
}
