interface Message {
  title?: string;
  message: string;
  color: 'teal' | 'red';
  autoClose?: number;
}

/** Shows a short message at the edge of the page. */
export async function tell(message: Message): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ ...message });
}
