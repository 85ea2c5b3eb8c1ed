import type { Reply } from "@junctor/sdk";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useRead } from "../../../api/use-api.ts";
import { AFTER_CHANGES } from "../application.ts";

/** Where pieces are read, and what is read again after one has changed. */
export const PIECES_PATH = "/api/v2/public/pieces";
export const PIECE_PATH = "/api/v2/public/pieces/{slug}";
export const AFTER_PIECE_CHANGES = [PIECES_PATH, ...AFTER_CHANGES] as const;

export type ShownPiece = Reply<"get", typeof PIECE_PATH>;

const POLL_MS = 1000;

/** Whether it is being installed, or updated. */
export function isInstalling(piece: ShownPiece | undefined): boolean {
  return piece?.install?.status === "installing";
}

/** A piece, read again while it is being installed; when that has ended, so are the applications. */
export function usePiece(slug: string) {
  const queries = useQueryClient();
  const read = useRead(
    PIECE_PATH,
    { path: { slug } },
    { everyMs: (last) => (isInstalling(last) ? POLL_MS : undefined) },
  );
  const isUnderWay = isInstalling(read.data);
  const wasUnderWay = useRef(false);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay) {
      const paths: readonly string[] = AFTER_CHANGES;
      void queries.invalidateQueries({
        predicate: ({ queryKey: [, path] }) => paths.some((one) => String(path).startsWith(one)),
      });
    }
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, queries]);
  return read;
}
