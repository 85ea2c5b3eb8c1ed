import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { buildThingsDefinition, startThingsApi } from "../../server/src/apps/catalog/test-things-api.ts";
import { describeInChromium } from "../../server/test/browser/chromium.ts";
import {
  type Dashboard,
  expectAccessible,
  openPage,
  signIn,
  startDashboard,
  type Visit,
} from "./dashboard.ts";
import { WORKFLOW } from "./editor-page.ts";

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff, 0x00, 0x01]);

let dashboard: Dashboard;
let sender: Server;
beforeAll(async () => {
  sender = createServer((_request, reply) => {
    reply.writeHead(200, {
      "content-type": "image/png",
      "content-disposition": 'attachment; filename="logo.png"',
    });
    reply.end(BYTES);
  }).listen(0, "127.0.0.1");
  await once(sender, "listening");
  dashboard = await startDashboard();
  await dashboard.api("PUT", "/api/v2/public/linked-account", { linked_account_id: "acme", name: "Acme" });
});
afterAll(async () => {
  await dashboard?.close();
  sender?.closeAllConnections();
  sender?.close();
});

describeInChromium("a file in the data of a step", (browser) => {
  let owner: Visit;
  beforeAll(async () => {
    owner = await signIn(browser(), dashboard);
  });
  afterAll(() => owner?.page.context().close());

  test("is shown with its name, type and size, and downloaded", async () => {
    const { page, complaints } = owner;
    const { port } = sender.address() as AddressInfo;
    const triggers = [{ application: "Junctor", event: "API Call" }];
    const { _id } = await dashboard.api("POST", WORKFLOW, {
      name: "Logos",
      nodes: [
        { id: "start", type: "start", triggers },
        { id: "get", type: "http", name: "Get", data: { url: `http://127.0.0.1:${port}/logo` } },
      ],
      edges: [{ source: "start", target: "get" }],
    });
    await dashboard.api("PUT", `${WORKFLOW}/${_id}/publish`, { published: true });
    const ran = await dashboard.api(
      "POST",
      `${WORKFLOW}/${_id}/execute`,
      { sync_execution: true },
      { account: "acme" },
    );
    await openPage(page, `${dashboard.url}/app/test/executions/${ran.execution_id}?step=get`);
    const files = page.getByRole("list", { name: "Files" });
    await files.getByText("logo.png").waitFor();
    await files.getByText("image/png · 7 bytes").waitFor();
    await expectAccessible(page);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      files.getByRole("button", { name: "Download logo.png" }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe("logo.png");
    expect(readFileSync(await saved.path())).toEqual(BYTES);
    expect(complaints).toEqual([]);
  });

  test("is chosen from the computer to try an action with", async () => {
    const { page, complaints } = owner;
    const things = await startThingsApi();
    onTestFinished(() => things.close());
    things.answer = () => ({ headers: { "content-type": "application/json" }, body: '{"stored":true}' });
    const { actions, ...definition } = buildThingsDefinition("shelf", things.url);
    const put = {
      title: "Put a file",
      description: "Puts a file.",
      hints: { read_only: true },
      input: {
        type: "object",
        required: ["file"],
        properties: { file: { type: "object", required: ["$file"], title: "File" } },
      },
      request: { method: "PUT", path: "/raw", file: "{{ input.file }}" },
    };
    const whole = { ...definition, actions: { ...(actions as object), put } };
    await dashboard.api("POST", "/api/v2/public/application", whole);
    const connect = "/api/v2/public/linked-account/integration/save-key-credentials/shelf";
    await dashboard.api("PUT", connect, { key: "good" }, { account: "acme" });
    await openPage(page, `${dashboard.url}/app/test/applications/shelf?tab=actions`);
    await page.getByRole("button", { name: "Put a file" }).click();
    expect(await page.getByRole("button", { name: /^File/ }).isDisabled()).toBe(true);
    await page.getByRole("combobox", { name: "Customer" }).click();
    await page.getByRole("option", { name: "Acme" }).click();
    const run = page.getByRole("button", { name: "Run action" });
    await run.click();
    await page.getByText("Required", { exact: true }).waitFor();
    const [stored, chooser] = await Promise.all([
      page.waitForResponse((reply) => new URL(reply.url()).pathname === "/api/v2/public/file"),
      page
        .waitForEvent("filechooser")
        .then((one) =>
          one.setFiles({ name: "note.txt", mimeType: "text/plain", buffer: Buffer.from("hello") }),
        ),
      page.getByRole("button", { name: /^File/ }).click(),
    ]);
    expect([stored.status(), chooser]).toEqual([200, undefined]);
    await expectAccessible(page);
    await page.getByText("Required", { exact: true }).waitFor({ state: "detached" });
    await run.click();
    await page.getByText("Succeeded · HTTP 200").waitFor();
    expect(things.requests.at(-1)).toMatchObject({ method: "PUT", body: "hello" });
    expect(complaints).toEqual([]);
  });
});
