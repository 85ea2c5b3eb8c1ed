import type { Environment } from "@junctor/sdk";
import { Badge, Group, SegmentedControl, Tooltip } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { SHELL } from "../words/shell.ts";
import { useEnvironment } from "./use-environment.ts";

/** Which environment is shown, and the other one a click away: its overview, because ids are not the same there. */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  return (
    <Group gap="sm" wrap="nowrap">
      <SegmentedControl
        aria-label={SHELL.environment}
        value={environment}
        onChange={(chosen) =>
          navigate({ to: "/$environment", params: { environment: chosen as Environment } })
        }
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
