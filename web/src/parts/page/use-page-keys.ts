import { useHotkeys } from "@mantine/hooks";

const AFTER_G_MS = 1000;
let pressedGMs = Number.NEGATIVE_INFINITY;

/**
 * Keys of the page: they work while nobody types and no dialog is open. `g o` is the o after a g, which is then not
 * the plain o.
 */
export function usePageKeys(
  keys: readonly (readonly [keys: string, act: (event: KeyboardEvent) => void])[],
): void {
  useHotkeys(
    keys.map(([keys, act]) => {
      const key = keys.replace(/^g /, "");
      const isSecond = key !== keys;
      return [
        key,
        (event) => {
          const isAfterG = event.timeStamp - pressedGMs < AFTER_G_MS;
          if (isAfterG !== isSecond || isCovered()) return;
          if (isSecond) forgetG();
          act(event);
        },
      ];
    }),
  );
}

/** Records that g was pressed, the first of two keys: when it was pressed, however late a busy page handles it. */
export function pressG({ timeStamp }: KeyboardEvent): void {
  pressedGMs = timeStamp;
}

/** Not at once: other handlers of the same key must still know. A g pressed meanwhile is another one. */
function forgetG(): void {
  const usedMs = pressedGMs;
  setTimeout(() => {
    if (pressedGMs === usedMs) pressedGMs = Number.NEGATIVE_INFINITY;
  });
}

function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
