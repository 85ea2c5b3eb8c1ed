import { type ComponentType, type ReactNode, useEffect, useState } from "react";

/**
 * A component whose code is loaded when it is first shown; until then `fallback` takes its place. Without `lazy` and
 * Suspense, because React delays the replacement of a fallback until 300 ms after the last one was shown.
 */
export function loadedWhenShown<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [Shown, setShown] = useState(() => loaded);
    useEffect(() => {
      const show = (component: ComponentType<Props>) => {
        loaded = component;
        setShown(() => component);
      };
      // An error thrown during rendering reaches the page's error boundary.
      const fail = (error: unknown) =>
        setShown(() => {
          throw error;
        });
      load().then(show, fail);
    }, []);
    return Shown ? <Shown {...props} /> : fallback;
  };
}
