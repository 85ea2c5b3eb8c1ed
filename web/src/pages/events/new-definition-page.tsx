import { Button } from "@mantine/core";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { useChange } from "../../api/use-api.ts";
import { tell } from "../../parts/forms/confirm.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { EVENTS } from "../../words/events.ts";
import { PARTS } from "../../words/parts/parts.ts";
import { DefinitionForm } from "./definition-form.tsx";

export const Route = createLazyRoute("/$environment/events/definitions/new")({
  component: NewDefinitionPage,
});

function NewDefinitionPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const list = `/${environment}/events/definitions`;
  const create = useChange("post", "/api/v2/public/application/event", ["/api/v2/public/application/event"]);
  return (
    <Page title={EVENTS.define} back={{ to: list, label: EVENTS.definitions }}>
      <DefinitionForm
        initial={{ name: "", example: undefined }}
        error={create.error}
        isPending={create.isPending}
        action={EVENTS.defineAction}
        cancel={
          <Button variant="default" component={Link} to={list}>
            {PARTS.cancel}
          </Button>
        }
        onSubmit={(body) =>
          create.mutate(
            { body },
            {
              onSuccess: ({ _id: id }) => {
                tell(EVENTS.defined);
                navigate({ to: "/$environment/events/definitions/$id", params: { environment, id } });
              },
            },
          )
        }
      />
    </Page>
  );
}
