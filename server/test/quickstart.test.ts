import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseAllowList } from "../src/platform/outbound/address-guard.ts";
import { findFreePort } from "./free-port.ts";
import { type ListeningServer, startListeningServer } from "./listening-server.ts";
import { eventually } from "./test-server.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PAGE = readFileSync(`${ROOT}/docs/quickstart.md`, "utf8");

let server: ListeningServer;
let port: number;
beforeAll(async () => {
  port = await findFreePort();
  // As in the guide: the default rate limit, and calls allowed only to the receiver's address.
  const outboundAllow = parseAllowList(`127.0.0.1:${port}`);
  server = await startListeningServer({ rateLimitPerMinute: 10, outboundAllow });
  server.work();
});
afterAll(() => server.close());

/**
 * The commands that the guide tells the reader to type after the start, with the server's address and keys filled in.
 */
function commands(): string {
  const blocks = [...PAGE.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = ""]) => block);
  return (
    blocks
      .filter((block) => !/^(\w+=\S+ )?npm /.test(block))
      .join("\n")
      // Replaced first, because other ports and keys may contain these digits.
      .replaceAll("4000", String(port))
      .replace("http://127.0.0.1:3000", server.baseUrl)
      .replace("tk_…", server.testKey)
      .replace("pk_…", server.productionKey)
  );
}

test("every command of the quickstart works as written, and the webhook arrives verified", async () => {
  // `-sS -f` makes any refusal an error; the receiver is stopped by its job number, as the guide says.
  const curl = 'curl() { command curl -sS -f "$@"; }';
  const script = `set -e\n${curl}\n${commands()}\nread -r _\nkill $!\n`;
  const shell = spawn("sh", ["-c", script], { cwd: ROOT, stdio: ["pipe", "pipe", "pipe"] });
  let output = "";
  for (const stream of [shell.stdout, shell.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = once(shell, "close");
  try {
    await eventually(async () => {
      if (shell.exitCode) throw new Error(output);
      return output.includes("verified: ") && output.includes('"total":12');
    });
  } finally {
    shell.stdin.end("\n");
  }
  const [code] = await ended;
  expect(code, output).toBe(0);
  const [, delivered = "{}"] = /verified: (.*)$/m.exec(output) ?? [];
  expect(JSON.parse(delivered)).toMatchObject({
    linked_account_id: "acme",
    event: "Workflow Completed",
    workflow_name: "Order total",
    status: "COMPLETED",
  });
  expect(output).toContain('"message":"Webhook Fired Success"');
  expect(output).not.toContain("refused: ");
});
