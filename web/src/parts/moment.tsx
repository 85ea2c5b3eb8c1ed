import { Tooltip } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { ago, exactly, lasting } from "./time-words.ts";

const AGAIN_MS = 15_000;

/** When something was or will be: relative to now, exact where one points. */
export function Moment({ at }: { at: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), AGAIN_MS, { autoInvoke: true });
  if (!at) return <span className="muted">–</span>;
  return (
    <Tooltip label={exactly(at)}>
      <time dateTime={at} style={{ whiteSpace: "nowrap" }}>
        {ago(new Date(at).getTime(), now)}
      </time>
    </Tooltip>
  );
}

/** How long something took. */
export function Duration({ ms }: { ms: number | null | undefined }) {
  return (
    <span className="number" style={{ whiteSpace: "nowrap" }}>
      {ms === null || ms === undefined ? "–" : lasting(ms)}
    </span>
  );
}
