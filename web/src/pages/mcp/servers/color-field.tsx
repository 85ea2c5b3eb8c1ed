import { ColorInput, type ColorInputProps } from "@mantine/core";
import { SERVERS } from "../../../words/mcp/mcp-servers.ts";

/** The color of a server's pages; its picker is loaded when the form is shown. */
export function ColorField(props: ColorInputProps) {
  return (
    <ColorInput
      size="xs"
      label={SERVERS.color}
      description={SERVERS.colorHelp}
      placeholder="#12805c"
      fixOnBlur={false}
      eyeDropperButtonProps={{ "aria-label": SERVERS.pickColor }}
      miw={200}
      {...props}
    />
  );
}
