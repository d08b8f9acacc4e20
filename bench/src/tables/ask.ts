export interface Answer {
  status: number;
  /** The parsed body; the problem document of a refusal. */
  body: unknown;
}

export interface Problem {
  code: string;
  detail: string;
}

/** Asks the service; a connection that breaks is told as status 599. */
export async function ask(
  url: string,
  body?: string | Uint8Array<ArrayBuffer>,
  type = 'application/json',
): Promise<Answer> {
  try {
    const request = body === undefined ? {} : { method: 'POST', headers: { 'content-type': type }, body };
    const response = await fetch(url, request);
    return { status: response.status, body: await response.json() };
  } catch (error) {
    return { status: 599, body: { code: 'no_answer', detail: String(error) } };
  }
}

export function isRefused({ status }: Answer): boolean {
  return status >= 400;
}

export function problemOf({ body }: Answer): Problem {
  const { code = '', detail = '' } = body as Partial<Problem>;
  return { code, detail };
}
