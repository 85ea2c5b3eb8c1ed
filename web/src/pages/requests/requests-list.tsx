import { IconArrowsExchange } from "@tabler/icons-react";
import { usePages } from "../../api/use-api.ts";
import { useApplications } from "../../parts/applications/use-building-blocks.ts";
import { PageLink, usePageNavigation } from "../../parts/links/page-link.tsx";
import { DataList } from "../../parts/lists/data-list.tsx";
import type { Column } from "../../parts/lists/list-row.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { getHost, getTitle, type ListedRequest, stateOfRequest } from "../../parts/requests/request.ts";
import { Duration, Moment } from "../../parts/time/moment.tsx";
import { usePeriod } from "../../parts/time/use-period.ts";
import { State } from "../../parts/values/state.tsx";
import { REQUESTS } from "../../words/requests.ts";
import { REQUEST_FILTERS, RequestFilterFields } from "./request-filters.tsx";

const EVERY_MS = 10_000;

/** Requests to third parties, newest first. */
export function RequestsList() {
  const navigate = usePageNavigation();
  const filtering = useFilters(REQUEST_FILTERS);
  const { period, from, to, status, cause, ...others } = filtering.filters;
  const query = {
    ...others,
    ...usePeriod({ period, from, to }),
    status: status as "failed" | undefined,
    cause: cause as ListedRequest["cause"] | undefined,
  };
  // Requests are no changes that the server streams: each would cost a row more.
  const requests = usePages("/api/v2/public/requests", { query }, { everyMs: EVERY_MS });
  const names = new Map(useApplications().map(({ slug, name }) => [slug, name]));
  return (
    <>
      <RequestFilterFields {...filtering} />
      <DataList
        label={REQUESTS.list}
        source={requests}
        columns={columnsOf(names)}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) => navigate({ to: "/$environment/requests/$id", params: { id } })}
        onClear={filtering.clear}
        empty={
          <Nothing icon={<IconArrowsExchange size={28} />} title={REQUESTS.none} text={REQUESTS.noneHint} />
        }
      />
    </>
  );
}

function columnsOf(names: ReadonlyMap<string, string>): readonly Column<ListedRequest>[] {
  return [
    { header: REQUESTS.status, width: 124, cell: (request) => <State {...stateOfRequest(request)} /> },
    { header: REQUESTS.request, cell: (request) => <RequestLink request={request} /> },
    {
      header: REQUESTS.application,
      width: "15%",
      isMinor: true,
      cell: ({ slug, url = "" }) =>
        slug === undefined ? <span className="muted">{getHost(url)}</span> : (names.get(slug) ?? slug),
    },
    { header: REQUESTS.customer, width: "14%", isMinor: true, cell: ({ linked_account_id: id }) => id },
    {
      header: REQUESTS.cause,
      width: "14%",
      isMinor: true,
      cell: ({ cause, step }) => (step === undefined ? REQUESTS.causes[cause] : `${REQUESTS.step} ${step}`),
    },
    {
      header: REQUESTS.took,
      width: 84,
      align: "right",
      isMinor: true,
      cell: ({ duration_ms: ms }) => <Duration ms={ms} />,
    },
    { header: REQUESTS.sent, width: 100, align: "right", cell: ({ createdAt }) => <Moment at={createdAt} /> },
  ];
}

function RequestLink({ request }: { request: ListedRequest }) {
  return (
    <PageLink to="/$environment/requests/$id" params={{ id: request._id }} title={request.url}>
      {getTitle(request)}
    </PageLink>
  );
}
