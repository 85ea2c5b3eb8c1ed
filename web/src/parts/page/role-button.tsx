import type { Environment } from "@junctor/sdk";
import { Button, type ButtonProps, Tooltip } from "@mantine/core";
import type { Role } from "../../api/session.ts";
import { useMay } from "../../api/use-role.ts";
import { PAGES } from "../../words/parts/pages.ts";

interface RoleButtonProps extends ButtonProps {
  /** The required role. */
  readonly least: Role;
  /** The environment in which it acts, if not the page's. */
  readonly environment?: Environment;
  /** `submit` if Enter in a field of its form triggers it as well. */
  readonly type?: "submit";
  readonly onClick: () => unknown;
}

/** A button that tells those who lack the required role which one it is. */
export function RoleButton({ least, environment, onClick, ...props }: RoleButtonProps) {
  const may = useMay(least, environment);
  return (
    <Tooltip label={PAGES.needsRole(least, environment)} disabled={may}>
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
