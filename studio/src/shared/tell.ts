import { part } from './part.ts';

const loadNotifications = part(() => import('@mantine/notifications'));

interface Message {
  title?: string;
  message: string;
  color: 'teal' | 'red' | 'yellow';
  autoClose?: number;
}

/** Shows a short message at the edge of the page. */
export async function tell(message: Message): Promise<void> {
  const { notifications } = await loadNotifications();
  notifications.show({ ...message });
}
