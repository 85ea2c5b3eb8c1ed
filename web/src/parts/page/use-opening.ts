import { useEffect } from "react";
import { useFilters } from "./use-filters.ts";

/** Opens a dialog if the URL asks for it with `?open=<name>`, and removes that from the URL. */
export function useOpening(name: string, open: () => void): void {
  const { filters, change } = useFilters(["open"]);
  const isAsked = filters.open === name;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each time that it is asked for
  useEffect(() => {
    if (!isAsked) return;
    change({ open: undefined });
    open();
  }, [isAsked]);
}
