import { parseJson } from "../../../../platform/json/parse-json.ts";
import {
  type DemandReply,
  MAX_ANSWER_BYTES,
  type PieceDemand,
  type PieceFailure,
  type PieceQuestion,
  type PieceReply,
} from "../messages.ts";
import type { Piece } from "../piece.ts";
import { handlePieceRequest } from "./answer.ts";
import { createDemands, type Demands } from "./demands.ts";
import { toPieceFailure } from "./failure.ts";
import { createStoredFiles } from "./files.ts";
import { clearEnvironment } from "./freeze-environment.ts";
import { restrictProcess } from "./guard-process.ts";
import { restrictSockets } from "./guard-sockets.ts";
import { createAccountStore } from "./key-value-store.ts";
import { loadPiece } from "./load-piece.ts";

/**
 * The process of one piece. Pieces are third-party code: they get an environment that is empty and cannot be changed
 * (they tend to switch off TLS verification there), sockets with the guard's rules, and no output. Arguments: the
 * piece's folder, its package name, the hash of its code, and the list of allowed hosts.
 */
function main([folder = "", packageName = "", hash = "", allow = ""]: readonly string[]): void {
  clearEnvironment();
  restrictSockets(allow);
  restrictProcess();
  // Nobody is left to reply to.
  process.on("disconnect", () => process.exit(0));
  // An unhandled rejection in a piece must not end the other calls.
  process.on("unhandledRejection", () => {});
  let piece: Piece | undefined;
  const load = () => {
    piece ??= loadPiece({ folder, packageName, hash });
    return piece;
  };
  const demands = createDemands((message) => send(JSON.stringify(message)));
  process.on("message", (text: string) => {
    const message: PieceQuestion | DemandReply = parseJson(text);
    if ("demandId" in message) demands.settle(message);
    else void reply(load, demands, message);
  });
}

async function reply(load: () => Piece, demands: Demands, { id, request }: PieceQuestion): Promise<void> {
  try {
    const demand = (wanted: PieceDemand) => demands.send(id, wanted);
    const files = createStoredFiles(demand);
    const result = await handlePieceRequest(load(), request, { files, store: createAccountStore(demand) });
    send(`{"id":${id},"value":${toSentText(result, files.replace)}}`);
  } catch (error) {
    const failed: PieceReply = { id, failure: toPieceFailure(error) };
    send(JSON.stringify(failed));
  }
}

/** Messages are texts, because the channel itself would round numbers (D442). */
function send(reply: string): void {
  process.send?.(reply);
}

/** The JSON of a result, which may contain dates, functions or cycles. */
function toSentText(value: unknown, replace: (member: unknown) => unknown): string {
  const text = JSON.stringify(value, (_name, member) => replace(member)) ?? "null";
  if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES) return text;
  const failure: PieceFailure = { message: "The answer is larger than 10 MiB." };
  throw failure;
}

main(process.argv.slice(2));
