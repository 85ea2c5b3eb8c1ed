import { type Static, Type } from "typebox";
import { failure } from "./failure.ts";
import type { NodeType } from "./node.ts";

const DAY_MS = 86_400_000;
/** How long a node waits for its link to be answered unless it says otherwise. */
export const DEFAULT_WAIT_MS = 7 * DAY_MS;

/** The setting of nodes that wait for an answer. */
export const WaitMs = Type.Integer({
  minimum: 1000,
  maximum: 365 * DAY_MS,
  default: DEFAULT_WAIT_MS,
  description: "How many milliseconds to wait for an answer; 7 days unless it says otherwise.",
});

const Settings = Type.Object({ wait_ms: Type.Optional(WaitMs) });

/** Waits until somebody posts JSON to the node's address, which earlier nodes send as `{{ links.<node id> }}`. */
export const waitForWebhookNode: NodeType = {
  type: "wait_for_webhook",
  title: "Wait for a webhook",
  description: "Waits until somebody posts JSON to the node's own address.",
  settings: Settings,
  hasLink: true,
  outside: "asks",
  untimed: "data.wait_ms says how long it waits",
  run: async ({ clock }, { data }) => {
    const { wait_ms: waitMs = DEFAULT_WAIT_MS } = data as Static<typeof Settings>;
    return { kind: "ask", until: new Date(clock.now().getTime() + waitMs) };
  },
  wake: (_call, wake) => {
    if (wake.kind === "answer") return { kind: "next", output: { body: wake.body } };
    if (wake.kind !== "time") throw new Error(`A wait for a webhook cannot go on by "${wake.kind}".`);
    return failure("WAIT_TIMEOUT", "Nothing was sent to the address in time.");
  },
  guide: {
    example: { id: "paid", type: "wait_for_webhook", data: { wait_ms: 86_400_000 } },
    output: '`{ "body": … }`: the JSON that was posted',
    notes:
      "An earlier node gives the address to whoever is to answer, as `{{ links.paid }}`: `POST` any JSON of at most 1 MB to it, once. It needs no credential, so hand it only to those who may answer. What comes before the node is reached is kept for it. When nothing comes in time the node fails with `WAIT_TIMEOUT`.",
  },
};
