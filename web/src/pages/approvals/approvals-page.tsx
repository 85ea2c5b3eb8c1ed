import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { createLazyRoute } from "@tanstack/react-router";
import { type ReactNode, useRef } from "react";
import { usePages } from "../../api/use-api.ts";
import { useRenewal } from "../../api/use-live.ts";
import { loadedWhenShown } from "../../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../../parts/page/nothing.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import { MCP } from "../../words/mcp/mcp.ts";
import { SHELL } from "../../words/shell.ts";
import { WaitingCall } from "../mcp/calls/waiting-call.tsx";

export const Route = createLazyRoute("/$environment/approvals")({ component: ApprovalsPage });

const EVERY_MS = 10_000;
// It has the fields of a form.
const WaitingStep = loadedWhenShown(
  () => import("./waiting-step.tsx").then((file) => file.WaitingStep),
  <Skeleton height={140} />,
);

function ApprovalsPage() {
  const everyMs = useRenewal(["mcp_call"], ["/api/v2/public/mcp-calls"], { everyMs: EVERY_MS });
  const shown = useRef<ReadonlySet<string>>(new Set());
  const stepsEveryMs = useRenewal(["approval", "execution"], ["/api/v2/public/approval"], {
    // A stopped execution no longer waits for approval.
    isAbout: ({ kind, _id }) => kind === "approval" || shown.current.has(_id),
    everyMs: EVERY_MS,
  });
  const calls = usePages(
    "/api/v2/public/mcp-calls",
    { query: { status: "WAITING", limit: 20 } },
    { everyMs },
  );
  const steps = usePages("/api/v2/public/approval", { query: { limit: 20 } }, { everyMs: stepsEveryMs });
  shown.current = new Set(steps.items.map(({ execution_id }) => execution_id));
  const isEmpty = calls.data && steps.data && calls.items.length + steps.items.length === 0;
  return (
    <Page title={SHELL.approvals}>
      {isEmpty && (
        <Nothing icon={<IconCircleCheck size={28} />} title={MCP.nothingWaits} text={MCP.nothingWaitsHint} />
      )}
      <Waiting title={MCP.callsOfAgents} source={calls}>
        {calls.items.map((call) => (
          <WaitingCall key={call._id} call={call} />
        ))}
      </Waiting>
      <Waiting title={MCP.stepsOfExecutions} source={steps}>
        {steps.items.map((step) => (
          <WaitingStep key={`${step.execution_id}/${step.path}`} step={step} />
        ))}
      </Waiting>
    </Page>
  );
}

interface WaitingProps {
  readonly title: string;
  readonly source: Pick<
    ReturnType<typeof usePages>,
    "items" | "isPending" | "error" | "refetch" | "hasNextPage" | "isFetchingNextPage" | "fetchNextPage"
  >;
  readonly children: ReactNode;
}

function Waiting({ title, source, children }: WaitingProps) {
  if (source.isPending) return <Skeleton height={120} />;
  if (source.error) return <Problem error={source.error} onRetry={source.refetch} />;
  if (source.items.length === 0) return null;
  return (
    <Stack gap="md" component="section" aria-label={title} maw={920}>
      <Title order={2} fz={15}>
        {title}
      </Title>
      {children}
      {source.hasNextPage && (
        <Group>
          <Button
            variant="default"
            loading={source.isFetchingNextPage}
            onClick={() => void source.fetchNextPage()}
          >
            {MCP.more}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
