import { Type } from "typebox";
import type { NodeType } from "./node.ts";
import { startTexts } from "./words/start.ts";

/** Where every workflow begins: passes on the trigger's payload. */
export const startNode: NodeType = {
  type: "start",
  texts: startTexts,
  icon: "play",
  group: "flow",
  description: "Starts the workflow. Every workflow has one, and its triggers decide what starts it.",
  // Clients send back what their editors store there.
  settings: Type.Object({}, { additionalProperties: true }),
  fields: ["triggers"],
  run: async (_deps, { roots }) => ({ kind: "next", output: { body: roots.input } }),
  guide: {
    example: {
      id: "start",
      type: "start",
      triggers: [
        { application: "Junctor", event: "order.placed" },
        {
          application: "github",
          event: "issue_opened",
          input: { owner: "{{ config.owner }}", repo: "{{ config.repo }}" },
        },
      ],
    },
    output: '`{ "body": … }`, the payload of the trigger; expressions read it as `input`',
    notes: `The start node has no settings in \`data\`. \`triggers\` lists what starts the workflow, at most 50 of \`{ "application", "event", "input" }\`:

| Trigger | \`application\` | \`event\` | Payload |
| --- | --- | --- | --- |
| Event of your product | \`Junctor\` | the event's name | what you sent with \`POST /api/v2/public/event\` |
| Application of the customer | its slug, such as \`github\` | the trigger's id, from \`GET /api/v2/public/triggers/:slug\` | the application's event |
| Call | \`Junctor\` | \`API Call\` | the body of \`POST /api/v2/public/workflow/:id/execute\` |
| Schedule | \`Junctor\` | \`Schedule\` | the schedule's \`payload\` |
| Incoming webhook | \`Junctor\` | \`Webhook\` | the JSON body of the request; \`instance_meta_data.request\` has its method, headers and query |

\`input\` is the parameters of an application trigger; its texts may contain \`{{ config.… }}\`. Calls and schedules start every published workflow, whether or not it lists them. See [Triggers](triggers.md).`,
  },
};
