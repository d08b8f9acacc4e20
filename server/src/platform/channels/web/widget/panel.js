import { element, renderMarkdown } from './markdown.js';

// The visible part: a button that opens a dialog with a log of messages and a field.

const icons = {
  open: 'M4 4h16a1 1 0 0 1 1 1v11a1 1 0 0 1-1 1H9l-5 4v-4a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1z',
  close: 'M6 6l12 12M18 6L6 18',
  send: 'M4 12l16-8-6 16-3-6z',
};

function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  path.setAttribute('d', icons[name]);
  svg.append(path);
  return svg;
}

function sources(citations) {
  const items = citations.map(({ title, source, page, text }) =>
    element('li', {}, element('span', { class: 'source' }, `${title ?? source}${page ? `, page ${page}` : ''}`), ...(text ? [element('q', {}, text)] : [])),
  );
  const label = citations.length === 1 ? '1 source' : `${citations.length} sources`;
  return element('details', {}, element('summary', {}, label), element('ol', {}, ...items));
}

export class Panel {
  #root;
  #button;
  #dialog;
  #log;
  #draft;
  #field;
  #notice;
  #send;
  #heading;
  #onOpen;
  #onSend;

  /**
   * @param onOpen called at each opening;
   * @param onSend called with the visitor's text
   */
  constructor({ onOpen, onSend }) {
    this.#onOpen = onOpen;
    this.#onSend = onSend;
    this.#build();
    this.#button.addEventListener('click', () => (this.isOpen ? this.close() : this.open()));
    this.#dialog.addEventListener('keydown', (event) => event.key === 'Escape' && this.close());
    const submit = (event) => {
      event.preventDefault();
      const text = this.#field.value.trim();
      if (text === '') return;
      this.#field.value = '';
      this.#fit();
      onSend(text);
    };
    this.#send.form.addEventListener('submit', submit);
    this.#field.addEventListener('input', () => this.#fit());
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event);
    });
  }

  get isOpen() {
    return !this.#dialog.hidden;
  }

  open() {
    this.#dialog.hidden = false;
    this.#root.host.toggleAttribute('open', true);
    this.#button.setAttribute('aria-expanded', 'true');
    this.#field.focus();
    this.#scroll();
    this.#onOpen();
  }

  close() {
    this.#dialog.hidden = true;
    this.#root.host.toggleAttribute('open', false);
    this.#button.setAttribute('aria-expanded', 'false');
    this.#button.focus();
  }

  look({ title, color, placeholder }) {
    this.#heading.textContent = title;
    this.#dialog.setAttribute('aria-label', title);
    this.#field.placeholder = placeholder;
    if (color) this.#root.host.style.setProperty('--color', color);
  }

  /** Shows the conversation; only new messages are added. */
  show(messages) {
    for (const message of messages) {
      if (this.#log.querySelector(`[data-id="${CSS.escape(message.id)}"]`)) continue;
      if (message.role === 'assistant') this.#showDraft('');
      this.#log.append(this.#bubble(message));
    }
    this.#scroll();
  }

  /** Shows the answer so far; an empty text removes it, `null` shows that one is in progress. */
  preview(text) {
    this.#showDraft(text);
    this.#scroll();
  }

  notice(text) {
    this.#notice.textContent = text;
  }

  #bubble({ id, role, text, citations = [], choices = [] }) {
    const who = element('span', { class: 'who' }, role === 'user' ? 'You:' : 'Assistant:');
    const content = role === 'user' ? [element('p', {}, text)] : renderMarkdown(text);
    const more = citations.length > 0 ? [sources(citations)] : [];
    const offered = choices.length > 0 ? [this.#choices(choices)] : [];
    return element('div', { class: `message ${role}`, 'data-id': id }, who, ...content, ...more, ...offered);
  }

  /** What may be meant instead; one tap asks it. */
  #choices(choices) {
    const buttons = choices.map((text) => {
      const button = element('button', { class: 'choice', type: 'button' }, text);
      button.addEventListener('click', () => this.#onSend(text));
      return button;
    });
    return element('div', { class: 'choices' }, ...buttons);
  }

  #showDraft(text) {
    this.#draft.hidden = text === '';
    this.#draft.classList.toggle('thinking', text === null);
    this.#draft.replaceChildren(...(text ? renderMarkdown(text) : []));
  }

  #scroll() {
    this.#log.parentElement.scrollTop = this.#log.parentElement.scrollHeight;
  }

  /** The field grows with its text, up to some lines. */
  #fit() {
    this.#field.style.height = 'auto';
    this.#field.style.height = `${Math.min(this.#field.scrollHeight, 120)}px`;
  }

  #build() {
    this.#button = element('button', { class: 'launcher', type: 'button', 'aria-label': 'Chat', 'aria-expanded': 'false' });
    this.#button.append(icon('open'));
    this.#heading = element('h2');
    const close = element('button', { class: 'close', type: 'button', 'aria-label': 'Close chat' }, icon('close'));
    close.addEventListener('click', () => this.close());
    this.#log = element('div', { role: 'log', 'aria-live': 'polite', 'aria-label': 'Messages' });
    // Screen readers skip the changing draft and read the final message.
    this.#draft = element('div', { class: 'message assistant draft', 'aria-hidden': 'true' });
    this.#draft.hidden = true;
    this.#notice = element('p', { class: 'notice', role: 'status' });
    this.#field = element('textarea', { rows: '1', 'aria-label': 'Message', maxlength: '8000' });
    this.#send = element('button', { class: 'send', 'aria-label': 'Send' }, icon('send'));
    this.#dialog = element(
      'section',
      { role: 'dialog' },
      element('header', {}, this.#heading, close),
      element('div', { class: 'messages', tabindex: '0' }, this.#log, this.#draft),
      this.#notice,
      element('form', {}, this.#field, this.#send),
    );
    this.#dialog.hidden = true;
    const host = element('sibyl-chat');
    this.#root = host.attachShadow({ mode: 'open' });
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    this.#root.adoptedStyleSheets = [sheet];
    this.#root.append(this.#dialog, this.#button);
    document.body.append(host);
  }
}
