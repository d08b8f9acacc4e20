import type { Button } from '../platform.ts';

/** From https://developers.facebook.com/docs/whatsapp/cloud-api/messages/interactive-messages */
const most = { body: 1024, buttons: 3, buttonTitle: 20, rows: 10, rowTitle: 24, description: 72 };

/**
 * Returns a short text with its buttons: up to three below it, more as a list. Undefined where WhatsApp supports none.
 */
export function interactiveOf(text: string, buttons: readonly Button[]): object | undefined {
  if (buttons.length === 0 || buttons.length > most.rows || text.length > most.body) return undefined;
  const body = { text };
  const areShort = buttons.length <= most.buttons && buttons.every(({ label }) => label.length <= most.buttonTitle);
  const interactive = areShort
    ? { type: 'button', body, action: { buttons: buttons.map(keyOf) } }
    : { type: 'list', body, action: { button: 'Choose', sections: [{ title: 'Choose', rows: buttons.map(rowOf) }] } };
  return { type: 'interactive', interactive };
}

function keyOf({ id, label }: Button) {
  return { type: 'reply', reply: { id, title: label } };
}

/** A shortened title is repeated in full below it if possible; numbers keep titles different. */
function rowOf({ id, label }: Button, at: number) {
  if (label.length <= most.rowTitle) return { id, title: label };
  const title = `${at + 1}. ${label}`.slice(0, most.rowTitle - 1);
  return { id, title: `${title}…`, description: label.slice(0, most.description) };
}
