import { screen } from "@testing-library/react";
import { beforeAll, expect, test, vi } from "vitest";
import { show, startBackend } from "../../../parts/test-page.tsx";
import { PARTS } from "../../../words/parts/parts.ts";
import { ReplayDialog, type ReplayWish } from "./replay-dialog.tsx";
import { StepPanel } from "./step-panel.tsx";
import type { Execution } from "./use-execution.ts";

const backend = startBackend();
const { api, sent, signIn } = backend;
const PUBLIC = "/api/v2/public";

/** An execution whose last step failed, of version 1; version 2 came later. */
let failed: Execution;
let workflow: string;

const stepsOf = (code: string) => [
  {
    id: "start",
    type: "start",
    name: "Order placed",
    triggers: [{ application: "Junctor", event: "API Call" }],
  },
  { id: "sum", type: "transform", name: "Sum", data: { output: { total: "{{ input.order }}" } } },
  { id: "bill", type: "ai_code_executor", name: "Bill", maximum_attempts: 2, data: { code } },
  { id: "thank", type: "transform", name: "Thank", data: { output: 1 } },
];
const edges = ["sum", "bill", "thank"].map((target, index) => ({
  source: ["start", "sum", "bill"][index],
  target,
}));

async function run(input: object): Promise<Execution> {
  const begun = await api("POST", `${PUBLIC}/workflow/${workflow}/execute`, input, "acme");
  const read = () => api("GET", `${PUBLIC}/execution/${begun.execution_id}`);
  return vi.waitFor(async () => {
    const execution = await read();
    if (execution.status === "RUNNING") throw new Error("It is still running.");
    return execution;
  }, 60_000);
}

const publish = async () => {
  await api("PUT", `${PUBLIC}/workflow/${workflow}/publish`, { published: true });
};

beforeAll(async () => {
  backend.work();
  await api("PUT", `${PUBLIC}/linked-account`, { linked_account_id: "acme", name: "Acme Ltd" });
  const nodes = stepsOf('console.log("billing"); throw new Error("unknown product");');
  const made = await api("POST", `${PUBLIC}/workflow`, { name: "Bill", nodes, edges });
  workflow = made._id;
  await publish();
  failed = await run({ order: 417 });
});

const shown = (wish: ReplayWish, changes: Partial<Execution> = {}) => {
  sent.length = 0;
  return show(
    <ReplayDialog execution={{ ...failed, ...changes }} wish={wish} onClose={() => undefined} />,
    "/test/executions/one",
  );
};
const action = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>("button", { name });
const input = () => screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Input (JSON)" });
const bodies = () => sent.map(([, , body]) => body);

test("everything is replayed as it ran, and the new execution is opened", async () => {
  const { user, address } = await shown({});
  screen.getByText("Everything runs again.");
  await user.click(await action("Replay from the start"));
  await expect.poll(address).toMatch(/^\/test\/executions\/[0-9a-f]{24}$/);
  expect(bodies()).toEqual([{ version: "same", settings: "same" }]);
  await screen.findByText("Replay started.");
});

test("only steps that were reached can be its beginning, and the failed one is marked", async () => {
  const { user } = await shown({});
  await user.click(screen.getByRole("combobox", { name: "Start at" }));
  const options = (await screen.findAllByRole("option")).map(({ textContent }) => textContent);
  expect(options).toEqual(["The beginning", "Sum", "Bill (failed)"]);
});

test("a step's input is edited, and cannot be sent while it is no JSON", async () => {
  const { user } = await shown({ from: "sum", isEdited: true });
  const field = await input();
  await user.clear(field);
  await user.type(field, "{{");
  await screen.findByText(PARTS.badJson);
  const start = await action("Replay from Sum");
  expect(start.disabled).toBe(true);
  await user.clear(field);
  await user.click(field);
  await user.paste('{"order": 418}');
  await user.click(screen.getByRole("radio", { name: "As they are now" }));
  await user.click(start);
  await expect
    .poll(bodies)
    .toEqual([{ version: "same", settings: "current", from_node: "sum", node_input: { order: 418 } }]);
});

test("at the beginning the execution's input is edited; another beginning has its own input", async () => {
  const { user } = await shown({ isEdited: true });
  await expect.poll(async () => JSON.parse((await input()).value)).toEqual({ order: 417 });
  await user.clear(await input());
  await user.click(await input());
  await user.paste("7");
  await user.click(screen.getByRole("combobox", { name: "Start at" }));
  await user.click(await screen.findByRole("option", { name: "Sum" }));
  await expect.poll(async () => (await input()).value).not.toBe("7");
  await user.click(screen.getByRole("combobox", { name: "Start at" }));
  await user.click(await screen.findByRole("option", { name: "The beginning" }));
  await user.clear(await input());
  await user.click(await input());
  await user.paste("null");
  await user.click(await action("Replay from the start"));
  await expect.poll(bodies).toEqual([{ version: "same", settings: "same", input: null }]);
});

test("a refusal is shown and the dialog stays", async () => {
  const { user } = await shown({ from: "thank" });
  await user.click(await action("Replay from Thank"));
  await screen.findByRole("alert");
  expect((await action("Replay from Thank")).disabled).toBe(false);
});

test("in production it warns that everything happens again", async () => {
  await shown({}, { environment: "production" });
  screen.getByText(/^This is production/);
  await action("Replay from the start in production");
});

test("a version that was published since is what people want to try", async () => {
  await api("PUT", `${PUBLIC}/workflow/${workflow}`, { nodes: stepsOf("return input;"), edges });
  await publish();
  const { user } = await shown({});
  const newer = await screen.findByRole<HTMLInputElement>("radio", { name: "Version 2, published since" });
  await expect.poll(() => newer.checked).toBe(true);
  await user.click(await action("Replay from the start"));
  await expect.poll(bodies).toEqual([{ version: "published", settings: "same" }]);
});

const step = async (path: string, changes: Partial<Execution> = {}) => {
  const wishes: ReplayWish[] = [];
  const page = await show(
    <StepPanel
      execution={{ ...failed, ...changes }}
      path={path}
      onReplay={(wish) => {
        wishes.push(wish);
      }}
    />,
  );
  return { ...page, wishes };
};

test("a step shows its output and input, and is replayed from or edited", async () => {
  const { user, wishes } = await step("sum");
  await screen.findByRole("tree", { name: "Output" });
  screen.getByText("Done");
  await user.click(await action("Replay from here…"));
  await user.click(await action("Edit input and replay…"));
  expect(wishes).toEqual([{ from: "sum" }, { from: "sum", isEdited: true }]);
});

test("the failed step shows its error instead of an output, with each attempt and its logs", async () => {
  const { user } = await step("bill");
  await screen.findByRole("heading", { name: "Error" });
  screen.getByText("billing");
  expect(screen.queryByRole("heading", { name: "Output" })).toBeNull();
  // Its box beside the graph offers the replay.
  expect(screen.queryByRole("button", { name: "Replay from here…" })).toBeNull();
  const [first, second] = screen.getAllByRole<HTMLInputElement>("radio");
  expect([first?.checked, second?.checked]).toEqual([false, true]);
  await user.click(screen.getByText("Attempt 1"));
  await expect.poll(() => first?.checked).toBe(true);
});

test("a step that was not reached says so, and offers no replay", async () => {
  await step("thank");
  await screen.findByText("The execution did not reach this step.");
  expect(screen.queryByRole("button")).toBeNull();
});

test("the beginning shows what was received, and is not replayed from", async () => {
  await step("start");
  await screen.findByRole("tree", { name: "Payload" });
  expect(screen.queryByRole("heading", { name: "Output" })).toBeNull();
  expect(screen.queryByRole("button", { name: /replay/i })).toBeNull();
});

test("a test of a draft and a running execution are not replayed", async () => {
  await step("sum", { is_test: true });
  await screen.findByRole("tree", { name: "Output" });
  expect(screen.queryByRole("button", { name: /replay/i })).toBeNull();
  await step("sum", { status: "RUNNING" });
  await screen.findByRole("tree", { name: "Output" });
  expect(screen.queryByRole("button", { name: /replay/i })).toBeNull();
});

test("a large step is loaded on request", async () => {
  const nodes = failed.nodes.map((node) =>
    node.node_id === "sum" ? { ...node, input_size: 400_000, output_size: 600_000 } : node,
  );
  const { user } = await step("sum", { nodes });
  expect(screen.queryByRole("tree")).toBeNull();
  await user.click(await action("Load"));
  await screen.findByRole("tree", { name: "Output" });
});

test("viewers see a step, and cannot replay from it", async () => {
  await signIn("viewer");
  const { user, wishes } = await step("sum");
  const replay = await action("Replay from here…");
  await expect.poll(() => replay.getAttribute("aria-disabled")).toBe("true");
  await user.click(replay);
  expect(wishes).toEqual([]);
});
