// Connects to the chatbot: a visit gives a token, which identifies the conversation and is kept in the page's storage.

const retryMs = [500, 1000, 2000, 4000, 8000];

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export class Connection {
  #base;
  #key;
  #listener;
  #streaming = false;

  /**
   * @param base address of the chatbot's channel;
   * @param listener receives `messages`, `preview`, `trouble`
   */
  constructor(base, listener) {
    this.#base = base;
    this.#key = `sibyl:${base}`;
    this.#listener = listener;
  }

  get hasVisited() {
    return this.#read()?.token !== undefined;
  }

  /** Returns the widget's look and greeting; starts a conversation if there is none. */
  async visit() {
    const kept = this.#read();
    const look = await this.#call('POST', 'visits', { token: kept?.token });
    this.#write({ token: look.token });
    return look;
  }

  async send(text) {
    await this.#call('POST', 'messages', { id: crypto.randomUUID(), text });
    this.follow();
  }

  /** Reads the conversation and follows it until everything is answered; reconnects by itself. */
  async follow() {
    if (this.#streaming) return;
    this.#streaming = true;
    for (let failures = 0; this.#streaming; ) {
      try {
        if (await this.#readStream()) break;
        failures = 0;
      } catch (error) {
        if (error.status === 401 || failures >= retryMs.length) {
          this.#listener.trouble(error);
          break;
        }
        await wait(retryMs[failures]);
        failures += 1;
      }
    }
    this.#streaming = false;
  }

  /** @returns whether the server ended the stream */
  async #readStream() {
    const response = await this.#fetch('GET', 'stream');
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return false;
      text += value;
      const events = text.split('\n\n');
      text = events.pop();
      for (const event of events) {
        if (!event.startsWith('data: ')) continue;
        const data = JSON.parse(event.slice(6));
        if (data.type === 'end') return true;
        this.#listener[data.type]?.(data);
      }
    }
  }

  async #call(method, path, body) {
    const response = await this.#fetch(method, path, body);
    return response.json();
  }

  async #fetch(method, path, body) {
    const token = this.#read()?.token;
    const response = await fetch(`${this.#base}/${path}`, {
      method,
      headers: {
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      body: body && JSON.stringify(body),
    });
    if (response.ok) return response;
    const problem = await response.json().catch(() => ({}));
    if (response.status === 401) this.#write({});
    throw Object.assign(new Error(problem.detail ?? response.statusText), { status: response.status });
  }

  #read() {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? '{}');
    } catch {
      return this.memory; // without storage the conversation lasts as long as the page
    }
  }

  #write(value) {
    this.memory = value;
    try {
      localStorage.setItem(this.#key, JSON.stringify(value));
    } catch {
      // As above.
    }
  }
}
