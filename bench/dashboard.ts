// What the dashboard costs: how long until a page is usable beside a million executions, how a long list scrolls, how
// an execution of 500 steps opens, and how much server memory 2,000 page loads leave in use. Run it with `npm run
// bench:dashboard`; it needs PostgreSQL, Chromium and `npm run build:web`.
import { setTimeout as pause } from "node:timers/promises";
import { publishEcho, startBench, webhookUrlOf } from "./engine-set-up.ts";
import { fillExecutions } from "./lists/fill-executions.ts";
import { MORE, measureLoads, type PageRequest } from "./load/page-loads.ts";
import { clickUntil, framesOf, launchChromium, pageOpener, signInOwner, whenShown } from "./pages.ts";
import { median, printTable } from "./processes.ts";

const EXECUTIONS = 1_000_000;
const RECENT = 2000;
const STEPS = 500;
const NODES = 200;
const ROUNDS = 7;
const LOADS = 2000;
const SCROLL_S = 10;

const ROWS = "main tbody tr[aria-rowindex]";
const TIMELINE = 'section[aria-label="Timeline"] button';
const GRAPH = 'main .react-flow__node, main ol[aria-label="Steps of the workflow"] li';

interface Figure {
  readonly what: string;
  readonly ms: readonly number[];
  readonly targetMs: number;
}

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:dashboard`.");
const bench = await startBench({ serverUrl });
const browser = await launchChromium();
try {
  await run();
} finally {
  await browser.close();
  await bench.close();
}

async function run(): Promise<void> {
  const cookie = await signInOwner(bench);
  // Measured before the database is filled, so that the memory is that of page loads alone.
  const loads = await measureLoads(bench.server, LOADS, await recordLoad(cookie));
  await fillExecutions(bench, EXECUTIONS);
  await runRecent();
  const long = await runLong();
  const figures = [
    await measureCold(cookie, "/app/test", "main .recharts-surface", 1500),
    await measureFromOverview(cookie, "/executions", ROWS, 300),
    await measureCold(cookie, "/app/test/executions", ROWS, 1500),
    await measureExecution(cookie, long, TIMELINE),
    await measureExecution(cookie, long, GRAPH),
  ];
  const rows = figures.map(({ what, ms, targetMs }) => ({
    what,
    "p50 in ms": Math.round(median([...ms])),
    worst: Math.round(Math.max(...ms)),
    target: targetMs,
  }));
  printTable(`Opening pages beside ${EXECUTIONS} executions, ${ROUNDS} rounds`, rows);
  const scrolled = await measureScroll(cookie);
  printTable(`Scrolling the list for ${SCROLL_S} s`, [scrolled]);
  printTable(`Memory of the server, ${LOADS} page loads`, [loads]);
  const isMissed = rows.some((row) => row["p50 in ms"] > row.target) || (loads[MORE] ?? 0) > 30;
  if (isMissed) process.exitCode = 1;
}

/** Creates current executions: statistics only cover those that this server carried out. */
async function runRecent(): Promise<void> {
  const workflow = await publishEcho(bench);
  const url = await webhookUrlOf(bench, workflow, "acc-7");
  await bench.drive({ url, connections: 8, count: RECENT });
  await bench.untilArrived(RECENT);
}

/**
 * Runs a workflow with the maximum number of nodes, one of them in a loop, so that there are 500 steps; returns the
 * execution's id.
 */
async function runLong(): Promise<string> {
  const row = Array.from({ length: NODES - 3 }, (_, index) => `step-${index}`);
  const before = ["start", ...row, "each"];
  const nodes = [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    ...row.map((id) => ({ id, type: "transform", data: { output: { by: id } } })),
    {
      id: "each",
      type: "loop",
      data: { items: Array.from({ length: STEPS - NODES + 1 }, (_, item) => item) },
    },
    { id: "item", type: "transform", data: { output: "{{ loop.item }}" } },
  ];
  const edges = [
    ...before.slice(1).map((target, index) => ({ source: before[index] ?? "", target })),
    { source: "each", target: "item", sourceHandle: "item" },
  ];
  const { _id: workflow } = await bench.api("POST", "/api/v2/public/workflow", {
    name: "Long",
    nodes,
    edges,
  });
  await bench.api("PUT", `/api/v2/public/workflow/${workflow}/publish`, { published: true });
  const account = { linked_account_id: "acc-7" };
  const begun = await bench.api("POST", `/api/v2/public/workflow/${workflow}/execute`, {}, account);
  const path = `/api/v2/public/execution/${begun.execution_id}`;
  for (;;) {
    const { status } = await bench.api("GET", path);
    if (status === "COMPLETED") return begun.execution_id;
    if (status !== "RUNNING") throw new Error(`The long execution is ${status}.`);
    await pause(200);
  }
}

/** How long an address takes to load without any cache, until `selector` is visible and no skeleton is left. */
async function measureCold(
  cookie: string,
  path: string,
  selector: string,
  targetMs: number,
): Promise<Figure> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await pageOpener(browser, bench.url, cookie)();
    await page.goto(bench.url + path, { waitUntil: "commit" });
    ms.push(await page.evaluate(whenShown(selector, "0")));
    await context.close();
  }
  return { what: `${path}, nothing cached`, ms, targetMs };
}

/** How long a page takes from a click in the navigation of Overview. */
async function measureFromOverview(
  cookie: string,
  path: string,
  selector: string,
  targetMs: number,
): Promise<Figure> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await openOverview(cookie);
    ms.push(await clickUntil(page, `nav a[href$="/test${path}"]`, selector));
    await context.close();
  }
  return { what: `Overview to ${path}`, ms, targetMs };
}

/** How long an execution takes to open from its row in the list. */
async function measureExecution(cookie: string, id: string, selector: string): Promise<Figure> {
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await pageOpener(browser, bench.url, cookie)();
    await page.goto(`${bench.url}/app/test/executions?search=${id}`);
    const link = `main a[href*="/executions/${id}"]`;
    await page.locator(link).first().waitFor();
    ms.push(await clickUntil(page, link, selector));
    await context.close();
  }
  return {
    what: `an execution of ${STEPS} steps: ${selector === TIMELINE ? "timeline" : "graph"}`,
    ms,
    targetMs: 1000,
  };
}

async function openOverview(cookie: string) {
  const opened = await pageOpener(browser, bench.url, cookie)();
  await opened.page.goto(`${bench.url}/app/test`, { waitUntil: "commit" });
  await opened.page.evaluate(whenShown("main .recharts-surface", "0"));
  return opened;
}

/** Scrolls at the speed of a mouse wheel and measures the time between frames. */
async function measureScroll(cookie: string): Promise<Record<string, number>> {
  const { context, page } = await pageOpener(browser, bench.url, cookie)();
  await page.goto(`${bench.url}/app/test/executions`);
  await page.locator(ROWS).first().waitFor();
  const seen = await page.evaluate<{ frames: number[]; rows: number }>(`new Promise((done) => {
    const list = document.querySelector('main section[aria-label="Executions"]');
    const frames = [];
    const begun = performance.now();
    let last = begun;
    const step = (now) => {
      frames.push(now - last);
      last = now;
      list.scrollTop += 120;
      if (now - begun < ${SCROLL_S * 1000}) requestAnimationFrame(step);
      else done({ frames: frames.slice(1), rows: Number([...document.querySelectorAll('${ROWS}')].at(-1).getAttribute('aria-rowindex')) });
    };
    requestAnimationFrame(step);
  })`);
  await context.close();
  return { rows: seen.rows, ...framesOf(seen.frames) };
}

/** The addresses that one load of Overview requests, with the headers that the page sends. */
async function recordLoad(cookie: string): Promise<PageRequest[]> {
  const { context, page } = await pageOpener(browser, bench.url, cookie)();
  const asked: PageRequest[] = [];
  page.on("request", async (request) => {
    const isStream = request.url().endsWith("/changes") || request.url().includes("/changes?");
    if (request.method() !== "GET" || isStream) return;
    const { "x-junctor-environment": environment } = request.headers();
    asked.push({
      url: request.url(),
      headers: {
        cookie,
        "accept-encoding": "gzip, br",
        ...(environment && { "x-junctor-environment": environment }),
      },
    });
  });
  await page.goto(`${bench.url}/app/test`);
  await page.locator("h1").waitFor();
  await pause(3000);
  await context.close();
  return asked;
}
