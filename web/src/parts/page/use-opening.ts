import { useEffect } from "react";
import { useFilters } from "../lists/use-filters.ts";

/** Opens a dialogue where the address asks for it by `?open=<name>`, and takes that out of the address. */
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
