import { ActionIcon, AppShell, Burger, Group, ScrollArea, UnstyledButton } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation, useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { sessionQuery } from "../api/session.ts";
import { useEnvironment } from "../api/use-environment.ts";
import { TextLink } from "../parts/links/text-link.tsx";
import { loadedWhenShown } from "../parts/page/loaded-when-shown.tsx";
import { Nothing } from "../parts/page/nothing.tsx";
import { SHELL } from "../words/shell.ts";
import { AccountMenu } from "./account-menu.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { FIND_KEYS } from "./find-keys.ts";
import { keepEnvironment } from "./last-environment.ts";
import { LostLine } from "./lost-line.tsx";
import { Mark } from "./mark.tsx";
import { APPROVALS, PAGES } from "./navigation.ts";
import { NavigationLink } from "./navigation-link.tsx";
import { preloadPages } from "./preload-pages.ts";
import classes from "./shell.module.css";
import { Shortcuts } from "./shortcuts.tsx";
import { useMenuFocus } from "./use-menu-focus.ts";

const WaitingCount = loadedWhenShown(() => import("./waiting-count.tsx").then((file) => file.WaitingCount));
const loadFind = () => import("./find.tsx");
const Find = loadedWhenShown(() => loadFind().then((file) => file.Find));

/** What surrounds every page: environment, navigation, search, and the signed-in operator. */
export function Shell() {
  const environment = useEnvironment();
  const { data: session } = useQuery(sessionQuery);
  const { href, pathname } = useLocation();
  const [isOpen, { toggle, close }] = useDisclosure();
  const [isFindWanted, { open: wantFind }] = useDisclosure();
  const openFind = async () => {
    wantFind();
    (await loadFind()).toggleFind();
  };
  // Also while typing.
  useHotkeys([["mod+K", openFind]], []);
  useEffect(() => keepEnvironment(environment), [environment]);
  useMenuFocus();
  const router = useRouter();
  useEffect(() => void preloadPages(router), [router]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed by every move
  useEffect(close, [pathname]);
  if (session === null) return <Navigate to="/sign-in" search={{ to: href }} />;
  const role = session?.roles[environment] ?? null;
  return (
    <AppShell
      header={{ height: 44 }}
      navbar={{ width: 208, breakpoint: "sm", collapsed: { mobile: !isOpen } }}
      transitionDuration={100}
      data-environment={environment}
    >
      <a className={classes.skip} href="#content">
        {SHELL.skip}
      </a>
      <AppShell.Header className={classes.header} data-environment={environment}>
        <Group gap="sm" wrap="nowrap">
          <Burger
            opened={isOpen}
            onClick={toggle}
            hiddenFrom="sm"
            size="sm"
            aria-label={SHELL.openNavigation}
          />
          <Mark environment={environment} />
          <EnvironmentSwitch />
        </Group>
        <Group gap="sm" wrap="nowrap">
          <UnstyledButton className={classes.find} onClick={openFind} visibleFrom="xs">
            <IconSearch size={14} aria-hidden />
            <span>{SHELL.find}</span>
            <kbd className={classes.key}>{FIND_KEYS}</kbd>
          </UnstyledButton>
          <ActionIcon
            variant="subtle"
            color="gray"
            onClick={openFind}
            hiddenFrom="xs"
            aria-label={SHELL.find}
          >
            <IconSearch size={18} />
          </ActionIcon>
          {session && <AccountMenu session={session} />}
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} aria-label={SHELL.navigation}>
        <ScrollArea>
          {PAGES.map(({ to, label, icon: Icon }) => (
            <NavigationLink
              key={to}
              to={to}
              activeOptions={{ exact: to === "/$environment", includeSearch: false }}
              className={classes.link}
              label={label}
              leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
              rightSection={to === APPROVALS && role !== null && <WaitingCount />}
            />
          ))}
        </ScrollArea>
        {session && (
          <TextLink
            to="/$environment/settings/organization"
            size="xs"
            className={classes.organization}
            title={session.organization.name}
          >
            {session.organization.name}
          </TextLink>
        )}
      </AppShell.Navbar>
      <AppShell.Main id="content" className={classes.main} tabIndex={-1}>
        <LostLine />
        {role === null && session ? (
          <Nothing
            icon={<IconSearch size={28} />}
            title={SHELL.noAccess}
            text={SHELL.noAccessHint(SHELL[environment].toLowerCase())}
          />
        ) : (
          <Outlet key={environment} />
        )}
      </AppShell.Main>
      {isFindWanted && <Find />}
      <Shortcuts />
    </AppShell>
  );
}
