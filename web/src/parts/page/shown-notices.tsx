import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

export function ShownNotices() {
  return <Notifications position="bottom-right" autoClose={5000} />;
}
