import { useRef } from "react";
import { moved } from "../schema.ts";

/**
 * Keys for rows that have none of their own, so that a field keeps its cursor when other rows are added, removed or
 * moved.
 */
export function useRowKeys(count: number) {
  const keys = useRef<readonly number[]>([]);
  const next = useRef(0);
  // External changes add and remove rows at the end.
  if (keys.current.length > count) keys.current = keys.current.slice(0, count);
  while (keys.current.length < count) keys.current = [...keys.current, next.current++];
  return {
    of: (index: number) => keys.current[index] ?? index,
    remove: (index: number) => {
      keys.current = keys.current.toSpliced(index, 1);
    },
    move: (index: number, by: number) => {
      keys.current = moved(keys.current, index, by);
    },
  };
}
