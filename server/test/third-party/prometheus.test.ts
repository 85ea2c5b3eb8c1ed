import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCodeNode, startTestRun, waitForRunEnd } from "../../src/runs/start/test-run.ts";
import { findFreeUrl } from "../free-port.ts";
import { startOwnServer, type TestServer } from "../test-server.ts";
import { openProgramFolder, type ProgramFolder, readProgram } from "./programs.ts";

const DEPLOY = fileURLToPath(new URL("../../../deploy/", import.meta.url));
const TOKEN = "token-of-prometheus";

let server: TestServer;
let programs: ProgramFolder;
let prometheus: string;
beforeAll(async () => {
  server = await startOwnServer({ metricsToken: TOKEN });
  server.work();
  await waitForRunEnd(server, await startTestRun(server, { nodes: [createCodeNode("one", "return 1")] }));
  const { port } = new URL(server.deps.config.publicUrl);
  await server.app.listen({ port: Number(port), host: "127.0.0.1" });
  programs = openProgramFolder("prometheus");
  prometheus = await findFreeUrl();
  const config = join(programs.folder, "prometheus.yml");
  writeFileSync(config, describeScrape(new URL(server.deps.config.publicUrl).host));
  await programs.start("prometheus", {
    args: [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(programs.folder, "data")}`,
      `--web.listen-address=${new URL(prometheus).host}`,
    ],
    ready: "Server is ready to receive web requests",
  });
});
afterAll(async () => {
  await programs.close();
  await server.close();
});

/** As in docs/metrics.md, with a short interval and our rules. */
function describeScrape(target: string): string {
  return `rule_files: [${join(DEPLOY, "prometheus/alerts.yaml")}]
scrape_configs:
  - job_name: junctor
    scrape_interval: 1s
    authorization: { credentials: ${TOKEN} }
    static_configs: [{ targets: ["${target}"] }]
`;
}

/** What Prometheus has found for an expression: the values of its series. */
async function query(expression: string): Promise<number[]> {
  const response = await fetch(`${prometheus}/api/v1/query?query=${encodeURIComponent(expression)}`);
  const { status, error, data } = (await response.json()) as {
    status: string;
    error?: string;
    data: { result: { value: [number, string] }[] };
  };
  expect({ expression, status, error }).toEqual({ expression, status: "success", error: undefined });
  return data.result.map(({ value: [, value] }) => Number(value));
}

function promtool(args: readonly string[], input?: string) {
  const { status, stdout, stderr } = spawnSync(readProgram("promtool"), args, { input, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}

test("Prometheus reads the metrics with the token", async () => {
  await expect.poll(() => query('up{job="junctor"}')).toEqual([1]);
  expect(
    await query('junctor_executions_ended_total{environment="test",state="COMPLETED",source="API Call"}'),
  ).toEqual([1]);
});

test("the names of all metrics follow Prometheus' conventions", async () => {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { text } = await server.request({ url: "/metrics", headers });
  // Those of Node.js and the library have names of their own.
  const own = text.split("\n").filter((line) => /^(# (HELP|TYPE) )?junctor_/.test(line));
  expect(promtool(["check", "metrics"], `${own.join("\n")}\n`)).toEqual({ status: 0, output: "" });
});

test("the alert rules fire when they must, and only then", () => {
  const rules = promtool(["check", "rules", join(DEPLOY, "prometheus/alerts.yaml")]);
  expect(rules.status, rules.output).toBe(0);
  const fired = promtool(["test", "rules", join(DEPLOY, "prometheus/alerts.test.yaml")]);
  expect(fired.status, fired.output).toBe(0);
});

test("the alert rules and the dashboard ask only for metrics that there are", async () => {
  const { panels } = JSON.parse(readFileSync(join(DEPLOY, "grafana/junctor.json"), "utf8")) as {
    panels: { title: string; targets?: { expr: string }[] }[];
  };
  const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(shown.length).toBeGreaterThan(20);
  for (const expression of shown)
    await query(
      expression.replaceAll("$__rate_interval", "1m").replaceAll("$environment", "production|test"),
    );
  const headers = { authorization: `Bearer ${TOKEN}` };
  const { text } = await server.request({ url: "/metrics", headers });
  const there = new Set([...text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = ""]) => name));
  const asked = [...shown, readFileSync(join(DEPLOY, "prometheus/alerts.yaml"), "utf8")]
    .flatMap((one) => [...one.matchAll(/\b(?:junctor|nodejs|process)_\w+/g)])
    .map(([name]) => name.replace(/_(bucket|count|sum)$/, ""));
  expect([...new Set(asked)].filter((name) => !there.has(name))).toEqual([]);
});
