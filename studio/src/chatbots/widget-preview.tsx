import { Text } from '@mantine/core';
import type { Chatbot } from '@sibyl/sdk';
import { serviceAddress } from '../shared/place.ts';
import { words } from '../words/chatbots.ts';

/** The widget on an empty page. */
export function WidgetPreview({ chatbot: { id, is_running } }: { chatbot: Chatbot }) {
  if (!is_running) return <Text c="dimmed">{words.previewStopped}</Text>;
  const page = `<!doctype html><html lang="en"><title>${words.preview}</title><body style="font-family:system-ui;color:#888"><p>${words.previewLead}</p><script src="${serviceAddress}/api/channels/${id}/widget.js" async></script></body></html>`;
  return <iframe className="preview" title={words.preview} srcDoc={page} />;
}
