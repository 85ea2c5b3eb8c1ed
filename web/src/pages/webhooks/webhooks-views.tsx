import { Views } from "../../parts/page/views.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";

/** The two lists of the webhooks page. */
export function WebhooksViews() {
  return (
    <Views
      label={WEBHOOKS.views}
      views={[
        { to: "/$environment/webhooks", label: WEBHOOKS.endpoints },
        { to: "/$environment/webhooks/deliveries", label: WEBHOOKS.deliveries },
      ]}
    />
  );
}
