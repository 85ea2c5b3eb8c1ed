import type { Environment } from "@junctor/sdk";
import { Badge, Group, SegmentedControl, Tooltip } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { SHELL } from "../words/shell.ts";
import { samePageIn } from "./same-page.ts";
import { useEnvironment } from "./use-environment.ts";

/** The current environment, with a link to the same page of the other one. */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Group gap="sm" wrap="nowrap">
      <SegmentedControl
        aria-label={SHELL.environment}
        value={environment}
        onChange={(chosen) => navigate({ to: samePageIn(chosen as Environment, pathname) })}
        data={[
          { value: "test", label: SHELL.test },
          { value: "production", label: SHELL.production },
        ]}
      />
      {environment === "test" && (
        <Tooltip label={SHELL.isTest}>
          <Badge color="yellow" variant="outline" c="var(--warn)" visibleFrom="sm">
            {SHELL.test}
          </Badge>
        </Tooltip>
      )}
    </Group>
  );
}
