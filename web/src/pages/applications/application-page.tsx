import { Badge, Group, Text } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { Page } from "../../parts/page/page.tsx";
import { loadedTab, type PageTabList, PageTabs } from "../../parts/page/page-tabs.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { APPLICATIONS } from "../../words/applications.ts";
import { DIRECTORY } from "../../words/directory.ts";
import { PIECES } from "../../words/pieces.ts";
import { getState, type ListedApplication } from "./application.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { MissingParts } from "./missing-parts.tsx";

export const Route = createLazyRoute("/$environment/applications/$slug")({ component: ApplicationPage });

const SetupTab = loadedTab(() => import("./setup-tab.tsx").then((file) => file.SetupTab));
const ActionsTab = loadedTab(() => import("./actions-tab.tsx").then((file) => file.ActionsTab));
const TriggersTab = loadedTab(() => import("./triggers-tab.tsx").then((file) => file.TriggersTab));
const ApplicationConnections = loadedTab(() =>
  import("./application-connections.tsx").then((file) => file.ApplicationConnections),
);
const PieceTab = loadedTab(() => import("./pieces/piece-tab.tsx").then((file) => file.PieceTab));
const CallsTab = loadedTab(() => import("./calls-tab.tsx").then((file) => file.CallsTab));

const TABS: PageTabList<ListedApplication> = [
  {
    name: "setup",
    label: APPLICATIONS.setup,
    show: (application) => <SetupTab application={application} />,
  },
  {
    name: "actions",
    label: APPLICATIONS.tryIt,
    show: (application) => <ActionsTab application={application} />,
  },
  {
    name: "triggers",
    label: APPLICATIONS.triggers,
    show: (application) => <TriggersTab application={application} />,
  },
  {
    name: "connections",
    label: APPLICATIONS.connections,
    show: (application) => <ApplicationConnections {...application} />,
  },
  {
    name: "calls",
    label: APPLICATIONS.calls,
    show: (application) => <CallsTab slug={application.slug} />,
  },
];

const PIECE_TAB: PageTabList<ListedApplication>[number] = {
  name: "piece",
  label: PIECES.tab,
  show: (application) => <PieceTab application={application} />,
};

/** One application: whether customers can connect it, its client, its actions, its users and its response times. */
function ApplicationPage() {
  const { slug = "" } = useParams({ strict: false });
  const {
    data: application,
    error,
    refetch,
  } = useRead("/api/v2/public/application/{slug}/settings", {
    path: { slug },
  });
  const tabs = application?.provider === "piece" ? ([...TABS, PIECE_TAB] as const) : TABS;
  return (
    <Page
      title={application?.name ?? slug}
      back={{ to: "/$environment/applications", label: APPLICATIONS.toList }}
      icon={application && <ApplicationIcon slug={slug} name={application.name} size={28} />}
      facts={application && <Facts application={application} />}
      actions={application && <ApplicationActions application={application} />}
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && (
        <>
          {application && hasMoreToSay(application) && (
            <Text size="sm" className="muted" maw="80ch">
              {application.description !== application.name && application.description}
              {application.grade && ` ${DIRECTORY.grades[application.grade].text}`}
            </Text>
          )}
          {application && <MissingParts application={application} />}
          <PageTabs label={APPLICATIONS.tabs} tabs={tabs} shown={application} />
        </>
      )}
    </Page>
  );
}

/** A document without a description has its title there, which the page already shows. */
function hasMoreToSay({ name, description, grade }: ListedApplication): boolean {
  return grade !== undefined || !["", name].includes(description);
}

function Facts({ application }: { application: ListedApplication }) {
  const { slug, kind, provider, grade } = application;
  return (
    <Group gap="md">
      <State {...getState(application)} />
      <Identifier id={slug} whole />
      {grade !== undefined && <Badge color="gray">{DIRECTORY.grades[grade].word}</Badge>}
      {kind === "custom" && (
        <Badge color="gray">{`${APPLICATIONS.own} · ${APPLICATIONS.kinds[provider]}`}</Badge>
      )}
    </Group>
  );
}
