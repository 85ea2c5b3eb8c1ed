import { Anchor, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./needs-you.module.css";

interface GroupProps {
  readonly title: string;
  /** The criterion, if it is not obvious. */
  readonly help?: string;
  readonly children: ReactNode;
}

/** Rows of one kind that need attention. */
export function Group({ title, help, children }: GroupProps) {
  return (
    <section aria-label={title}>
      <Title order={2} className={classes.title}>
        {title}
      </Title>
      {help && (
        <Text size="xs" className="muted" mb={4}>
          {help}
        </Text>
      )}
      <div className={classes.rows}>{children}</div>
    </section>
  );
}

interface RowProps {
  readonly link: ReactNode;
  readonly facts: ReactNode;
  readonly below?: ReactNode;
}

/** One thing that needs attention: a link to it, its state, and more below. */
export function Row({ link, facts, below }: RowProps) {
  return (
    <div className={classes.row}>
      <Anchor component="span" size="sm" className={classes.link}>
        {link}
      </Anchor>
      <span className={classes.facts}>{facts}</span>
      {below && <span className={classes.below}>{below}</span>}
    </div>
  );
}
