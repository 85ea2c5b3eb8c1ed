import {
  Avatar,
  Menu,
  type MenuItemProps,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from "@mantine/core";
import {
  IconApi,
  IconBook2,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUser,
} from "@tabler/icons-react";
import { type Session, sendAnywhere } from "../api/session.ts";
import { tellProblem } from "../parts/forms/confirm.tsx";
import { createPageLink, type LinkProps } from "../parts/links/page-link.tsx";
import { SHELL } from "../words/shell.ts";
import { openShortcuts } from "./shortcuts.tsx";

// Not `MenuLink`: the bundler would split what that shares with pages from the first chunk, and all would load more.
const AccountLink = createPageLink((props: LinkProps<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));

/** The signed-in operator; appearance, help, and signing out. */
export function AccountMenu({ session: { operator } }: { session: Session }) {
  const { setColorScheme } = useMantineColorScheme();
  const signOut = async () => {
    try {
      await sendAnywhere("delete", "/api/v2/public/operator-session", {});
      // Reloaded, so that nothing that was read stays in this window.
      location.assign("/app/sign-in");
    } catch (error) {
      tellProblem(error);
    }
  };
  const name = operator.name || operator.email;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton>
          <Avatar size={28} name={name} variant="default" aria-hidden />
          <VisuallyHidden>{SHELL.account}</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Text size="sm" c="var(--mantine-color-text)" truncate>
            {name}
          </Text>
          {name !== operator.email && <Text size="xs">{operator.email}</Text>}
        </Menu.Label>
        <AccountLink to="/$environment/settings" leftSection={<IconUser size={16} />}>
          {SHELL.yourAccount}
        </AccountLink>
        <Menu.Divider />
        <Menu.Label>{SHELL.appearance}</Menu.Label>
        <Menu.Item leftSection={<IconSun size={16} />} onClick={() => setColorScheme("light")}>
          {SHELL.light}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={16} />} onClick={() => setColorScheme("dark")}>
          {SHELL.dark}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceDesktop size={16} />} onClick={() => setColorScheme("auto")}>
          {SHELL.system}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={openShortcuts}>
          {SHELL.shortcuts}
        </Menu.Item>
        <Menu.Item component="a" href="/guides" leftSection={<IconBook2 size={16} />}>
          {SHELL.guides}
        </Menu.Item>
        <Menu.Item component="a" href="/docs" leftSection={<IconApi size={16} />}>
          {SHELL.reference}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
          {SHELL.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
