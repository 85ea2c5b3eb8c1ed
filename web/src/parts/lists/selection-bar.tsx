import { type ReactNode, useState } from "react";
import { loadedWhenShown } from "../page/loaded-when-shown.tsx";
import type { Selection } from "./use-list-keys.ts";

const ChosenBar = loadedWhenShown(() => import("./chosen-bar.tsx").then((file) => file.ChosenBar));

/** The commands for the selected rows, and their number; loaded with the first selection. */
export function SelectionBar({ selection, children }: { selection: Selection; children: ReactNode }) {
  const [isUsed, setUsed] = useState(false);
  // Mounted from then on: it hides itself when nothing is selected.
  if (selection.ids.size > 0 && !isUsed) setUsed(true);
  return isUsed ? <ChosenBar selection={selection}>{children}</ChosenBar> : null;
}
