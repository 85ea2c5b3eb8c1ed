import { Alert, List, Stack } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { OWN } from "../../../words/applications.ts";

interface OwnIsAddedProps {
  readonly slug: string;
  readonly name: string;
  readonly warnings?: readonly string[];
}

/** The result of adding an own application, and a link to it. */
export function OwnIsAdded({ slug, name, warnings = [] }: OwnIsAddedProps) {
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
        <ButtonLink to="/$environment/applications/$slug" params={{ slug }} search={{ tab: "actions" }}>
          {OWN.open(name)}
        </ButtonLink>
      </div>
    </Stack>
  );
}
