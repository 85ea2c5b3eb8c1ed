import { createLazyRoute } from "@tanstack/react-router";
import { useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { usePageNavigation } from "../../parts/links/page-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { EVENTS } from "../../words/events.ts";
import { DefinitionForm } from "./definition-form.tsx";

export const Route = createLazyRoute("/$environment/events/definitions/new")({
  component: NewDefinitionPage,
});

function NewDefinitionPage() {
  const navigate = usePageNavigation();
  const create = useChange("post", "/api/v2/public/application/event", ["/api/v2/public/application/event"]);
  return (
    <Page title={EVENTS.define} back={{ to: "/$environment/events/definitions", label: EVENTS.definitions }}>
      <DefinitionForm
        initial={{ name: "", example: undefined }}
        error={create.error}
        isPending={create.isPending}
        action={EVENTS.defineAction}
        cancel={{ to: "/$environment/events/definitions" }}
        onSubmit={(body) =>
          create.mutate(
            { body },
            {
              onSuccess: ({ _id: id }) => {
                tell(EVENTS.defined);
                navigate({ to: "/$environment/events/definitions/$id", params: { id } });
              },
            },
          )
        }
      />
    </Page>
  );
}
