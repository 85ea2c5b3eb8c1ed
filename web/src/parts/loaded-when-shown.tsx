import { type ComponentType, lazy, type ReactNode, Suspense } from "react";

/** A component whose code is loaded when it is first shown: until then `fallback` stands in its place. */
export function loadedWhenShown<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props) => (
    <Suspense fallback={fallback}>
      <Loaded {...props} />
    </Suspense>
  );
}
