import { afterEach, beforeEach, expect, test } from "vitest";
import { type Collector, startCollector } from "../../../test/traces/collector.ts";
import { createLog } from "../log.ts";
import { openOtlpTracer } from "./otlp.ts";
import { getSpan, runInSpan, type SpanStart, type Tracer } from "./tracing.ts";

const CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7";
const SAMPLED = `${CALLER}-01`;
const UNSAMPLED = `${CALLER}-00`;
const START: SpanStart = { name: "work", kind: "internal", attributes: {} };

let collector: Collector;
let tracer: Tracer;
let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
});
afterEach(async () => {
  await tracer.close();
  await collector.close();
});

async function open(variables: Record<string, string> = {}, closeMs?: number): Promise<void> {
  collector = await startCollector(variables);
  const log = createLog("info", { write: (line) => lines.push(JSON.parse(line)) });
  tracer = openOtlpTracer(collector.settings, "1.2.3", log, closeMs);
}

const messages = () => lines.map(({ msg }) => msg);

test("what has ended is sent before it is closed, with what the process says of itself", async () => {
  await open({
    OTEL_SERVICE_NAME: "junctor-eu",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=a%2Cb,k=v",
  });
  const span = tracer.begin(
    { ...START, attributes: { text: "t", number: 7, flag: true, none: undefined } },
    null,
  );
  const part = span.begin({
    ...START,
    name: "part",
    id: "00000000000000ab",
    links: [SAMPLED, "no traceparent"],
  });
  part.fail("TIMEOUT");
  part.end();
  span.end();
  await tracer.close();
  expect(collector.spans.map(({ name }) => name)).toEqual(["part", "work"]);
  const [sentPart, sent] = collector.spans;
  expect(sent).toMatchObject({
    traceId: span.traceId,
    parentId: "",
    attributes: { text: "t", number: 7, flag: true },
    resource: {
      "service.name": "junctor-eu",
      "service.version": "1.2.3",
      "deployment.environment.name": "a,b",
      k: "v",
    },
  });
  expect(sentPart).toMatchObject({
    traceId: span.traceId,
    id: "00000000000000ab",
    parentId: sent?.id,
    hasFailed: true,
    attributes: { "error.type": "TIMEOUT" },
    links: [{ id: "00f067aa0ba902b7" }],
  });
});

test("work within a span is told with its trace, and fails it with what it throws", async () => {
  await open();
  const log = createLog("info", { write: (line) => lines.push(JSON.parse(line)) });
  const span = tracer.begin(START, SAMPLED);
  const failing = runInSpan(span, async () => {
    log.info({ runId: "r" }, "run.failed");
    throw Object.assign(new Error("secret"), { code: "ECONNREFUSED" });
  });
  await expect(failing).rejects.toThrow("secret");
  log.info("run.finished");
  expect(getSpan()).toBeUndefined();
  expect(lines).toMatchObject([{ trace_id: CALLER.slice(3, 35), runId: "r" }, { msg: "run.finished" }]);
  expect(lines[1]).not.toHaveProperty("trace_id");
  const sent = await collector.find("work");
  expect(sent).toMatchObject({ hasFailed: true, attributes: { "error.type": "ECONNREFUSED" } });
  expect(JSON.stringify(sent)).not.toContain("secret");
});

test.each([
  ["parentbased_always_on", "1", { none: true, sampled: true, unsampled: false }],
  ["parentbased_always_off", "1", { none: false, sampled: true, unsampled: false }],
  ["parentbased_traceidratio", "0", { none: false, sampled: true, unsampled: false }],
  // Whatever a caller wants.
  ["always_on", "1", { none: true, sampled: true, unsampled: true }],
  ["traceidratio", "0", { none: false, sampled: false, unsampled: false }],
  ["always_off", "1", { none: false, sampled: false, unsampled: false }],
])("%s with %s decides which traces are recorded", async (sampler, share, recorded) => {
  await open({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share });
  for (const [name, traceparent] of Object.entries({ none: null, sampled: SAMPLED, unsampled: UNSAMPLED })) {
    const span = tracer.begin({ ...START, name }, traceparent);
    // Others are told the decision, and parts follow it.
    expect(span.traceparent.endsWith("-01")).toBe(recorded[name as keyof typeof recorded]);
    span.begin({ ...START, name: "part" }).end();
    span.end();
  }
  await tracer.close();
  const wanted = Object.entries(recorded).flatMap(([name, is]) => (is ? [name, "part"] : []));
  expect(collector.spans.map(({ name }) => name).sort()).toEqual(wanted.sort());
});

test("a trace that is not recorded is passed on as it came, and its parts are itself", async () => {
  await open();
  const span = tracer.begin({ ...START, id: "00000000000000ab" }, UNSAMPLED);
  expect(span).toMatchObject({ isRecorded: false, traceparent: UNSAMPLED });
  expect(span.begin({ ...START, name: "part" })).toBe(span);
});

test("what is learned later replaces what was known before, and is told once", async () => {
  await open();
  const span = tracer.begin({ ...START, attributes: { first: 1, kept: "k" } }, null);
  span.set({ first: 2, later: 3 });
  span.set({ later: 4 });
  span.end();
  await tracer.close();
  expect(collector.spans[0]?.attributes).toEqual({ first: 2, kept: "k", later: 4 });
});

test("between the times, only full requests are sent", async () => {
  await open({ OTEL_BSP_SCHEDULE_DELAY: "60000" });
  const end = (count: number) => {
    for (let n = 0; n < count; n++) tracer.begin(START, null).end();
  };
  end(2048 + 1000);
  await expect.poll(() => collector.spans.length).toBe(2048);
  end(1048);
  await expect.poll(() => collector.spans.length).toBe(4096);
  end(1);
  await tracer.close();
  expect(collector.spans).toHaveLength(4097);
  expect(collector.requests).toHaveLength(3);
});

test("a collector that refuses is told once, and once when it takes spans again", async () => {
  await open();
  collector.answer((response) => response.writeHead(400).end());
  for (let time = 1; time <= 3; time++) {
    const span = tracer.begin(START, null);
    await runInSpan(span, async () => span.end());
    await expect.poll(() => collector.requests.length).toBe(time);
  }
  collector.answer((response) => response.end());
  tracer.begin(START, null).end();
  await expect.poll(messages).toEqual(["tracing.not-sent", "tracing.sent-again"]);
  // Nor do these lines belong to the trace whose end began the sending.
  expect(lines[0]).not.toHaveProperty("trace_id");
});

test("a collector that never answers takes no memory without end, and delays the end for a limited time", async () => {
  await open({}, 50);
  collector.answer(() => {});
  for (let count = 0; count < 20_000; count++) tracer.begin(START, null).end();
  await expect.poll(() => collector.requests.length).toBeGreaterThan(0);
  await tracer.close();
  expect(lines[0]).toMatchObject({ msg: "tracing.not-flushed" });
  const waiting = Number(lines[0]?.spans);
  expect(waiting).toBeGreaterThan(7000);
  expect(waiting).toBeLessThanOrEqual(8192);
});

test("values of any size and sign arrive as they are, long texts shortened", async () => {
  await open();
  const attributes = {
    zero: 0,
    small: 127,
    larger: 128,
    large: Number.MAX_SAFE_INTEGER,
    negative: -1,
    fraction: 0.25,
    yes: true,
    no: false,
    empty: "",
    wide: "ä€😀",
    long: "x".repeat(5000),
  };
  const span = tracer.begin({ ...START, name: "größe", attributes, startedAtMs: 1_767_225_600_000.5 }, null);
  span.end();
  span.end();
  await tracer.close();
  expect(collector.spans).toHaveLength(1);
  // To the microsecond, which a number of milliseconds can hold.
  expect(collector.spans[0]?.startNanos).toMatch(/^1767225600000500\d{3}$/);
  expect(collector.spans[0]).toMatchObject({
    name: "größe",
    attributes: { ...attributes, long: "x".repeat(1000) },
  });
});

test("a collector that is busy is asked again", async () => {
  await open();
  let isBusy = true;
  collector.answer((response) => {
    response.writeHead(isBusy ? 503 : 200).end();
    isBusy = false;
  });
  tracer.begin(START, null).end();
  await expect.poll(() => collector.requests.length).toBe(2);
  await tracer.close();
  expect(messages()).toEqual([]);
});

test("times are those of the clock, and a part lies within its whole", async () => {
  await open();
  const span = tracer.begin(START, null);
  span.begin({ ...START, name: "part" }).end();
  span.end();
  await tracer.close();
  const [part, whole] = collector.spans.map(({ startNanos, endNanos }) => [
    BigInt(startNanos),
    BigInt(endNanos),
  ]);
  expect(Math.abs(Number((whole?.[0] ?? 0n) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  const order = [whole?.[0], part?.[0], part?.[1], whole?.[1]].map(Number);
  expect(order).toEqual(order.toSorted((one, other) => one - other));
});
