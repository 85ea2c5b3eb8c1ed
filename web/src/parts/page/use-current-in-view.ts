import { type RefObject, useEffect, useRef } from "react";

/** For a list of tabs or links in one line: the current one is in view, even if the screen is narrow. */
export function useCurrentInView<List extends HTMLElement>(current: string): RefObject<List | null> {
  const list = useRef<List>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    const shown = list.current?.querySelector("[aria-current], [data-active]");
    shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  return list;
}
