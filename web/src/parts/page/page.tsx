import { Anchor, Group, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** The window's title, if it differs from the page's. */
  readonly windowTitle?: string;
  /** Before the title: decorative. */
  readonly icon?: ReactNode;
  /** The parent of this page: a list above a detail. With `href` it is outside the dashboard. */
  readonly back?:
    | { readonly to: string; readonly label: string }
    | { readonly href: string; readonly label: string };
  /** State, id and two or three facts, next to the title. */
  readonly facts?: ReactNode;
  /** At most one of them primary. */
  readonly actions?: ReactNode;
  /** As high as the window: what is in it scrolls, and the page does not. */
  readonly isFull?: boolean;
  readonly children: ReactNode;
}

/** A page of the dashboard: its title, its commands, and its content. */
export function Page({
  title,
  windowTitle = `${title} · Junctor`,
  icon,
  back,
  facts,
  actions,
  isFull = false,
  children,
}: PageProps) {
  return (
    <div className={classes.page} data-full={isFull || undefined}>
      <title>{windowTitle}</title>
      <header className={classes.head}>
        <div className={classes.titles}>
          {back && (
            <Anchor
              {...("to" in back ? { component: Link, to: back.to } : { href: back.href })}
              size="sm"
              className={classes.back}
            >
              <IconChevronLeft size={14} aria-hidden />
              {back.label}
            </Anchor>
          )}
          <Group gap="md" wrap="wrap">
            {icon}
            <Title order={1}>{title}</Title>
            {facts}
          </Group>
        </div>
        {actions && <Group gap="sm">{actions}</Group>}
      </header>
      {children}
    </div>
  );
}
