import type { Environment } from "@junctor/sdk";
import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { Role } from "../../api/session.ts";
import { useMay } from "../../api/use-role.ts";
import { PARTS } from "../../words/parts/parts.ts";

interface RoleButtonProps extends ButtonProps {
  /** The role that it takes. */
  readonly least: Role;
  /** Where it acts, if not where the page is. */
  readonly environment?: Environment;
  /** `submit` where Enter in a field of its form means it, too. */
  readonly type?: "submit";
  readonly onClick: () => unknown;
}

/** A button that says which role it takes to those who do not have it. */
export function RoleButton({ least, environment, onClick, ...props }: RoleButtonProps) {
  const may = useMay(least, environment);
  return (
    <Tooltip label={PARTS.needsRole(least, environment)} disabled={may}>
      <Button
        variant="default"
        {...props}
        data-disabled={!may || undefined}
        aria-disabled={!may || undefined}
        onClick={(event) => {
          event.preventDefault();
          if (may) onClick();
        }}
      />
    </Tooltip>
  );
}
