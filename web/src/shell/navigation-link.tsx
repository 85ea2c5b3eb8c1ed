import { NavLink, type NavLinkProps } from "@mantine/core";
import { createPageLink, type LinkProps } from "../parts/links/page-link.tsx";

const LinkEntry = (props: LinkProps<NavLinkProps>) => <NavLink {...props} />;

/** A link to a page in the navigation. */
export const NavigationLink = createPageLink(LinkEntry);
