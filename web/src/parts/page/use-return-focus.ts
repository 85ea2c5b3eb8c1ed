import { useCallback, useEffect, useState } from "react";

/**
 * Returns the focus to the element that opened a dialog which is mounted only while it is open: Mantine does so when
 * the dialog closes, but not when it is unmounted. The returned function does it at once, for a dialog that opens
 * another one.
 */
export function useReturnFocus(): () => void {
  const [opener] = useState(() => document.activeElement);
  const returnFocus = useCallback(() => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, [opener]);
  useEffect(
    () => () => {
      // After the dialog has released the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost) returnFocus();
      });
    },
    [returnFocus],
  );
  return returnFocus;
}
