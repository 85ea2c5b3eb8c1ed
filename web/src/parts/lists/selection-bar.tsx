import { type ReactNode, useState } from "react";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import type { Selection } from "./use-list-keys.ts";

const ChosenBar = loadedWhenShown(() => import("./chosen-bar.tsx").then((file) => file.ChosenBar));

/** What can be done with the rows that are chosen, and how many they are; loaded with the first choice. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const [isUsed, setUsed] = useState(false);
  // Stays from then on: it leaves by itself when nothing is chosen any more.
  if (selection.ids.size > 0 && !isUsed) setUsed(true);
  return isUsed ? <ChosenBar selection={selection}>{children}</ChosenBar> : null;
}
