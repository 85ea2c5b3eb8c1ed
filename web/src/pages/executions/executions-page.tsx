import { Anchor, Button } from "@mantine/core";
import { IconBolt, IconRefresh } from "@tabler/icons-react";
import { createLazyRoute, Link, useNavigate } from "@tanstack/react-router";
import { DataList } from "../../parts/data-list.tsx";
import { Nothing, NothingFits } from "../../parts/nothing.tsx";
import { Page } from "../../parts/page.tsx";
import { useEnvironment } from "../../shell/use-environment.ts";
import { EXECUTIONS } from "../../words/executions.ts";
import { EXECUTION_COLUMNS } from "./execution-columns.tsx";
import { ExecutionFilterFields } from "./filter-fields.tsx";
import { useExecutionFilters } from "./filters.ts";
import { useExecutions } from "./use-executions.ts";

export const Route = createLazyRoute("/$environment/executions")({ component: ExecutionsPage });

/** Every execution, the newest first. */
function ExecutionsPage() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const filters = useExecutionFilters();
  const executions = useExecutions(filters);
  return (
    <Page title={EXECUTIONS.title} actions={<NewOnes {...executions} />}>
      <ExecutionFilterFields {...filters} />
      <DataList
        label={EXECUTIONS.title}
        source={executions}
        columns={EXECUTION_COLUMNS}
        idOf={({ _id }) => _id}
        onOpen={({ _id: id }) =>
          navigate({ to: "/$environment/executions/$id", params: { environment, id } as never })
        }
        empty={filters.isFiltered ? <NothingFits onClear={filters.clear} /> : <NoExecutions />}
      />
    </Page>
  );
}

interface NewOnesProps {
  readonly newCount: number;
  readonly isMoreNew: boolean;
  readonly restart: () => void;
}

/** Says that there are newer ones; they come when they are wanted. */
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
  const environment = useEnvironment();
  return (
    <Nothing
      icon={<IconBolt size={28} />}
      title={EXECUTIONS.none}
      text={EXECUTIONS.noneHint}
      action={
        <Anchor component={Link} to="/$environment/workflows" params={{ environment } as never} size="sm">
          {EXECUTIONS.toWorkflows}
        </Anchor>
      }
    />
  );
}
