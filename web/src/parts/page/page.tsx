import { Anchor, Group, Title } from "@mantine/core";
import { IconChevronLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { PageAddress } from "../links/page-link.tsx";
import { TextLink } from "../links/text-link.tsx";
import classes from "./page.module.css";

/** What a page shows around its content. */
export interface PageProps {
  readonly title: string;
  /** The window's title, if it differs from the page's. */
  readonly windowTitle?: string;
  /** Before the title: decorative. */
  readonly icon?: ReactNode;
  /** The parent of this page: a list above a detail. With `href` it is outside the dashboard. */
  readonly back?: (PageAddress | { readonly href: string }) & { readonly label: string };
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
          {back && <Back {...back} />}
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

function Back({ label, ...where }: NonNullable<PageProps["back"]>) {
  const content = (
    <>
      <IconChevronLeft size={14} aria-hidden />
      {label}
    </>
  );
  const props = { size: "sm", className: classes.back, children: content } as const;
  return "to" in where ? <TextLink {...where} {...props} /> : <Anchor {...where} {...props} />;
}
