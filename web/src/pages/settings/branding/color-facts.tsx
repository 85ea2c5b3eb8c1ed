import { Stack, Table, Text } from "@mantine/core";
import { BRANDING } from "../../../words/settings/branding.ts";
import classes from "./branding.module.css";
import type { Preview } from "./use-preview.ts";

/** How readable the accent color is, and how the pages adjust it. */
export function ColorFacts({ preview: { button, links } }: { preview: Preview }) {
  const isWhite = button.text === "#ffffff";
  const lines = [
    {
      name: BRANDING.button,
      color: button.color,
      text: `${BRANDING.buttonText(isWhite)}, ${BRANDING.contrast(button.contrast)}`,
    },
    {
      name: BRANDING.lightLink,
      color: links.light.color,
      text: linkText(links.light, button.color, BRANDING.darkened),
    },
    {
      name: BRANDING.darkLink,
      color: links.dark.color,
      text: linkText(links.dark, button.color, BRANDING.lightened),
    },
  ];
  return (
    <Stack gap={4} aria-live="polite">
      <Table
        aria-label={BRANDING.readable}
        fz="xs"
        verticalSpacing={2}
        horizontalSpacing={0}
        withRowBorders={false}
      >
        <Table.Tbody>
          {lines.map(({ name, color, text }) => (
            <Table.Tr key={name}>
              <Table.Th fw={400} w={110}>
                <span className={classes.swatch} style={{ background: color }} /> {name}
              </Table.Th>
              <Table.Td className="muted">{text}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" className="muted">
        {BRANDING.needs}
      </Text>
    </Stack>
  );
}

function linkText(link: Preview["links"]["light"], chosen: string, changed: (own: string) => string): string {
  const own = BRANDING.contrast(link.own_contrast);
  return link.color === chosen ? `${BRANDING.asChosen}, ${own}` : changed(own);
}
