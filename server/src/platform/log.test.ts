import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLog, LOG_AREAS, type LogLevels } from "./log.ts";

function logOf(given: Parameters<typeof createLog>[0]) {
  const lines: string[] = [];
  const log = createLog(given, { write: (line) => lines.push(JSON.parse(line).msg) });
  return { log, lines };
}

const LEVELS: LogLevels = {
  level: "warn",
  areas: new Map([
    ["queue", "debug"],
    ["webhook", "silent"],
  ]),
};

test("an area with a level of its own logs from that level, the others from the general one", () => {
  const { log, lines } = logOf(LEVELS);
  log.debug({ id: 1 }, "queue.looked");
  log.trace({ id: 1 }, "queue.traced");
  log.fatal({ id: 1 }, "webhook.lost");
  log.info({ id: 1 }, "run.resumed");
  log.warn("run.parked");
  log.child({ reqId: "r" }).debug("queue.of-child");
  log.info("without an area");
  log.error({ id: 1 });
  expect(lines).toEqual(["queue.looked", "run.parked", "queue.of-child", undefined]);
});

test("without areas the level is for all", () => {
  const { log, lines } = logOf("warn");
  log.info("queue.looked");
  log.warn("queue.slow");
  expect(lines).toEqual(["queue.slow"]);
});

test("every event's name begins with an area, every area has an event, and the guide lists them", () => {
  const folder = join(import.meta.dirname, "..");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"))
    .map((path) => readFileSync(join(folder, path), "utf8"));
  const call =
    /\blog\??\.(?:fatal|error|warn|info|debug|trace)\((?:[^()"]|\([^()]*\)|"[^".]*")*"([a-z-]+)\.[a-z-]+"/g;
  const areas = new Set(sources.flatMap((source) => [...source.matchAll(call)].map(([, area]) => area)));
  expect([...areas].toSorted()).toEqual([...LOG_AREAS].toSorted());
  const guide = readFileSync(join(folder, "../../docs/self-hosting.md"), "utf8");
  const named = /The areas are ([^.]*)\./.exec(guide)?.[1]?.match(/[a-z-]+(?=`)/g);
  expect(named).toEqual(LOG_AREAS);
});
