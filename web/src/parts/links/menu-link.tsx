import { Menu, type MenuItemProps } from "@mantine/core";
import { createPageLink, type LinkProps } from "./page-link.tsx";

const LinkItem = (props: LinkProps<MenuItemProps>) => <Menu.Item component="a" {...props} />;

/** A link to a page in a menu. */
export const MenuLink = createPageLink(LinkItem);
