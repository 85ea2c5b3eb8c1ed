import { useCallback, useEffect, useRef } from "react";

/**
 * Runs what changes the layout when a field loses the focus: at once after a key, but after the click if the pointer is
 * pressed. Otherwise a button moves away between press and release, and its click is lost.
 */
export function useAfterPress(): (change: () => void) => void {
  const isPressed = useRef(false);
  const waiting = useRef<() => void>(undefined);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    // The click follows in the same task.
    const release = () => {
      isPressed.current = false;
      const change = waiting.current;
      waiting.current = undefined;
      if (change) setTimeout(change);
    };
    const listening = new AbortController();
    const options = { capture: true, signal: listening.signal };
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", release, options);
    document.addEventListener("pointercancel", release, options);
    return () => listening.abort();
  }, []);
  return useCallback((change) => {
    if (isPressed.current) waiting.current = change;
    else change();
  }, []);
}
