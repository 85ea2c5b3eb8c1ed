import { Button, Text } from "@mantine/core";
import { IconBolt, IconRefresh } from "@tabler/icons-react";
import { createLazyRoute, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { useEnvironment } from "../../../api/use-environment.ts";
import { usePageNavigation } from "../../../parts/links/page-link.tsx";
import { TextLink } from "../../../parts/links/text-link.tsx";
import { DataList } from "../../../parts/lists/data-list.tsx";
import { SelectionBar } from "../../../parts/lists/selection-bar.tsx";
import { useSelection } from "../../../parts/lists/use-list-keys.ts";
import { loadedWhenShown } from "../../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../../parts/page/nothing.tsx";
import { Page } from "../../../parts/page/page.tsx";
import { RoleButton } from "../../../parts/page/role-button.tsx";
import { EXECUTIONS } from "../../../words/executions.ts";
import { type BulkFilter, getBulkFilter, MOST_NAMED, useReplayProgress } from "../replays/use-bulk-replay.ts";
import { EXECUTION_COLUMNS } from "./execution-columns.tsx";
import { ExecutionsViews } from "./executions-views.tsx";
import { ExecutionFilterFields } from "./filter-fields.tsx";
import { useExecutionFilters } from "./filters.ts";
import { useExecutions } from "./use-executions.ts";

const BulkDialog = loadedWhenShown(() =>
  import("../replays/bulk-dialog.tsx").then((file) => file.BulkDialog),
);
const BulkProgress = loadedWhenShown(() =>
  import("../replays/bulk-progress.tsx").then((file) => file.BulkProgress),
);

export const Route = createLazyRoute("/$environment/executions")({ component: ExecutionsPage });

/** Every execution, the newest first. */
function ExecutionsPage() {
  const environment = useEnvironment();
  const navigate = usePageNavigation();
  const router = useRouter();
  const filters = useExecutionFilters();
  const executions = useExecutions(filters);
  const selection = useSelection();
  const [asked, setAsked] = useState<BulkFilter>();
  const { id: replay, show } = useReplayProgress();
  const replayMany = (
    <RoleButton least="support" onClick={() => setAsked(getBulkFilter(filters))}>
      {EXECUTIONS.replayMany}
    </RoleButton>
  );
  return (
    <Page
      title={EXECUTIONS.title}
      actions={
        <>
          <NewOnes {...executions} />
          {replayMany}
        </>
      }
    >
      <ExecutionsViews />
      <ExecutionFilterFields {...filters} />
      {replay !== "" && <BulkProgress onEnd={executions.restart} />}
      <DataList
        label={EXECUTIONS.title}
        source={executions}
        columns={EXECUTION_COLUMNS}
        idOf={({ _id }) => _id}
        selection={selection}
        onPoint={({ _id: id }) =>
          router.preloadRoute({ to: "/$environment/executions/$id", params: { environment, id } })
        }
        onOpen={({ _id: id }) => navigate({ to: "/$environment/executions/$id", params: { id } })}
        onClear={filters.clear}
        empty={<NoExecutions />}
      />
      <SelectionBar selection={selection}>
        <ReplaySelected ids={selection.ids} onAsk={setAsked} />
      </SelectionBar>
      {asked && (
        <BulkDialog
          filter={asked}
          isSelection={asked.execution_id !== undefined}
          onClose={() => setAsked(undefined)}
          onStarted={(id) => {
            setAsked(undefined);
            selection.set([]);
            show(id);
          }}
        />
      )}
    </Page>
  );
}

interface ReplaySelectedProps {
  readonly ids: ReadonlySet<string>;
  readonly onAsk: (filter: BulkFilter) => void;
}

function ReplaySelected({ ids, onAsk }: ReplaySelectedProps) {
  if (ids.size > MOST_NAMED) return <Text size="sm">{EXECUTIONS.tooMany(MOST_NAMED)}</Text>;
  return (
    <RoleButton least="support" variant="filled" onClick={() => onAsk({ execution_id: [...ids].join(",") })}>
      {EXECUTIONS.replaySelected(ids.size)}
    </RoleButton>
  );
}

interface NewOnesProps {
  readonly newCount: number;
  readonly isMoreNew: boolean;
  readonly restart: () => void;
}

/** Says that there are newer ones, which are shown on request. */
function NewOnes({ newCount, isMoreNew, restart }: NewOnesProps) {
  return (
    <span role="status">
      {newCount > 0 && (
        <Button variant="light" leftSection={<IconRefresh size={14} aria-hidden />} onClick={restart}>
          {EXECUTIONS.newOnes(newCount, isMoreNew)}
        </Button>
      )}
    </span>
  );
}

function NoExecutions() {
  return (
    <Nothing
      icon={<IconBolt size={28} />}
      title={EXECUTIONS.none}
      text={EXECUTIONS.noneHint}
      action={
        <TextLink to="/$environment/workflows" size="sm">
          {EXECUTIONS.toWorkflows}
        </TextLink>
      }
    />
  );
}
