import { Group, Skeleton, Title } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { tell, tellProblem } from "../../parts/forms/confirm.tsx";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { RoleButton } from "../../parts/page/role-button.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { Attempts } from "./attempts.tsx";
import { DeliveryFailure } from "./delivery-failure.tsx";
import { RENEWED, shortUrl, stateOfDelivery, type WebhookDelivery } from "./webhook.ts";
import classes from "./webhooks.module.css";

export const Route = createLazyRoute("/$environment/webhooks/deliveries/$id")({ component: DeliveryPage });

const WATCH_MS = 1500;
const EVERY_MS = 15_000;

function DeliveryPage() {
  const { id } = useParams({ from: "/$environment/webhooks/deliveries/$id" });
  const { data: delivery, error, refetch } = useDelivery(id);
  return (
    <Page
      title={delivery?.event ?? WEBHOOKS.delivery}
      back={{ to: "/$environment/webhooks/deliveries", label: WEBHOOKS.deliveries }}
      facts={
        delivery && (
          <Group gap="md">
            <State {...stateOfDelivery(delivery)} />
            <Identifier id={delivery._id} />
            <Moment at={delivery.createdAt} />
          </Group>
        )
      }
      actions={delivery && <Resend delivery={delivery} />}
    >
      {error && !delivery && <Problem error={error} onRetry={refetch} />}
      {!error && !delivery && <Skeleton height={200} />}
      {delivery && (
        <>
          <DeliveryFailure delivery={delivery} />
          <Related delivery={delivery} />
          <Attempts delivery={delivery} />
          {!isPayloadSent(delivery) && (
            <section>
              <Title order={2} fz={15} mb="sm">
                {WEBHOOKS.payload}
              </Title>
              <div className={classes.part}>
                <JsonTree label={WEBHOOKS.payload} value={delivery.payload} />
              </div>
            </section>
          )}
        </>
      )}
    </Page>
  );
}

/** A delivery under way is polled often: its reader waits for it. */
function useDelivery(id: string) {
  const path = "/api/v2/public/webhook-deliveries/{id}";
  const everyMs = useRenewal(["delivery"], [path], { isAbout: ({ _id }) => _id === id, everyMs: EVERY_MS });
  const first = useRead(path, { path: { id } }, { everyMs });
  const isUnderWay = first.data?.status === "pending" && first.data.attempts.length === 0;
  useRead(path, { path: { id } }, { enabled: isUnderWay, everyMs: WATCH_MS });
  return first;
}

/** Whether the last request contains the payload unchanged. */
function isPayloadSent({ attempts, payload }: WebhookDelivery): boolean {
  return attempts.at(-1)?.request?.body === JSON.stringify(payload);
}

function Related({ delivery }: { delivery: WebhookDelivery }) {
  const { data: webhook } = useRead("/api/v2/public/webhook/{id}", { path: { id: delivery.webhook_id } });
  const { linked_account_id: account, execution_id: execution } = delivery;
  return (
    <Group gap="lg" fz="sm">
      <span>
        <span className="muted">{WEBHOOKS.endpoint} </span>
        <TextLink to="/$environment/webhooks/$id" params={{ id: delivery.webhook_id }} fz="sm">
          {webhook ? shortUrl(webhook.webhook_url) : delivery.webhook_id}
        </TextLink>
      </span>
      {account && (
        <span>
          <span className="muted">{WEBHOOKS.customer} </span>
          <TextLink fz="sm" to="/$environment/customers/$id" params={{ id: account }}>
            {account}
          </TextLink>
        </span>
      )}
      {execution && (
        <span>
          <span className="muted">{WEBHOOKS.execution} </span>
          <TextLink fz="sm" to="/$environment/executions/$id" params={{ id: execution }}>
            …{execution.slice(-8)}
          </TextLink>
        </span>
      )}
    </Group>
  );
}

function Resend({ delivery: { _id, webhook_id } }: { delivery: WebhookDelivery }) {
  const resend = useChange("post", "/api/v2/public/webhook/{id}/deliveries/{delivery_id}/resend", RENEWED);
  return (
    <RoleButton
      least="support"
      loading={resend.isPending}
      onClick={() =>
        resend.mutate(
          { path: { id: webhook_id, delivery_id: _id } },
          { onSuccess: () => tell(WEBHOOKS.sentAgain), onError: tellProblem },
        )
      }
    >
      {WEBHOOKS.resend}
    </RoleButton>
  );
}
