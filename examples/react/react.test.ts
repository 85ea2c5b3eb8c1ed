import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allFindings } from "../../server/test/browser/accessibility.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";

const PROGRAM = fileURLToPath(new URL("main.ts", import.meta.url));

let example: ChildProcess;
let address: string;
let stockroomKey: string;

describeInChromium("the React example", (browser) => {
  beforeAll(async () => {
    const started = spawn(process.execPath, [PROGRAM], { stdio: ["ignore", "pipe", "pipe"] });
    example = started;
    const complaints = text(started.stderr);
    const lines: string[] = [];
    for await (const line of createInterface(started.stdout)) {
      lines.push(line);
      // Its last output.
      if (line.includes("Ctrl-C")) break;
    }
    const said = lines.join("\n");
    const [, found] = /signed in +(http\S+)/.exec(said) ?? [];
    const [, key] = /key for Stockroom +(\S+)/.exec(said) ?? [];
    if (!found || !key) throw new Error(`The example ended: ${said}\n${await complaints}`);
    address = found;
    stockroomKey = key;
  });
  afterAll(async () => {
    if (example?.exitCode !== null) return;
    const ended = once(example, "exit");
    example.kill("SIGTERM");
    await ended;
  });

  test("a customer connects in it, the app receives the event, and the portal follows its language and color scheme", async () => {
    const context = await browser().newContext({ colorScheme: "light" });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(address);
    const frame = page.frameLocator("junctor-connect iframe");
    await frame.getByRole("link", { name: "Stockroom", exact: true }).click();
    await frame.getByLabel("Stockroom key").fill(stockroomKey);
    await frame.getByRole("button", { name: "Connect" }).click();
    await page.getByText("stockroom is connected").waitFor();

    await page.getByLabel("Dark").check();
    await page.getByLabel("Language").selectOption("de");
    await frame.getByRole("link", { name: "Trennen" }).waitFor();
    const inner = page.frames()[1];
    expect(await inner?.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
    expect(await inner?.evaluate("getComputedStyle(document.body).fontFamily")).toMatch(
      /^"Avenir Next", "Segoe UI"/,
    );
    expect(await inner?.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(23, 20, 31)");
    expect(complaints).toEqual([]);
    for (const one of page.frames()) expect(await allFindings(one)).toEqual(new Map());
    await context.close();
  });
});
