import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createServerClient } from "../sdk/src/index.ts";

const PROGRAM = fileURLToPath(new URL("main.ts", import.meta.url));
const ACCOUNTS = ["harbor-tools", "northwind-books"];

let demo: ChildProcess;
let link: URL;
let apiKey: string;
beforeAll(async () => {
  const started = spawn(process.execPath, [PROGRAM, "--stay"], { stdio: ["ignore", "pipe", "pipe"] });
  demo = started;
  const complaints = text(started.stderr);
  const lines: string[] = [];
  for await (const line of createInterface(started.stdout)) {
    lines.push(line);
    // Its last output.
    if (line.includes("Ctrl-C")) break;
  }
  const said = lines.join("\n");
  const [address] = /http\S+\/app\/sign-in\S+/.exec(said) ?? [];
  const [key] = /\btk_\S+/.exec(said) ?? [];
  if (!address || !key) throw new Error(`The demo ended: ${said}\n${await complaints}`);
  link = new URL(address);
  apiKey = key;
  // The whole demo, beside all that a busy machine does.
}, 600_000);
afterAll(async () => {
  if (demo?.exitCode !== null) return;
  const ended = once(demo, "exit");
  demo.kill("SIGTERM");
  await ended;
});

test("the demo leaves the company in place, with 600 executions, failures and a broken connection", async () => {
  const junctor = createServerClient({ baseUrl: link.origin, apiKey });
  const { docs: accounts } = await junctor.linkedAccounts.list();
  expect(accounts.map(({ account_id }) => account_id).sort()).toEqual(ACCOUNTS);
  for (const [status, count] of [
    ["COMPLETED", 600],
    ["ERRORED", 12],
  ] as const)
    expect(await junctor.executions.list({ status })).toMatchObject({ totalDocs: count });
  const broken = await junctor.connections.list({ status: "expired" });
  expect(broken.docs).toMatchObject([{ slug: "stockroom", linked_account_id: "harbor-tools" }]);
  await expect.poll(async () => (await junctor.statistics.overview()).backlog.parked).toBe(6);
});

test("the printed link signs in, and Ctrl-C stops everything", async () => {
  const response = await fetch(`${link.origin}/api/v2/public/operator-session/link`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  });
  expect(response.status, await response.text()).toBe(200);
  const ended = once(demo, "exit");
  demo.kill("SIGINT");
  expect(await ended).toEqual([130, null]);
  await expect(fetch(`${link.origin}/health/live`)).rejects.toThrow("fetch failed");
});
