/** Maximum bytes of one event of a stream: its reader collects and parses it in one piece. */
const mostBytes = 1024 * 1024;

/** Returns a function that counts the bytes of an event stream; it returns the limit once one event exceeds it. */
export function countEvents(): (chunk: Uint8Array) => number | undefined {
  let sinceBlank = 0;
  let tail = '';
  return (chunk) => {
    const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
    const blank = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\n\r\n'), text.lastIndexOf('\r\r'));
    sinceBlank = blank < 0 ? sinceBlank + chunk.byteLength : text.length - blank;
    tail = text.slice(-2);
    return sinceBlank > mostBytes ? mostBytes : undefined;
  };
}
