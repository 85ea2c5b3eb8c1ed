import { createLazyRoute } from "@tanstack/react-router";
import { useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { RENEWED } from "./webhook.ts";
import { WebhookForm } from "./webhook-form.tsx";
import { EMPTY } from "./webhook-values.ts";

export const Route = createLazyRoute("/$environment/webhooks/new")({ component: NewWebhookPage });

function NewWebhookPage() {
  const navigate = usePageNavigation();
  const create = useChange("post", "/api/v2/public/webhook", RENEWED);
  return (
    <Page title={WEBHOOKS.newTitle} back={{ to: "/$environment/webhooks", label: WEBHOOKS.endpoints }}>
      <WebhookForm
        initial={EMPTY}
        isChat={false}
        error={create.error}
        isPending={create.isPending}
        action={WEBHOOKS.create}
        cancel={{ to: "/$environment/webhooks" }}
        onSubmit={(body) =>
          create.mutate(
            { body },
            {
              onSuccess: ({ _id: id }) => {
                tell(WEBHOOKS.createdNow);
                navigate({ to: "/$environment/webhooks/$id", params: { id } });
              },
            },
          )
        }
      />
    </Page>
  );
}
