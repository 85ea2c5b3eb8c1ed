import { Alert, List, Stack, Text } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { ButtonLink } from "../../../parts/links/button-link.tsx";
import { APPLICATION_SETUP } from "../../../words/application-setup.ts";
import { OWN } from "../../../words/applications.ts";

interface OwnIsAddedProps {
  readonly slug: string;
  readonly name: string;
  readonly warnings?: readonly string[];
  /** What tests a credential, or null for nothing; absent where it does not matter. */
  readonly check?: { readonly path: string } | null;
  /** Where there is something left to do. */
  readonly tab?: "setup" | "actions";
}

/** The result of adding an own application, and a link to it. */
export function OwnIsAdded({ slug, name, warnings = [], check, tab = "actions" }: OwnIsAddedProps) {
  return (
    <Stack gap="md" maw={760}>
      <Alert color="green" icon={<IconCircleCheck size={18} />} title={OWN.added(name)} role="status" />
      {check !== undefined && (
        <Text size="sm">
          {check === null ? APPLICATION_SETUP.hasNoCheck : APPLICATION_SETUP.hasCheck(check.path)}
        </Text>
      )}
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
        <ButtonLink to="/$environment/applications/$slug" params={{ slug }} search={{ tab }}>
          {OWN.open(name)}
        </ButtonLink>
      </div>
    </Stack>
  );
}
