import { Button, type ButtonProps } from "@mantine/core";
import { createPageLink, type LinkProps } from "./page-link.tsx";

const LinkButton = (props: LinkProps<ButtonProps>) => <Button component="a" {...props} />;

/** A link to a page that looks like a button. */
export const ButtonLink = createPageLink(LinkButton);
