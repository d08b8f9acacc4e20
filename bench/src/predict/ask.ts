type Row = Record<string, unknown>;

/** Sends one predict request and returns its rows. Throws unless it is 200 with one row per input. */
export async function askOnce(url: string, rows: readonly Row[]): Promise<Row[]> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(rows) });
  const text = await response.text();
  const answer: unknown = response.ok ? JSON.parse(text) : undefined;
  if (!Array.isArray(answer) || answer.length !== rows.length)
    throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`);
  return answer;
}

/** Throws when two services trained on the same rows differ by more than a tenth. */
export function checkAgreement(target: string, ours: readonly Row[], theirs: readonly Row[]): void {
  for (const [index, row] of ours.entries()) {
    const [one, other] = [Number(row[target]), Number(theirs[index][target])];
    if (!(Math.abs(one - other) <= 0.1 * Math.abs(other)))
      throw new Error(`Row ${index}: Sibyl predicts ${one} and the peer ${other}; they must agree to be compared.`);
  }
}
