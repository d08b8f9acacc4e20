import './all-styles.ts';
import { Notifications } from '@mantine/notifications';

/** Short messages at the edge; loaded after the first page is shown. */
export function Messages() {
  return <Notifications position="bottom-right" limit={4} />;
}
