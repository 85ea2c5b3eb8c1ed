import { afterEach, expect, test } from "vitest";
import { createImportThreads, type ImportThreads } from "./run-import.ts";

const open: ImportThreads[] = [];
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close();
});

function createThreads(): ImportThreads {
  const threads = createImportThreads();
  open.push(threads);
  return threads;
}

const split = (threads: ImportThreads, source: string) => threads.run({ kind: "split", source });
const bodyOf = (name: string) => JSON.stringify({ slug: name, document: { openapi: "3.1.0" } });
const answerTo = (name: string) => ({ kind: "split", body: { kind: "members", members: { slug: name } } });

test("jobs one after the other get their own answers, also after a refusal and after a large document", async () => {
  const threads = createThreads();
  expect(await split(threads, bodyOf("one"))).toMatchObject(answerTo("one"));
  expect(await split(threads, "{")).toMatchObject({ kind: "refused" });
  expect(await split(threads, bodyOf("two"))).toMatchObject(answerTo("two"));
  const large = JSON.stringify({ slug: "large", document: { info: "x".repeat(2 ** 21) } });
  expect(await split(threads, large)).toMatchObject(answerTo("large"));
  expect(await split(threads, bodyOf("three"))).toMatchObject(answerTo("three"));
});

test("of eleven jobs at once ten are carried out, and the last is refused", async () => {
  const threads = createThreads();
  const names = Array.from({ length: 11 }, (_, index) => `n${index}`);
  const replies = await Promise.allSettled(names.map((name) => split(threads, bodyOf(name))));
  expect(replies.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill("fulfilled"));
  expect(replies.slice(0, 10).map((reply) => reply.status === "fulfilled" && reply.value)).toMatchObject(
    names.slice(0, 10).map(answerTo),
  );
  expect(replies[10]).toMatchObject({ status: "rejected", reason: { message: /^Too many documents/ } });
});
