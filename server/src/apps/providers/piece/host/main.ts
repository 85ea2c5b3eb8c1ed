import { createRequire } from "node:module";
import { parseJson } from "../../../../platform/json/parse-json.ts";
import { MAX_ANSWER_BYTES, type PieceFailure, type PieceQuestion, type PieceReply } from "../messages.ts";
import type { Piece } from "../piece.ts";
import { handlePieceRequest } from "./answer.ts";
import { toPieceFailure } from "./failure.ts";
import { clearEnvironment } from "./freeze-environment.ts";
import { restrictProcess } from "./guard-process.ts";
import { restrictSockets } from "./guard-sockets.ts";

/**
 * The process of one piece. Pieces are third-party code: they get an environment that is empty and cannot be changed
 * (they tend to switch off TLS verification there), sockets with the guard's rules, and no output. Arguments: the
 * piece's folder, its package name, and the list of allowed hosts.
 */
function main([folder = "", name = "", allow = ""]: readonly string[]): void {
  clearEnvironment();
  restrictSockets(allow);
  restrictProcess();
  // Nobody is left to reply to.
  process.on("disconnect", () => process.exit(0));
  // An unhandled rejection in a piece must not end the other calls.
  process.on("unhandledRejection", () => {});
  let piece: Piece | undefined;
  process.on("message", (text: string) => {
    const question: PieceQuestion = parseJson(text);
    void reply(() => {
      piece ??= loadPiece(folder, name);
      return piece;
    }, question);
  });
}

async function reply(load: () => Piece, { id, request }: PieceQuestion): Promise<void> {
  try {
    send(`{"id":${id},"value":${toSentText(await handlePieceRequest(load(), request))}}`);
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
function toSentText(value: unknown): string {
  const text = JSON.stringify(value) ?? "null";
  if (Buffer.byteLength(text) <= MAX_ANSWER_BYTES) return text;
  const failure: PieceFailure = { message: "The answer is larger than 10 MiB." };
  throw failure;
}

/** The first export that looks like a piece. */
function loadPiece(folder: string, name: string): Piece {
  const exported: Record<string, unknown> = createRequire(`${folder}/package.json`)(name);
  const found = Object.values(exported).find(isPiece);
  if (found === undefined) throw new Error(`The package ${name} contains no piece.`);
  return found;
}

function isPiece(value: unknown): value is Piece {
  if (typeof value !== "object" || value === null) return false;
  return "displayName" in value && "_actions" in value && typeof value._actions === "object";
}

main(process.argv.slice(2));
