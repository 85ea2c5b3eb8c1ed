import { EXAMPLE } from "../platform/http/example-values.ts";
import { withExample } from "../platform/http/route.ts";
import { CreatedWebhook, NewWebhookBody, RotateBody, WebhookSecret } from "./manage/schema.ts";

export const webhookExample = {
  body: withExample(NewWebhookBody, {
    webhook_url: "https://acme.example/junctor",
    webhook_events: ["Workflow Completed", "Workflow Errored"],
    description: "Tells our product how executions ended",
  }),
  reply: withExample(CreatedWebhook, {
    _id: EXAMPLE.webhook,
    org_id: EXAMPLE.org,
    environment: "test",
    is_enabled: true,
    webhook_events: ["Workflow Completed", "Workflow Errored"],
    webhook_url: "https://acme.example/junctor",
    webhook_type: "default",
    description: "Tells our product how executions ended",
    createdAt: EXAMPLE.at,
    updatedAt: EXAMPLE.at,
    __v: 0,
    secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
  }),
};

export const rotationExample = {
  body: withExample(RotateBody, { end_others: false }),
  reply: withExample(WebhookSecret, { secret: "whsec_9kf5aqnssQxkN1nF+2ikCiGKi7BOwk4d" }),
};
