import { useWindowEvent } from "@mantine/hooks";

/**
 * Moves the focus from a menu item to the menu's button before the item acts: a dialog that it opens returns the
 * focus to the focused element, and the item no longer exists by then.
 */
export function useMenuFocus(): void {
  useWindowEvent("click", focusButton, { capture: true });
}

function focusButton({ target }: MouseEvent): void {
  const menu = (target as Element).closest("[role=menuitem]")?.closest("[role=menu]");
  const button = menu?.getAttribute("aria-labelledby");
  if (button) document.getElementById(button)?.focus({ preventScroll: true });
}
