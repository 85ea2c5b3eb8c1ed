import { Anchor, type AnchorProps } from "@mantine/core";
import { createPageLink, type LinkProps } from "./page-link.tsx";

const LinkText = (props: LinkProps<AnchorProps>) => <Anchor {...props} />;

/** A link to a page, with the props of Mantine's `Anchor`. */
export const TextLink = createPageLink(LinkText);
