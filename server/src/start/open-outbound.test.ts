import { afterEach, expect, test } from "vitest";
import { findFreePort } from "../../test/free-port.ts";
import { testConfig } from "../../test/test-config.ts";
import { createLog } from "../platform/log.ts";
import { startLocalServer } from "../platform/outbound/local-server.ts";
import { startSimulator } from "../simulator/start-simulator.ts";
import { openOutbound } from "./open-outbound.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const open = (simulatorUrl: string | undefined) =>
  openOutbound(testConfig({ simulatorUrl }), createLog("silent"));

test("a server with a simulator sends requests for its hosts there", async () => {
  const simulator = await startSimulator({ applications: ["slack"] });
  closers.push(simulator.close);
  const outbound = await open(simulator.url);
  closers.push(outbound.close);
  const headers = { authorization: "Bearer xoxb-good-bot-token" };
  const url = "https://slack.com/api/auth.test";
  const { body } = await outbound.request({ method: "GET", url, headers });
  expect(JSON.parse(body.toString())).toMatchObject({ ok: true, team: "Acme" });
  expect(outbound.browserUrl("https://api.hubapi.com/")).toBe("https://api.hubapi.com/");
});

test("a server does not start while its simulator cannot be reached", async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  await expect(open(url)).rejects.toThrow(
    `JUNCTOR_SIMULATOR_URL is ${url}, but no simulator answers there: start one with "npm run junctor -- simulate", or unset the variable.`,
  );
});

test.each(["<html>", '{"hosts":"all"}', '{"hosts":[1]}'])(
  "nor with another server that answers %s",
  async (body) => {
    const { origin, close } = await startLocalServer((_request, reply) => reply.end(body));
    closers.push(close);
    await expect(open(origin)).rejects.toThrow(`what answers there is no simulator`);
  },
);

test("nor with a simulator at a public address", async () => {
  await expect(open("http://8.8.8.8:4010")).rejects.toThrow(
    /a public address: a simulator gets every credential/,
  );
});

test("without a simulator, nothing is diverted", async () => {
  const outbound = await open(undefined);
  closers.push(outbound.close);
  expect(outbound.browserUrl("https://slack.com/x")).toBe("https://slack.com/x");
});
