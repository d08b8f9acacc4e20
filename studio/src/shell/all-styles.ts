import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
