import { useWindowEvent } from "@mantine/hooks";

/**
 * Moves the focus from an item of a menu to the button of the menu before the item acts: a dialogue that it opens gives the
 * focus back to what had it, and the item is gone by then.
 */
export function useMenuFocus(): void {
  useWindowEvent("click", focusButton, { capture: true });
}

function focusButton({ target }: MouseEvent): void {
  const menu = (target as Element).closest("[role=menuitem]")?.closest("[role=menu]");
  const button = menu?.getAttribute("aria-labelledby");
  if (button) document.getElementById(button)?.focus({ preventScroll: true });
}
