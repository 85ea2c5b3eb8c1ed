import { Badge, Group, Skeleton, Tabs, Text } from "@mantine/core";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useRead } from "../../api/use-api.ts";
import { ApplicationIcon } from "../../parts/applications/application-icon.tsx";
import { useFilters } from "../../parts/lists/use-filters.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { APPLICATIONS } from "../../words/applications.ts";
import { getState, type ListedApplication } from "./application.ts";
import { ApplicationActions } from "./application-actions.tsx";
import { MissingParts } from "./missing-parts.tsx";

export const Route = createLazyRoute("/$environment/applications/$slug")({ component: ApplicationPage });

const LOADING = <Skeleton height={160} />;
const SetupTab = loadedWhenShown(() => import("./setup-tab.tsx").then((file) => file.SetupTab), LOADING);
const ActionsTab = loadedWhenShown(
  () => import("./actions-tab.tsx").then((file) => file.ActionsTab),
  LOADING,
);
const TriggersTab = loadedWhenShown(
  () => import("./triggers-tab.tsx").then((file) => file.TriggersTab),
  LOADING,
);
const ApplicationConnections = loadedWhenShown(
  () => import("./application-connections.tsx").then((file) => file.ApplicationConnections),
  LOADING,
);
const CallsTab = loadedWhenShown(() => import("./calls-tab.tsx").then((file) => file.CallsTab), LOADING);

interface ApplicationTab {
  readonly name: string;
  readonly label: string;
  readonly show: (application: ListedApplication) => ReactNode;
}

const SETUP: ApplicationTab = {
  name: "setup",
  label: APPLICATIONS.setup,
  show: (application) => <SetupTab application={application} />,
};

const TABS: readonly ApplicationTab[] = [
  SETUP,
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
    show: (application) => <ApplicationConnections slug={application.slug} />,
  },
  {
    name: "calls",
    label: APPLICATIONS.calls,
    show: (application) => <CallsTab slug={application.slug} />,
  },
];

/** One application: whether customers can connect it, its client, its actions, its users and its response times. */
function ApplicationPage() {
  const { slug = "" } = useParams({ strict: false }) as { slug?: string };
  const { filters, change } = useFilters(["tab"]);
  const {
    data: application,
    error,
    refetch,
  } = useRead("/api/v2/public/application/{slug}/settings", {
    path: { slug },
  });
  const { name, show } = TABS.find((tab) => tab.name === filters.tab) ?? SETUP;
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
          {application?.description && (
            <Text size="sm" className="muted" maw="80ch">
              {application.description}
            </Text>
          )}
          {application && <MissingParts application={application} />}
          <Tabs value={name} keepMounted={false} onChange={(tab) => change({ tab: tab ?? undefined })}>
            <Tabs.List aria-label={APPLICATIONS.tabs}>
              {TABS.map((tab) => (
                <Tabs.Tab key={tab.name} value={tab.name}>
                  {tab.label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={name} pt="lg">
              {application ? show(application) : LOADING}
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </Page>
  );
}

function Facts({ application }: { application: ListedApplication }) {
  const { slug, kind, provider } = application;
  return (
    <Group gap="md">
      <State {...getState(application)} />
      <Identifier id={slug} whole />
      {kind === "custom" && (
        <Badge color="gray">{`${APPLICATIONS.own} · ${APPLICATIONS.kinds[provider]}`}</Badge>
      )}
    </Group>
  );
}
