import { type Static, Type } from "typebox";
import { DAY_MS } from "../../platform/moment.ts";
import { createFailure } from "./failure.ts";
import type { NodeType } from "./node.ts";
import { waitForWebhookTexts } from "./words/wait-for-webhook.ts";

/** How long a node waits for its link to be answered unless it says otherwise. */
export const DEFAULT_WAIT_MS = 7 * DAY_MS;

/** The setting of nodes that wait for an answer. */
export const WaitMs = Type.Integer({
  minimum: 1000,
  maximum: 365 * DAY_MS,
  default: DEFAULT_WAIT_MS,
  description: "How long to wait for an answer, in milliseconds; default 7 days.",
});

const Settings = Type.Object({ wait_ms: Type.Optional(WaitMs) });

/** Waits until somebody posts to the node's address, which earlier nodes send as `{{ links.<node id> }}`. */
export const waitForWebhookNode: NodeType = {
  type: "wait_for_webhook",
  texts: waitForWebhookTexts,
  icon: "webhook",
  group: "waiting",
  description: "Waits until someone posts to the node's own URL.",
  settings: Settings,
  link: "hook",
  outside: "asks",
  errors: { WAIT_TIMEOUT: true },
  untimed: "data.wait_ms says how long it waits",
  run: async ({ clock }, { data }) => {
    const { wait_ms: waitMs = DEFAULT_WAIT_MS } = data as Static<typeof Settings>;
    return { kind: "ask", until: new Date(clock.now().getTime() + waitMs) };
  },
  wake: (_call, wake) => {
    if (wake.kind === "answer") return { kind: "next", output: { body: wake.body } };
    if (wake.kind !== "time") throw new Error(`A wait for a webhook cannot resume from "${wake.kind}".`);
    return createFailure("WAIT_TIMEOUT", "Nothing was sent to the address in time.");
  },
  guide: {
    example: { id: "paid", type: "wait_for_webhook", data: { wait_ms: 86_400_000 } },
    output: '`{ "body": … }`, what was posted',
    notes:
      "An earlier node sends the URL, `{{ links.paid }}`, to the party that answers. It accepts one `POST` of up to 1 MB, of any [content type](triggers.md#content-types), without a credential, so give it only to those who may answer. An answer that arrives before the node starts is kept. If nothing arrives in time, the node fails with `WAIT_TIMEOUT`.",
  },
};
