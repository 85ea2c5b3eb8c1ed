import { screen } from "@testing-library/react";
import { beforeAll, expect, test } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { EXECUTION } from "../../../words/execution.ts";
import { ExecutionFacts } from "./execution-facts.tsx";
import type { Execution } from "./use-execution.ts";

const { api } = startBackend();
const PUBLIC = "/api/v2/public";
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";

let execution: Execution;
beforeAll(async () => {
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme", name: "Acme Ltd" });
  const start = { id: "start", type: "start", triggers: [{ application: "Junctor", event: "API Call" }] };
  const { _id: workflow } = await api("POST", `${PUBLIC}/workflow`, {
    name: "Bill",
    nodes: [start, { id: "one", type: "transform", data: { output: 1 } }],
    edges: [{ source: "start", target: "one" }],
  });
  await api("PUT", `${PUBLIC}/workflow/${workflow}/publish`, { published: true });
  const begun = await api("POST", `${PUBLIC}/workflow/${workflow}/execute`, {}, "acme");
  execution = await api("GET", `${PUBLIC}/execution/${begun.execution_id}`);
});

test("an execution that is not traced says nothing of traces", async () => {
  await show(<ExecutionFacts execution={execution} />);
  await screen.findByText(EXECUTION.started);
  expect(screen.queryByText(EXECUTION.trace)).toBeNull();
});

test("a trace has its id, to be copied, and a link where the operator has set one", async () => {
  await show(<ExecutionFacts execution={{ ...execution, trace_id: TRACE }} />);
  expect((await screen.findByText("…0e0e4736")).title).toBe(TRACE);
  expect(screen.queryByRole("link", { name: EXECUTION.openTrace })).toBeNull();
  const url = `https://traces.example.com/${TRACE}`;
  await show(<ExecutionFacts execution={{ ...execution, trace_id: TRACE, trace_url: url }} />);
  const link = await screen.findByRole("link", { name: EXECUTION.openTrace });
  expect([link.getAttribute("href"), link.getAttribute("target")]).toEqual([url, "_blank"]);
});
