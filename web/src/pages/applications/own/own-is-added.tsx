import { Alert, Button, List, Stack } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useEnvironment } from "../../../shell/use-environment.ts";
import { OWN } from "../../../words/applications.ts";

interface OwnIsAddedProps {
  readonly slug: string;
  readonly name: string;
  readonly warnings?: readonly string[];
}

/** The result of adding an own application, and a link to it. */
export function OwnIsAdded({ slug, name, warnings = [] }: OwnIsAddedProps) {
  const environment = useEnvironment();
  return (
    <Stack gap="md" maw={760}>
      <Alert color="green" icon={<IconCircleCheck size={18} />} title={OWN.added(name)} role="status" />
      {warnings.length > 0 && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={OWN.warnings}>
          <List size="sm">
            {warnings.map((warning) => (
              <List.Item key={warning}>{warning}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      <div>
        <Button
          component={Link}
          to="/$environment/applications/$slug"
          params={{ environment, slug } as never}
          search={{ tab: "actions" } as never}
        >
          {OWN.open(name)}
        </Button>
      </div>
    </Stack>
  );
}
