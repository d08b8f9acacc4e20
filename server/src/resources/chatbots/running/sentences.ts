/** The chatbot's own sentences; params replace some of them. */
export const sentences = {
  greeting: 'Hello! Ask me anything.',
  reset: 'I have forgotten what we said. What can I do for you?',
  overLimit: 'That is faster than I can answer. Please wait a moment.',
  apology: 'I am sorry, I could not answer that. Please try again later.',
  handover: 'I cannot answer that, so I have asked a person to.',
  empty: 'I have no answer to that.',
  ungrounded: 'Not all of this follows from what I looked up, so it may be wrong.',
  help: 'Ask me in your own words. /new lets me forget what we said, /sources tells what my last answer rests on.',
  noSources: 'My last answer names no source.',
  attachment: (what: string) => `I can read only text, not ${what || 'this'}. What would you like to know?`,
};
