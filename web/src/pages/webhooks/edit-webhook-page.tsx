import { Skeleton } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useChange, useRead } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED, shortUrl } from "./webhook.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { getValues } from "./webhook-values.ts";

export const Route = createLazyRoute("/$environment/webhooks/$id/edit")({ component: EditWebhookPage });

function EditWebhookPage() {
  const navigate = usePageNavigation();
  const { id } = useParams({ from: "/$environment/webhooks/$id/edit" });
  const { data, error, refetch, isFetchedAfterMount } = useRead(
    "/api/v2/public/webhook/{id}",
    { path: { id } },
    { isFresh: true },
  );
  // A stale copy could have been changed by others, and would be written back.
  const webhook = isFetchedAfterMount ? data : undefined;
  const save = useChange("put", "/api/v2/public/webhook/{id}", RENEWED);
  const onSuccess = () => {
    tell(WEBHOOKS.saved);
    navigate({ to: "/$environment/webhooks/$id", params: { id } });
  };
  return (
    <Page
      title={WEBHOOKS.editTitle}
      back={{
        to: "/$environment/webhooks/$id",
        params: { id },
        label: webhook ? shortUrl(webhook.webhook_url) : WEBHOOKS.endpoint,
      }}
    >
      {error && !webhook && <Problem error={error} onRetry={refetch} />}
      {!error && !webhook && <Skeleton height={320} maw={640} />}
      {webhook && (
        <WebhookForm
          initial={getValues(webhook)}
          isChat={webhook.webhook_type === "slack" || webhook.webhook_type === "teams"}
          error={save.error}
          isPending={save.isPending}
          action={WEBHOOKS.save}
          cancel={{ to: "/$environment/webhooks/$id", params: { id } }}
          onSubmit={(body) => save.mutate({ path: { id }, body }, { onSuccess })}
        />
      )}
    </Page>
  );
}
