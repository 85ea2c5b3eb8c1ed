import { Anchor, Group, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** Of the window, where it is not the page's and ours. */
  readonly windowTitle?: string;
  /** Before the title: decoration. */
  readonly icon?: ReactNode;
  /** Where this page belongs: a list above a detail. By `href` it is none of these pages. */
  readonly back?:
    | { readonly to: string; readonly label: string }
    | { readonly href: string; readonly label: string };
  /** State, id and two or three facts, beside the title. */
  readonly facts?: ReactNode;
  /** At most one of them primary. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the dashboard: its title, what can be done, and its content. */
export function Page({
  title,
  windowTitle = `${title} · Junctor`,
  icon,
  back,
  facts,
  actions,
  children,
}: PageProps) {
  return (
    <div className={classes.page}>
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
