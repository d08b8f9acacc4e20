import './all-styles.ts';
import { Notifications } from '@mantine/notifications';

/** Short messages at the edge; not needed for the first look at a page. */
export default function Messages() {
  return <Notifications position="bottom-right" limit={4} />;
}
