import { Group } from "@mantine/core";
import { useEnvironment } from "../../api/use-environment.ts";
import { MCP } from "../../words/mcp/mcp.ts";
import { RoleButton } from "../page/role-button.tsx";

interface DecideButtonsProps {
  readonly onApprove: () => void;
  readonly onReject: () => void;
  /** The decision that is being sent. */
  readonly deciding: boolean | undefined;
}

/** The two decisions. */
export function DecideButtons({ onApprove, onReject, deciding }: DecideButtonsProps) {
  const environment = useEnvironment();
  return (
    <Group gap="sm">
      <RoleButton
        least="support"
        variant="filled"
        loading={deciding === true}
        disabled={deciding === false}
        onClick={onApprove}
      >
        {environment === "production" ? MCP.approveInProduction : MCP.approve}
      </RoleButton>
      <RoleButton
        least="support"
        color="red"
        variant="light"
        loading={deciding === false}
        disabled={deciding === true}
        onClick={onReject}
      >
        {MCP.reject}
      </RoleButton>
    </Group>
  );
}
