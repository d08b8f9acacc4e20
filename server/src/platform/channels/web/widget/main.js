import { Connection } from './connection.js';
import { Panel } from './panel.js';

// One line on a page loads it: <script src="https://…/api/channels/bot_…/widget.js" async></script>

const base = new URL('.', document.currentScript.src).href.replace(/\/$/, '');

function start() {
  let isLooking = false;
  const connection = new Connection(base, {
    messages: ({ messages, busy }) => {
      panel.show(messages);
      if (!busy) panel.preview('');
    },
    preview: ({ text }) => panel.preview(text),
    trouble: report,
  });
  const panel = new Panel({
    async onOpen() {
      if (isLooking) return;
      isLooking = true;
      try {
        const look = await connection.visit();
        panel.look(look);
        if (look.greeting) panel.show([{ id: 'greeting', role: 'assistant', text: look.greeting }]);
        panel.notice('');
        await connection.follow();
      } catch (error) {
        isLooking = false;
        report(error);
      }
    },
    async onSend(text) {
      panel.notice('');
      panel.preview(null);
      try {
        if (!connection.hasVisited) await connection.visit();
        await connection.send(text);
      } catch (error) {
        panel.preview('');
        report(error);
      }
    },
  });
  panel.look({ title: 'Chat', placeholder: 'Ask a question' });

  function report({ status }) {
    const sentences = { 429: 'That is too fast. Please wait a moment.', 403: 'This chat is not allowed on this page.' };
    panel.notice(sentences[status] ?? 'The assistant cannot be reached just now. Please try again.');
  }
}

if (document.body) start();
else addEventListener('DOMContentLoaded', start);
