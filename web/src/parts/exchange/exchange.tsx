import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { EXCHANGE } from "../../words/parts/exchange.ts";
import { JsonTree } from "../json-tree/json-tree.tsx";
import classes from "./exchange.module.css";

/** A request and its response: side by side, or one below the other in narrow windows. */
export function Exchange({ children }: { children: ReactNode }) {
  return <div className={classes.panes}>{children}</div>;
}

/** One side of an exchange. */
export function Message({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} fz={15} mb="sm">
        {title}
      </Title>
      <div className={classes.pane}>{children}</div>
    </section>
  );
}

/** The first line of a request. */
export function RequestLine({ method, url }: { method: string; url: string }) {
  return (
    <p className={classes.text}>
      {method} {url}
    </p>
  );
}

/** The headers of a message. */
export function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.headers} aria-label={EXCHANGE.headers}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name} className={classes.header}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface BodyProps {
  /** Which message it is of. */
  readonly label: string;
  readonly text: string;
  /** Set if the text is only the beginning. */
  readonly cut?: string | undefined;
}

/** A body as a tree if it is JSON, and as text if it is not, or was cut. */
export function Body({ label, text, cut }: BodyProps) {
  if (text === "")
    return (
      <Text size="xs" className="muted">
        {EXCHANGE.emptyBody}
      </Text>
    );
  const value = parse(text);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.part} tabIndex={0} aria-label={`${label}: ${EXCHANGE.body}`}>
      {value === undefined ? (
        <pre className={classes.text}>{text}</pre>
      ) : (
        // What went wrong is a member of a member as a rule: {"error":{"message":…}}.
        <JsonTree label={`${label}: ${EXCHANGE.body}`} value={value} openLevels={2} />
      )}
      {cut !== undefined && (
        <Text size="xs" className="muted">
          {cut}
        </Text>
      )}
    </section>
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
