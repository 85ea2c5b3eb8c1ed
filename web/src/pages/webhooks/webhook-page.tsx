import { Alert, Button, Group, Skeleton, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { ChangesLink } from "../../parts/changes/changes-link.tsx";
import { tellProblem } from "../../parts/forms/confirm.tsx";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { ago } from "../../parts/time/time-words.ts";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { getState, RENEWED, shortUrl, type Webhook } from "./webhook.ts";
import { WebhookActions } from "./webhook-actions.tsx";
import { WebhookFacts } from "./webhook-facts.tsx";

const DeliveriesList = loadedWhenShown(
  () => import("./deliveries-list.tsx").then((file) => file.DeliveriesList),
  <Skeleton height={240} />,
);

export const Route = createLazyRoute("/$environment/webhooks/$id")({ component: WebhookPage });

function WebhookPage() {
  const { id } = useParams({ from: "/$environment/webhooks/$id" });
  const {
    data: webhook,
    error,
    refetch,
  } = useRead("/api/v2/public/webhook/{id}", { path: { id } }, { everyMs: 30_000 });
  return (
    <Page
      title={webhook ? shortUrl(webhook.webhook_url) : WEBHOOKS.endpoint}
      back={{ to: "/$environment/webhooks", label: WEBHOOKS.endpoints }}
      facts={
        webhook && (
          <Group gap="md">
            <State {...getState(webhook)} />
            <Identifier id={webhook._id} />
            <ChangesLink filter={{ object_type: "webhook", object_id: webhook._id }} />
          </Group>
        )
      }
      actions={webhook && <WebhookActions webhook={webhook} />}
    >
      {error && !webhook && <Problem error={error} onRetry={refetch} />}
      {!error && !webhook && <Skeleton height={120} />}
      {webhook && (
        <>
          <Retrying webhook={webhook} />
          <SwitchedOff webhook={webhook} />
          <WebhookFacts webhook={webhook} />
          <Title order={2} fz={15}>
            {WEBHOOKS.deliveries}
          </Title>
          <DeliveriesList webhookId={webhook._id} />
        </>
      )}
    </Page>
  );
}

/** Since when an enabled endpoint has accepted nothing. */
function Retrying({ webhook: { failing_since: since } }: { webhook: Webhook }) {
  if (since === undefined) return null;
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle size={18} />}
      title={WEBHOOKS.retryingSince(ago(new Date(since).getTime(), Date.now()))}
    >
      {WEBHOOKS.retryingText}
    </Alert>
  );
}

/** Why this server disabled the endpoint, and how to enable it. */
function SwitchedOff({
  webhook: { _id: id, is_enabled, disabled_at, disabled_reason },
}: {
  webhook: Webhook;
}) {
  const may = useMay("developer");
  const change = useChange("put", "/api/v2/public/webhook/{id}", RENEWED);
  if (is_enabled || !disabled_at) return null;
  return (
    <Alert
      color="red"
      icon={<IconAlertTriangle size={18} />}
      title={WEBHOOKS.switchedOffSince(ago(new Date(disabled_at).getTime(), Date.now()))}
    >
      {disabled_reason} {WEBHOOKS.switchHint}
      {may && (
        <Group mt="sm">
          <Button
            variant="default"
            loading={change.isPending}
            onClick={() =>
              change.mutate({ path: { id }, body: { is_enabled: true } }, { onError: tellProblem })
            }
          >
            {WEBHOOKS.switchOnAgain}
          </Button>
        </Group>
      )}
    </Alert>
  );
}
