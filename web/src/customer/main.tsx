import "@fontsource-variable/inter";
import "@fontsource-variable/jetbrains-mono";
import "@mantine/core/styles.css";
import "../base.css";
import "./customer.css";
import { speak } from "../words/customer/speak.ts";
import { readVisit } from "./visit.ts";

const root = document.getElementById("root");
if (root) void open(root);

/** Shows the editor in the customer's language. */
async function open(element: HTMLElement): Promise<void> {
  const visit = readVisit(element);
  await speak(visit.language);
  // Not earlier: modules read words while they load.
  const { openEditor } = await import("./open-editor.tsx");
  openEditor(element, visit);
}
