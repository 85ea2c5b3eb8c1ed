import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

/** Prism, serving one document on the loopback interface and judging each request. */
export interface MockServer {
  url: string;
  close(): Promise<void>;
}

const PRISM = fileURLToPath(new URL("node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url));
const LONGEST_START_MS = 60_000;

/** Starts a mock server for a document; undefined if Prism cannot read it. */
export async function startMock(text: string): Promise<MockServer | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "junctor-prism-"));
  const file = join(folder, "document.json");
  writeFileSync(file, text);
  const port = await freePort();
  const child = spawn(process.execPath, [PRISM, "mock", "-p", String(port), file], {
    env: { ...process.env, SCARF_ANALYTICS: "false" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const close = async () => {
    if (child.exitCode === null) {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  if (await isListening(child)) return { url: `http://127.0.0.1:${port}`, close };
  await close();
  return undefined;
}

async function isListening(child: ChildProcess): Promise<boolean> {
  const ready = new Promise<boolean>((resolve) => {
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString("utf8")).slice(-1000);
      if (said.includes("Prism is listening")) resolve(true);
    });
    child.once("exit", () => resolve(false));
  });
  return Promise.race([ready, sleep(LONGEST_START_MS, false, { ref: false })]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  return address.port;
}
