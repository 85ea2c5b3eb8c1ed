import { expect, test } from "vitest";
import type { Piece, PieceAppEvents } from "../piece.ts";
import { listListeners, readAppEvent } from "./app-events.ts";

const pieceWith = (events: PieceAppEvents): Piece => ({ displayName: "App", _actions: {}, events });
const question = {
  verb: "identify",
  url: "https://junctor.example.com/hook",
  secret: "secret",
  request: { method: "POST", query: {}, headers: {}, body: "" },
} as const;
const event = { event: "message", identifierValue: "T1" };

test("an event counts only if the piece says plainly that it is verified", () => {
  const found = { listener: { event: "message", identifier: "T1" } };
  const withVerify = (verify: PieceAppEvents["verify"]) =>
    readAppEvent(pieceWith({ parseAndReply: () => event, verify }), question, {});
  expect(withVerify(() => true)).toEqual(found);
  const throwing = () => {
    throw new Error("There is no such header.");
  };
  // A piece may answer a promise, which is not an answer yet.
  const late = (async () => false) as unknown as () => boolean;
  for (const verify of [() => false, throwing, undefined, late])
    expect(() => withVerify(verify)).toThrow("could not be verified");
});

test("an event's name is text, as its owner is: without one a request is of nobody", () => {
  const readWith = (found: object) =>
    readAppEvent(
      pieceWith({ parseAndReply: () => ({ ...event, ...found }), verify: () => true }),
      question,
      {},
    );
  expect(readWith({ event: 7, identifierValue: 8 })).toEqual({ listener: { event: "7", identifier: "8" } });
  for (const name of [undefined, null, "", {}, ["message"]]) expect(readWith({ event: name })).toEqual({});
});

test("before that, nothing leads a piece to send something: no address begins with the server's", () => {
  let seen = "";
  const parseAndReply: PieceAppEvents["parseAndReply"] = (context) => {
    seen = (context as { server: { publicUrl: string } }).server.publicUrl; // as pieces read it
    return {};
  };
  readAppEvent(pieceWith({ parseAndReply }), question, {});
  expect("https://anything.example.com".startsWith(seen)).toBe(false);
});

test("a reply without an event is passed on, as text or JSON; an event's too", () => {
  const replyOf = (body: unknown, headers = {}) =>
    readAppEvent(pieceWith({ parseAndReply: () => ({ reply: { body, headers } }) }), question, {}).reply;
  expect(replyOf("abc")).toEqual({ status: 200, type: "text/plain; charset=utf-8", body: "abc" });
  expect(replyOf({ a: 1 })).toMatchObject({ type: "application/json; charset=utf-8", body: '{"a":1}' });
  expect(replyOf("<x/>", { "Content-Type": "text/xml" })).toMatchObject({ type: "text/xml" });
});

test("a trigger listens to its events for one account, which it must name", () => {
  expect(listListeners({ events: ["a", "b"], identifierValue: 7 })).toEqual([
    { event: "a", identifier: "7" },
    { event: "b", identifier: "7" },
  ]);
  for (const identifierValue of [undefined, null, "", {}])
    expect(() => listListeners({ events: ["a"], identifierValue })).toThrow("does not say which account");
});
