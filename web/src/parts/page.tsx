import { Anchor, Group, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** Before the title: decoration. */
  readonly icon?: ReactNode;
  /** Where this page belongs: a list above a detail. */
  readonly back?: { readonly to: string; readonly label: string };
  /** State, id and two or three facts, beside the title. */
  readonly facts?: ReactNode;
  /** At most one of them primary. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the dashboard: its title, what can be done, and its content. */
export function Page({ title, icon, back, facts, actions, children }: PageProps) {
  return (
    <div className={classes.page}>
      <title>{`${title} · Junctor`}</title>
      <header className={classes.head}>
        <div className={classes.titles}>
          {back && (
            <Anchor component={Link} to={back.to} size="sm" className={classes.back}>
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
