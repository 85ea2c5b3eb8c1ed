import { useHotkeys } from "@mantine/hooks";

const AFTER_G_MS = 1000;
let pressedGMs = Number.NEGATIVE_INFINITY;

/**
 * Keys of the page: they count while nobody types and no dialogue lies above it. `g o` is the o after a g, which is then
 * not the o of others.
 */
export function usePageKeys(keys: readonly (readonly [keys: string, act: () => void])[]): void {
  useHotkeys(
    keys.map(([keys, act]) => {
      const key = keys.replace(/^g /, "");
      const isSecond = key !== keys;
      return [
        key,
        () => {
          const isAfterG = performance.now() - pressedGMs < AFTER_G_MS;
          if (isAfterG !== isSecond || isCovered()) return;
          // Not at once: others, who hear of the same key next, must still know.
          if (isSecond) setTimeout(() => (pressedGMs = Number.NEGATIVE_INFINITY));
          act();
        },
      ];
    }),
  );
}

/** Says that g was pressed, the first of two keys. */
export function pressG(): void {
  pressedGMs = performance.now();
}

function isCovered(): boolean {
  return document.querySelector('[aria-modal="true"]') !== null;
}
