import { callPlatform, fileBlob, textOf } from '../call-platform.ts';
import { ChannelFailure } from '../failure.ts';
import type { OutgoingFile, ReplyAddress } from '../platform.ts';
import type { SlackApi } from './api.ts';

/**
 * Uploads a file in three steps (https://docs.slack.dev/messaging/working-with-files): address, bytes, place. Returns
 * the ID of the file.
 */
export async function uploadFile(
  call: SlackApi,
  fetch: typeof globalThis.fetch,
  address: ReplyAddress,
  file: OutgoingFile,
): Promise<string> {
  try {
    const { name: filename, caption: alt_txt, bytes } = file;
    const { upload_url, file_id } = await call('files.getUploadURLExternal', {
      filename,
      length: bytes.length,
      alt_txt: alt_txt.slice(0, 1000),
    });
    const sent = await callPlatform({ label: 'Slack', fetch, url: textOf(upload_url), body: fileBlob(file) });
    if (sent.status >= 300) throw new ChannelFailure('refused', `Slack says ${sent.status} to a file.`);
    const files = [{ id: textOf(file_id), title: filename }];
    await call('files.completeUploadExternal', { files, channel_id: address.channel, thread_ts: address.thread });
    return textOf(file_id);
  } catch (error) {
    // A bot without files:write can still describe it in words.
    if (error instanceof ChannelFailure && error.message.includes('missing_scope'))
      throw new ChannelFailure('refused', error.message);
    throw error;
  }
}
