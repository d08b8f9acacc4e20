import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addDocument } from '../knowledge/documents.ts';
import { formatOfFile } from '../knowledge/uploads.ts';
import { contextOf } from './ask-agent.ts';
import type { ChatbotServices } from './context.ts';
import type { DocumentKeeper } from './running/answerer.ts';

/** Stores documents of chats in a knowledge base. One that is sent again in the same conversation replaces the first. */
export function createDocumentKeeper(services: ChatbotServices): DocumentKeeper {
  return async (chatbot, base, { name, mediaType, bytes, conversation }, signal) => {
    const format = formatOfFile(name, mediaType);
    if (format === undefined) return 'I take text, Markdown, HTML, PDF, Word and CSV files';
    const path = join(services.temporaryDirectory, `chat-${randomUUID()}`);
    try {
      await writeFile(path, bytes);
      await addDocument(
        contextOf(services, chatbot),
        { project: chatbot.project_id, base },
        {
          // The name has the conversation, so that nobody in a chat can overwrite a document of somebody else.
          name: `${conversation}-${name.replace(/[^\p{L}\p{N}._ -]/gu, '_').slice(-100)}`,
          title: name.slice(0, 200),
          metadata: { chatbot: chatbot.name, conversation },
          format,
          replace: true,
          source: { path },
          byteSize: bytes.length,
        },
        signal,
      );
      return undefined;
    } finally {
      await rm(path, { force: true });
    }
  };
}
