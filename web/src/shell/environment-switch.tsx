import type { Environment } from "@junctor/sdk";
import { SegmentedControl, Tooltip } from "@mantine/core";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { useEnvironment } from "../api/use-environment.ts";
import { samePageIn } from "../parts/page/same-page.ts";
import { SHELL } from "../words/shell.ts";
import classes from "./shell.module.css";

/** The current environment, with a link to the same page of the other one. */
export function EnvironmentSwitch() {
  const environment = useEnvironment();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <Tooltip label={SHELL.isTest} disabled={environment !== "test"}>
      <SegmentedControl
        aria-label={SHELL.environment}
        className={classes.environment}
        value={environment}
        onChange={(chosen) => navigate({ to: samePageIn(chosen as Environment, pathname) })}
        data={[
          { value: "test", label: SHELL.test },
          { value: "production", label: SHELL.production },
        ]}
      />
    </Tooltip>
  );
}
