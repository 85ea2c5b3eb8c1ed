import type { Reply } from "@junctor/sdk";
import { IconBell } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { wholeList } from "../../parts/lists/whole-list.ts";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Moment } from "../../parts/time/moment.tsx";
import { EVENTS } from "../../words/events.ts";
import { SHELL } from "../../words/shell.ts";
import { EventViews } from "./event-views.tsx";

export const Route = createLazyRoute("/$environment/events/definitions")({ component: DefinitionsPage });

type EventDefinition = Reply<"get", "/api/v2/public/application/event">[number];

function DefinitionsPage() {
  const navigate = usePageNavigation();
  const definitions = useRead("/api/v2/public/application/event", {});
  return (
    <Page title={SHELL.events} actions={<DefineEvent />}>
      <EventViews />
      <DataList
        label={EVENTS.definitions}
        source={wholeList(definitions, definitions.data ?? [])}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/events/definitions/$id", params: { id } })}
        empty={
          <Nothing
            icon={<IconBell size={28} />}
            title={EVENTS.noDefinitions}
            text={EVENTS.noDefinitionsHint}
            action={<DefineEvent />}
          />
        }
      />
    </Page>
  );
}

const COLUMNS: readonly Column<EventDefinition>[] = [
  { header: EVENTS.name, width: "30%", cell: (definition) => <DefinitionLink definition={definition} /> },
  {
    header: EVENTS.fields,
    cell: ({ response }) => <span className="mono">{response.map(({ key }) => key).join(", ") || "–"}</span>,
  },
  { header: EVENTS.changed, width: 110, cell: ({ updatedAt }) => <Moment at={updatedAt} /> },
];

function DefinitionLink({ definition: { _id: id, name } }: { definition: EventDefinition }) {
  return (
    <PageLink to="/$environment/events/definitions/$id" params={{ id }}>
      {name}
    </PageLink>
  );
}

function DefineEvent() {
  const may = useMay("developer");
  if (!may) return null;
  return <ButtonLink to="/$environment/events/definitions/new">{EVENTS.define}</ButtonLink>;
}
