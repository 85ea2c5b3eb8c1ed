import { useCallback, useEffect, useState } from "react";

/**
 * Gives the focus back to what opened a dialogue that is there only while it is open: Mantine does so where it sees the
 * dialogue close, not where it is taken away. What it returns does so at once, for a dialogue that opens another one.
 */
export function useReturnFocus(): () => void {
  const [opener] = useState(() => document.activeElement);
  const returnFocus = useCallback(() => {
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
  }, [opener]);
  useEffect(
    () => () => {
      // After the dialogue has let go of the focus.
      setTimeout(() => {
        const isLost = document.activeElement === null || document.activeElement === document.body;
        if (isLost) returnFocus();
      });
    },
    [returnFocus],
  );
  return returnFocus;
}
