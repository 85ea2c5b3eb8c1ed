import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLostAt } from "../api/connection.ts";
import { sessionQuery } from "../api/session.ts";
import { getTime } from "../parts/time/time-words.ts";
import { SHELL } from "../words/shell.ts";
import classes from "./shell.module.css";

const AGAIN_MS = 3000;

/**
 * Shown under the header while the server does not respond: since when. Polls until it does, and then reads
 * everything again.
 */
export function LostLine() {
  const queries = useQueryClient();
  const lostAt = useLostAt();
  const wasLost = useRef(false);
  const isLost = lostAt !== undefined;
  useQuery({ ...sessionQuery, refetchInterval: isLost && AGAIN_MS });
  useEffect(() => {
    if (wasLost.current && !isLost)
      // Steady lists do not move, unless they only show an error.
      queries.invalidateQueries({ predicate: ({ meta, state }) => !meta?.isSteady || state.error !== null });
    wasLost.current = isLost;
  }, [isLost, queries]);
  return (
    <div role="status" className={classes.lost} hidden={!lostAt}>
      {lostAt && (
        <>
          <IconAlertTriangle size={16} aria-hidden />
          {SHELL.lost(getTime(lostAt))}
        </>
      )}
    </div>
  );
}
