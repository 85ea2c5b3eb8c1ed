import { type Change, type ChangeKind, JunctorError, listenAsOperator } from "@junctor/sdk";
import { useDocumentVisibility } from "@mantine/hooks";
import { useEffect, useRef } from "react";
import { useEnvironment } from "../shell/use-environment.ts";

interface Listener {
  /** Called with every change, also with a `reset`: then what is shown must be read anew. */
  readonly onChange: (change: Change) => void;
  /** Called with whether changes are told; where they are not, whoever wants to know must ask. */
  readonly onLive: (isLive: boolean) => void;
}

/**
 * Hears of what changes in the environment while the page is seen: browsers hold few connections open to one server, so
 * that hidden pages must not take them. `kinds` must be the same list at each call.
 */
export function useChanges(kinds: readonly ChangeKind[], listener: Listener): void {
  const environment = useEnvironment();
  const isSeen = useDocumentVisibility() === "visible";
  const told = useRef(listener);
  told.current = listener;
  useEffect(() => {
    if (!isSeen) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const listen = async () => {
      const changes = listenAsOperator({ baseUrl: location.origin, environment }, { kinds, signal });
      told.current.onLive(true);
      try {
        // What happened while nobody listened is not told.
        told.current.onChange({ kind: "reset" });
        for await (const change of changes) told.current.onChange(change);
      } catch (error) {
        if (!(error instanceof JunctorError)) throw error;
      } finally {
        told.current.onLive(false);
      }
    };
    listen();
    return () => leaving.abort();
  }, [environment, isSeen, kinds]);
}
