import { IconAlertTriangle } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLostAt } from "../api/connection.ts";
import { sessionQuery } from "../api/session.ts";
import { timeOf } from "../parts/time/time-words.ts";
import { SHELL } from "../words/shell.ts";
import classes from "./shell.module.css";

const AGAIN_MS = 3000;

/** While the server does not answer: since when, under the header. Asks until it does, and then has all read again. */
export function LostLine() {
  const queries = useQueryClient();
  const lostAt = useLostAt();
  const wasLost = useRef(false);
  const isLost = lostAt !== undefined;
  useQuery({ ...sessionQuery, refetchInterval: isLost && AGAIN_MS });
  useEffect(() => {
    if (wasLost.current && !isLost)
      // Steady lists stay under the pointer, unless there is only an error in their place.
      queries.invalidateQueries({ predicate: ({ meta, state }) => !meta?.isSteady || state.error !== null });
    wasLost.current = isLost;
  }, [isLost, queries]);
  return (
    <div role="status" className={classes.lost} hidden={!lostAt}>
      {lostAt && (
        <>
          <IconAlertTriangle size={16} aria-hidden />
          {SHELL.lost(timeOf(lostAt))}
        </>
      )}
    </div>
  );
}
