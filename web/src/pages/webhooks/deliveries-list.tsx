import { Button, Group } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { usePages, useRead } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import { ChoiceField, FilterBar } from "../../parts/lists/filter-bar.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { useSelection } from "../../parts/lists/use-list-keys.ts";
import { Nothing } from "../../parts/page/nothing.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Duration, Moment } from "../../parts/time/moment.tsx";
import { PeriodField } from "../../parts/time/period-field.tsx";
import { PERIOD_FILTERS, usePeriod } from "../../parts/time/use-period.ts";
import { State } from "../../parts/values/state.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import { ResendBar } from "./resend-bar.tsx";
import { getAnswer, shortUrl, stateOfDelivery, type WebhookDelivery } from "./webhook.ts";

const FILTERS = [
  "status",
  "event",
  "webhook_id",
  "linked_account_id",
  "execution_id",
  ...PERIOD_FILTERS,
] as const;

const STATUSES = Object.entries(WEBHOOKS.statuses).map(([value, label]) => ({ value, label }));
const EVENTS = Object.keys(WEBHOOKS.eventDescriptions).map((value) => ({ value, label: value }));
const EVERY_MS = 10_000;

/** The deliveries of one endpoint, or of all. */
export function DeliveriesList({ webhookId }: { webhookId?: string }) {
  const navigate = usePageNavigation();
  const { filters, change, clear } = useFilters(FILTERS);
  const { period, from, to, status, event, ...ofOne } = filters;
  const selection = useSelection();
  const query = {
    ...ofOne,
    ...usePeriod({ period, from, to }),
    status: status as WebhookDelivery["status"],
    event: event as WebhookDelivery["event"],
    webhook_id: webhookId ?? ofOne.webhook_id,
  };
  const everyMs = useRenewal(["delivery"], ["/api/v2/public/webhook-deliveries"], { everyMs: EVERY_MS });
  const deliveries = usePages("/api/v2/public/webhook-deliveries", { query }, { everyMs });
  const webhooks = useRead("/api/v2/public/webhook", {});
  const urls = new Map(webhooks.data?.map(({ _id, webhook_url }) => [_id, webhook_url]));
  return (
    <>
      <FilterBar onClear={clear}>
        <ChoiceField
          label={WEBHOOKS.status}
          value={status}
          options={STATUSES}
          onChange={(chosen) => change({ status: chosen })}
        />
        <ChoiceField
          label={WEBHOOKS.event}
          value={event}
          options={EVENTS}
          width={190}
          onChange={(chosen) => change({ event: chosen })}
        />
        {webhookId === undefined && (
          <ChoiceField
            label={WEBHOOKS.allEndpoints}
            value={filters.webhook_id}
            options={[...urls].map(([value, url]) => ({ value, label: shortUrl(url) }))}
            width={220}
            onChange={(chosen) => change({ webhook_id: chosen })}
          />
        )}
        <PeriodField filters={filters} onChange={change} />
        <FixedFilters {...ofOne} onClear={change} />
      </FilterBar>
      <DataList
        label={WEBHOOKS.deliveries}
        source={deliveries}
        columns={webhookId === undefined ? columnsOf(urls) : columnsOf()}
        idOf={({ _id }) => _id}
        selection={selection}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/webhooks/deliveries/$id", params: { id } })}
        onClear={clear}
        empty={
          <Nothing
            icon={<IconSend size={28} />}
            title={WEBHOOKS.noDeliveries}
            text={webhookId ? WEBHOOKS.noDeliveriesOfOne : WEBHOOKS.noDeliveriesHint}
          />
        }
      />
      <ResendBar selection={selection} deliveries={deliveries.items} />
    </>
  );
}

/** Filters that other pages link with: they have no field, and can be removed. */
function FixedFilters({
  linked_account_id,
  execution_id,
  onClear,
}: {
  linked_account_id?: string;
  execution_id?: string;
  onClear: (change: { linked_account_id?: undefined; execution_id?: undefined }) => void;
}) {
  const chip = (text: string, cleared: Parameters<typeof onClear>[0]) => (
    <Button variant="light" color="gray" onClick={() => onClear(cleared)} rightSection="×">
      {text}
    </Button>
  );
  return (
    <Group gap="xs">
      {linked_account_id &&
        chip(`${WEBHOOKS.customer}: ${linked_account_id}`, { linked_account_id: undefined })}
      {execution_id && chip(WEBHOOKS.ofExecution(execution_id), { execution_id: undefined })}
    </Group>
  );
}

function columnsOf(urls?: ReadonlyMap<string, string>): readonly Column<WebhookDelivery>[] {
  const endpoint: Column<WebhookDelivery> = {
    header: WEBHOOKS.endpoint,
    isMinor: true,
    cell: ({ webhook_id }) => shortUrl(urls?.get(webhook_id) ?? webhook_id),
  };
  return [
    { header: WEBHOOKS.event, cell: (delivery) => <DeliveryLink delivery={delivery} /> },
    { header: WEBHOOKS.status, width: 116, cell: (delivery) => <State {...stateOfDelivery(delivery)} /> },
    ...(urls ? [endpoint] : []),
    { header: WEBHOOKS.customer, isMinor: true, cell: ({ linked_account_id: id }) => id ?? "–" },
    { header: WEBHOOKS.answer, width: 104, cell: getAnswer },
    {
      header: WEBHOOKS.attempts,
      width: 88,
      align: "right",
      cell: ({ attempts }) => <span className="number">{attempts.length}</span>,
    },
    {
      header: WEBHOOKS.took,
      width: 84,
      align: "right",
      isMinor: true,
      cell: ({ attempts }) => <Duration ms={attempts.at(-1)?.duration_ms} />,
    },
    { header: WEBHOOKS.made, width: 100, cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

function DeliveryLink({ delivery: { _id: id, event } }: { delivery: WebhookDelivery }) {
  return (
    <PageLink to="/$environment/webhooks/deliveries/$id" params={{ id }}>
      {event}
    </PageLink>
  );
}
