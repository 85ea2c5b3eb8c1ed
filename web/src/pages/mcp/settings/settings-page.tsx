import { Skeleton, Stack } from "@mantine/core";
import { createLazyRoute } from "@tanstack/react-router";
import { useRead } from "../../../api/use-api.ts";
import { Page } from "../../../parts/page/page.tsx";
import { Problem } from "../../../parts/page/problem.tsx";
import { SHELL } from "../../../words/shell.ts";
import { McpViews } from "../mcp-views.tsx";
import { Management } from "./management.tsx";
import { SettingsForm } from "./settings-form.tsx";

export const Route = createLazyRoute("/$environment/mcp/settings")({ component: SettingsPage });

/** How customers sign in for assistants, who approves calls, and where the team's own agents go. */
function SettingsPage() {
  const { data: settings, error, refetch } = useRead("/api/v2/public/mcp-settings", {});
  return (
    <Page title={SHELL.mcp}>
      <McpViews />
      {error && !settings && <Problem error={error} onRetry={refetch} />}
      {!error && !settings && <Skeleton height={320} maw={640} />}
      {settings && (
        <Stack gap={32} maw={640}>
          <SettingsForm settings={settings} />
          <Management url={settings.management_url} />
        </Stack>
      )}
    </Page>
  );
}
