// What the workflow editor costs: frames per second while one step or all steps of a workflow of 200 are dragged, and
// how long each template takes to open. Run it with `npm run bench:editor`; it needs PostgreSQL, Chromium and `npm run
// build:web`. `-- --short` makes one round, to check that the bench works.
import type { Page } from "playwright-core";
import { startBench } from "./engine-set-up.ts";
import { clickUntil, framesOf, launchChromium, pageOpener, signInOwner } from "./pages.ts";
import { median, printTable } from "./processes.ts";

const STEPS = 200;
const COLUMNS = 8;
const LEAST_FRAMES = 30;
const OPEN_TARGET_MS = 500;
const isShort = process.argv.includes("--short");
const ROUNDS = isShort ? 1 : 7;
const DRAG_S = isShort ? 1 : 10;

const STEP = ".react-flow__node-step";
const FRAMES = "frames/s";

interface TemplateSummary {
  readonly id: string;
  readonly name: string;
}

const serverUrl = process.env.TEST_DATABASE_URL;
if (!serverUrl) throw new Error("Run it by `npm run bench:editor`.");
const bench = await startBench({ serverUrl });
const browser = await launchChromium();
try {
  await run();
} finally {
  await browser.close();
  await bench.close();
}

async function run(): Promise<void> {
  const open = pageOpener(browser, bench.url, await signInOwner(bench));
  const { context, page } = await open();
  await openEditor(page, await createLarge());
  const one = await measureDrag(page, 1);
  await page.keyboard.press("Control+A");
  const all = await measureDrag(page, STEPS);
  await context.close();
  printTable(`Dragging in a workflow of ${STEPS} steps for ${DRAG_S} s`, [one, all]);
  const { docs } = await bench.api("GET", "/api/v2/public/workflow-templates?limit=100");
  const opened = [];
  for (const template of docs) opened.push(await measureTemplate(open, template));
  printTable(`From a click on a template to its steps in the editor, ${ROUNDS} rounds`, opened);
  const isSlow = [one, all].some((row) => row[FRAMES] < LEAST_FRAMES);
  if (isSlow || opened.some((row) => row["p50 in ms"] > OPEN_TARGET_MS)) process.exitCode = 1;
}

/** Creates a workflow with the maximum number of steps, in columns; returns its id. */
async function createLarge(): Promise<string> {
  const ids = Array.from({ length: STEPS - 1 }, (_, index) => `step-${index}`);
  const nodes = [
    { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] },
    ...ids.map((id) => ({ id, type: "transform", data: { output: id } })),
  ];
  const edges = ids.map((target, index) => ({ source: ids[index - COLUMNS] ?? "start", target }));
  const { _id } = await bench.api("POST", "/api/v2/public/workflow", { name: "Large", nodes, edges });
  return _id;
}

async function openEditor(page: Page, id: string): Promise<void> {
  await page.goto(`${bench.url}/app/test/workflows/${id}/edit`);
  await page
    .locator(STEP)
    .nth(STEPS - 1)
    .waitFor();
  // The layout settles within a second.
  await page.evaluate("new Promise((done) => setTimeout(done, 1000))");
}

/** Drags the step in the middle, with all selected ones, in a circle: one mouse move per frame. */
async function measureDrag(page: Page, moves: number) {
  const before = await placesOf(page);
  const frames = await page.evaluate<number[]>(`new Promise((done) => {
    const canvas = document.querySelector('.react-flow').getBoundingClientRect();
    const far = (step) => {
      const box = step.getBoundingClientRect();
      return Math.hypot(box.x - canvas.x - canvas.width / 2, box.y - canvas.y - canvas.height / 2);
    };
    const step = [...document.querySelectorAll('${STEP}')].sort((a, b) => far(a) - far(b))[0];
    const box = step.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const mouse = (type, target, turn) => target.dispatchEvent(new MouseEvent(type, {
      bubbles: true, cancelable: true, view: window, button: 0, buttons: 1,
      clientX: x + 100 * Math.sin(turn), clientY: y + 100 * (1 - Math.cos(turn)),
    }));
    mouse('mousedown', step, 0);
    const frames = [];
    const begun = performance.now();
    let last = begun;
    const move = (now) => {
      frames.push(now - last);
      last = now;
      mouse('mousemove', window, frames.length / 20);
      if (now - begun < ${DRAG_S * 1000}) requestAnimationFrame(move);
      else {
        // A quarter of the circle away from where it began.
        mouse('mousemove', window, Math.PI / 2);
        mouse('mouseup', window, Math.PI / 2);
        requestAnimationFrame(() => requestAnimationFrame(() => done(frames.slice(1))));
      }
    };
    requestAnimationFrame(move);
  })`);
  const after = await placesOf(page);
  const moved = after.filter((place, index) => place !== before[index]).length;
  if (moved !== moves) throw new Error(`${moved} steps were moved instead of ${moves}.`);
  const perSecond = (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0);
  return {
    "steps dragged": moves,
    [FRAMES]: Math.round(perSecond),
    target: LEAST_FRAMES,
    ...framesOf(frames),
  } as const;
}

/** The position of each step. */
function placesOf(page: Page): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('${STEP}')].map((step) => step.style.transform)`);
}

/** How long a template takes from the click until all of its steps are visible, without any cache. */
async function measureTemplate(open: ReturnType<typeof pageOpener>, { id, name }: TemplateSummary) {
  const { document } = await bench.api("GET", `/api/v2/public/workflow-templates/${id}`);
  const card = `[role="dialog"] button[data-template="${id}"]`;
  const all = `.react-flow__nodes > :nth-child(${document.nodes.length})`;
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { context, page } = await open();
    await page.goto(`${bench.url}/app/test/workflows?open=new`);
    await page.locator(card).waitFor();
    ms.push(await clickUntil(page, card, all));
    await context.close();
  }
  return {
    template: name,
    steps: document.nodes.length,
    "p50 in ms": Math.round(median([...ms])),
    worst: Math.round(Math.max(...ms)),
    target: OPEN_TARGET_MS,
  };
}
