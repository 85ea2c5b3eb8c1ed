import { Moment } from "../../parts/time/moment.tsx";
import { FactList } from "../../parts/values/fact-list.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { Secret } from "./secret.tsx";
import type { Webhook } from "./webhook.ts";
import classes from "./webhooks.module.css";

/** What an endpoint receives, and how its deliveries are signed. */
export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { webhook_url, webhook_events, webhook_type, description, group, createdAt } = webhook;
  const facts: [string, React.ReactNode][] = [
    [
      WEBHOOKS.address,
      <span key="url" className={classes.long}>
        {webhook_url}
      </span>,
    ],
    [WEBHOOKS.events, webhook_events.join(", ")],
    [WEBHOOKS.limits, limitsOf(webhook)],
    [WEBHOOKS.kind, WEBHOOKS.kinds[webhook_type]],
    ...(description ? [[WEBHOOKS.description, description] as [string, string]] : []),
    ...(group ? [[WEBHOOKS.group, group] as [string, string]] : []),
    [WEBHOOKS.created, <Moment key="created" at={createdAt} />],
    [WEBHOOKS.secret, <Secret key="secret" webhook={webhook} />],
  ];
  return <FactList className={classes.facts} facts={facts} />;
}

function limitsOf({ slug, workflow_ids }: Webhook): string {
  const workflows = workflow_ids?.length ? WEBHOOKS.limitWorkflows(workflow_ids.length) : "";
  return [slug, workflows].filter(Boolean).join(", ") || WEBHOOKS.noLimits;
}
