import { VisuallyHidden } from "@mantine/core";
import { LINKS } from "../words/parts/links.ts";
import classes from "./shell.module.css";
import { useWaiting } from "./use-waiting.ts";

/** How many approvals are pending, beside their entry in the navigation; nothing while there are none. */
export function WaitingCount() {
  const count = useWaiting() ?? 0;
  if (count === 0) return null;
  return (
    <span className={classes.count}>
      {count.toLocaleString("en")}
      <VisuallyHidden>{LINKS.pending}</VisuallyHidden>
    </span>
  );
}
