import { useNotifications } from "@mantine/notifications";
import { useRef } from "react";
import { loadedWhenShown } from "./loaded-when-shown.tsx";

const Shown = loadedWhenShown(() => import("./shown-notices.tsx").then((file) => file.ShownNotices));

/** Where `tell` and `tellProblem` show their messages: the code is loaded with the first of them. */
export function Notices() {
  const { notifications } = useNotifications();
  const isWanted = useRef(false);
  isWanted.current ||= notifications.length > 0;
  return isWanted.current && <Shown />;
}
