import { IconWebhook } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useMay } from "../../api/use-role.ts";
import { ButtonLink } from "../../parts/links/button-link.tsx";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { FilterBar, SearchField } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { wholeList } from "../../parts/lists/whole-list.ts";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { SHELL } from "../../words/shell.ts";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { EnabledSwitch } from "./enabled-switch.tsx";
import { getState, shortUrl, type Webhook } from "./webhook.ts";
import { WebhooksViews } from "./webhooks-views.tsx";

export const Route = createLazyRoute("/$environment/webhooks")({ component: WebhooksPage });

function WebhooksPage() {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(["q"]);
  const webhooks = useRead("/api/v2/public/webhook", {}, { everyMs: 30_000 });
  const found = (webhooks.data ?? []).filter((webhook) => contains(webhook, filters.q));
  return (
    <Page title={SHELL.webhooks} actions={<NewEndpoint />}>
      <WebhooksViews />
      {(webhooks.data?.length ?? 0) > 0 && (
        <FilterBar onClear={clear}>
          <SearchField label={WEBHOOKS.search} value={filters.q} onChange={(q) => change({ q })} />
        </FilterBar>
      )}
      <DataList
        label={WEBHOOKS.endpoints}
        source={wholeList(webhooks, found)}
        columns={COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/webhooks/$id", params: { id } })}
        onClear={clear}
        empty={<NoEndpoints />}
      />
    </Page>
  );
}

const COLUMNS: readonly Column<Webhook>[] = [
  { header: WEBHOOKS.endpoint, cell: (webhook) => <EndpointLink webhook={webhook} /> },
  { header: WEBHOOKS.state, width: 128, cell: (webhook) => <State {...getState(webhook)} /> },
  {
    header: WEBHOOKS.events,
    width: 230,
    isMinor: true,
    cell: ({ webhook_events: [first = "", ...rest] }) =>
      rest.length === 0 ? first : WEBHOOKS.moreEvents(first, rest.length),
  },
  { header: WEBHOOKS.group, width: 120, isMinor: true, cell: ({ group }) => group ?? "–" },
  {
    header: WEBHOOKS.changed,
    width: 110,
    isMinor: true,
    cell: ({ updatedAt }) => <Moment at={updatedAt} />,
  },
  { header: WEBHOOKS.isOn, width: 64, cell: (webhook) => <EnabledSwitch webhook={webhook} /> },
];

function EndpointLink({ webhook: { _id: id, webhook_url, description } }: { webhook: Webhook }) {
  return (
    <PageLink to="/$environment/webhooks/$id" params={{ id }}>
      {shortUrl(webhook_url)}
      {description && <span className="muted"> · {description}</span>}
    </PageLink>
  );
}

function NewEndpoint() {
  const may = useMay("developer");
  if (!may) return null;
  return <ButtonLink to="/$environment/webhooks/new">{WEBHOOKS.newEndpoint}</ButtonLink>;
}

function NoEndpoints() {
  return (
    <Nothing
      icon={<IconWebhook size={28} />}
      title={WEBHOOKS.noEndpoints}
      text={WEBHOOKS.noEndpointsHint}
      action={<NewEndpoint />}
    />
  );
}

function contains({ webhook_url, description, group, _id }: Webhook, text = ""): boolean {
  const all = [webhook_url, description, group, _id].join(" ").toLowerCase();
  return all.includes(text.toLowerCase());
}
