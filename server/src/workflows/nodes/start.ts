import { Type } from "typebox";
import type { NodeType } from "./node.ts";

/** Where every workflow begins: passes the trigger's payload on. */
export const startNode: NodeType = {
  type: "start",
  title: "Start",
  description: "Begins the workflow. Each workflow has one, and it says what starts the workflow.",
  // Clients send back what their editors keep there.
  settings: Type.Object({}, { additionalProperties: true }),
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
    output: '`{ "body": … }`: the payload of what started the workflow, which is `input` in every expression',
    notes: `It has no settings in \`data\`. What starts the workflow stands in \`triggers\`, at most 50 of them, each \`{ "application", "event", "input" }\`:

| What starts it | \`application\` | \`event\` | The payload |
| --- | --- | --- | --- |
| an event of your product | \`Junctor\` | the event's name | what you sent with \`POST /api/v2/public/event\` |
| an event of the customer's application | its slug, such as \`github\` | the trigger's id, see \`GET /api/v2/public/triggers/:slug\` | what the application told |
| a call | \`Junctor\` | \`API Call\` | the body of \`POST /api/v2/public/workflow/:id/execute\` |
| a schedule | \`Junctor\` | \`Schedule\` | the schedule's \`payload\` |
| a webhook of somebody else | \`Junctor\` | \`Webhook\` | the JSON body of the request; the rest of it is \`instance_meta_data.request\` |

\`input\` is what an application's trigger is asked with; its texts may hold \`{{ config.… }}\`. Calls and schedules reach every published workflow, whether or not it names them. See [what starts a workflow](workflows.md#what-starts-it).`,
  },
};
