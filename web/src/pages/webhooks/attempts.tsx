import { Group, Text, Title, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { JsonTree } from "../../parts/json-tree/json-tree.tsx";
import { useFilters } from "../../parts/page/use-filters.ts";
import { Duration, Moment } from "../../parts/time/moment.tsx";
import { State } from "../../parts/values/state.tsx";
import { WEBHOOKS } from "../../words/webhooks.ts";
import type { DeliveryAttempt, WebhookDelivery } from "./webhook.ts";
import classes from "./webhooks.module.css";

const LARGEST_KEPT = 4096;

/** Each attempt, newest first, with the request and response of the chosen one. */
export function Attempts({ delivery: { attempts } }: { delivery: WebhookDelivery }) {
  const { filters, change } = useFilters(["attempt"]);
  const chosen = attempts.find(({ _id }) => _id === filters.attempt) ?? attempts.at(-1);
  if (!chosen)
    return (
      <Text size="sm" className="muted">
        {WEBHOOKS.noAttempts}
      </Text>
    );
  return (
    <section className={classes.columns} aria-label={WEBHOOKS.attempts}>
      <div>
        <Title order={2} fz={15} mb="sm">
          {WEBHOOKS.attempts}
        </Title>
        <div className={classes.attempts}>
          {attempts
            .map((attempt, index) => (
              <UnstyledButton
                key={attempt._id}
                className={classes.attempt}
                aria-current={attempt === chosen || undefined}
                onClick={() => change({ attempt: attempt._id })}
              >
                <Group justify="space-between" wrap="nowrap">
                  <State mood={moodOf(attempt)} word={attempt.status_code?.toString() ?? WEBHOOKS.noAnswer} />
                  <Duration ms={attempt.duration_ms} />
                </Group>
                <Group justify="space-between" className="muted" fz="xs">
                  <span>{WEBHOOKS.attempt(index + 1)}</span>
                  <Moment at={attempt.createdAt} />
                </Group>
              </UnstyledButton>
            ))
            .reverse()}
        </div>
      </div>
      <div className={classes.panes}>
        <Request attempt={chosen} />
        <Answer attempt={chosen} />
      </div>
    </section>
  );
}

function moodOf({ status_code: code }: DeliveryAttempt) {
  return code !== undefined && code >= 200 && code < 300 ? "good" : "bad";
}

function Request({ attempt: { request } }: { attempt: DeliveryAttempt }) {
  return (
    <Pane title={WEBHOOKS.request}>
      {request ? (
        <>
          <p className={classes.text}>{WEBHOOKS.requestOf(request.method, request.url)}</p>
          <Headers headers={request.headers} />
          <Body label={WEBHOOKS.request} text={request.body} />
        </>
      ) : (
        <Text size="sm" className="muted">
          {WEBHOOKS.noRequest}
        </Text>
      )}
    </Pane>
  );
}

function Answer({ attempt }: { attempt: DeliveryAttempt }) {
  const { status_code, response, response_headers, error } = attempt;
  return (
    <Pane title={WEBHOOKS.answer}>
      <Group gap="sm">
        <State mood={moodOf(attempt)} word={status_code?.toString() ?? WEBHOOKS.noAnswer} />
        {error && <span>{error}</span>}
      </Group>
      {response_headers && <Headers headers={response_headers} />}
      {!response_headers && status_code !== undefined && (
        <Text size="xs" className="muted">
          {WEBHOOKS.noHeaders}
        </Text>
      )}
      {status_code !== undefined && <Body label={WEBHOOKS.answer} text={response ?? ""} />}
    </Pane>
  );
}

function Pane({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={2} fz={15} mb="sm">
        {title}
      </Title>
      <div className={classes.pane}>{children}</div>
    </div>
  );
}

function Headers({ headers }: { headers: Readonly<Record<string, string>> }) {
  return (
    <dl className={classes.headers} aria-label={WEBHOOKS.headers}>
      {Object.entries(headers).map(([name, value]) => (
        <div key={name} className={classes.header}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A body as a tree if it is JSON, and as text if it is not, or was cut. */
function Body({ label, text }: { label: string; text: string }) {
  if (text === "")
    return (
      <Text size="xs" className="muted">
        {WEBHOOKS.emptyBody}
      </Text>
    );
  const value = parse(text);
  const isCut = value === undefined && new TextEncoder().encode(text).length >= LARGEST_KEPT - 4;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.part} tabIndex={0} aria-label={`${label}: ${WEBHOOKS.body}`}>
      {value === undefined ? (
        <pre className={classes.text}>{text}</pre>
      ) : (
        <JsonTree label={`${label}: ${WEBHOOKS.body}`} value={value} />
      )}
      {isCut && (
        <Text size="xs" className="muted">
          {WEBHOOKS.cutBody}
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
