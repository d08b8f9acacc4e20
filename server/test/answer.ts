export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  body: any;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const json = response.headers.get('content-type')?.match(/[/+]json\b/);
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: json && text ? JSON.parse(text) : undefined,
  };
}
