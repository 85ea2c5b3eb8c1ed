import { IconRotate } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { usePages } from "../../../api/use-api.ts";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { EXECUTIONS, REPLAYS } from "../../../words/executions.ts";
import { ExecutionsViews } from "../list/executions-views.tsx";
import { useReplayColumns } from "./replay-columns.tsx";
import { getSearch } from "./replay-filter.ts";

export const Route = createLazyRoute("/$environment/executions/replays")({ component: ReplaysPage });

const EVERY_MS = 5000;

/** Bulk replays, newest first; each opens next to the executions that its filter matches. */
function ReplaysPage() {
  const navigate = usePageNavigation();
  const replays = usePages("/api/v2/public/execution/replay", {}, { everyMs: EVERY_MS });
  const columns = useReplayColumns(replays.items);
  return (
    <Page title={EXECUTIONS.title}>
      <ExecutionsViews />
      <DataList
        label={REPLAYS.title}
        source={replays}
        columns={columns}
        idOf={({ _id: id = "" }) => id}
        onOpen={(replay) => navigate({ to: "/$environment/executions", search: getSearch(replay) })}
        empty={<NoReplays />}
      />
    </Page>
  );
}

function NoReplays() {
  return (
    <Nothing
      icon={<IconRotate size={28} />}
      title={REPLAYS.none}
      text={REPLAYS.noneHint}
      action={
        <TextLink to="/$environment/executions" size="sm">
          {REPLAYS.toExecutions}
        </TextLink>
      }
    />
  );
}
