import type { Json } from "../../../../platform/json/json.ts";
import type { DemandReply, PieceDemand, PieceDemandMessage } from "../messages.ts";
import { PieceError } from "./failure.ts";

/** What the pieces of this process want from Junctor. */
export interface Demands {
  /** Throws `PieceError` if Junctor refuses. */
  send(requestId: number, demand: PieceDemand): Promise<Json>;
  settle(reply: DemandReply): void;
}

/** Demands that are sent as messages, each of which gets a reply. */
export function createDemands(send: (message: PieceDemandMessage) => void): Demands {
  const waiting = new Map<number, (reply: DemandReply) => void>();
  let lastId = 0;
  return {
    send: (id, demand) =>
      new Promise((resolve, reject) => {
        const demandId = ++lastId;
        waiting.set(demandId, (reply) => {
          waiting.delete(demandId);
          if ("refusal" in reply) reject(new PieceError("input", reply.refusal));
          else resolve(reply.value);
        });
        send({ id, demandId, demand });
      }),
    settle: (reply) => waiting.get(reply.demandId)?.(reply),
  };
}
