import { Group, Text, Title, UnstyledButton } from "@mantine/core";
import { Body, Exchange, Headers, Message, RequestLine } from "../../parts/exchange/exchange.tsx";
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
      <Exchange>
        <Request attempt={chosen} />
        <Answer attempt={chosen} />
      </Exchange>
    </section>
  );
}

function moodOf({ status_code: code }: DeliveryAttempt) {
  return code !== undefined && code >= 200 && code < 300 ? "good" : "bad";
}

function Request({ attempt: { request } }: { attempt: DeliveryAttempt }) {
  return (
    <Message title={WEBHOOKS.request}>
      {request ? (
        <>
          <RequestLine method={request.method} url={request.url} />
          <Headers headers={request.headers} />
          <AttemptBody label={WEBHOOKS.request} text={request.body} />
        </>
      ) : (
        <Text size="sm" className="muted">
          {WEBHOOKS.noRequest}
        </Text>
      )}
    </Message>
  );
}

function Answer({ attempt }: { attempt: DeliveryAttempt }) {
  const { status_code, response, response_headers, error } = attempt;
  return (
    <Message title={WEBHOOKS.answer}>
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
      {status_code !== undefined && <AttemptBody label={WEBHOOKS.answer} text={response ?? ""} />}
    </Message>
  );
}

function AttemptBody({ label, text }: { label: string; text: string }) {
  const isLong = new TextEncoder().encode(text).length >= LARGEST_KEPT - 4;
  return <Body label={label} text={text} cut={isLong ? WEBHOOKS.cutBody : undefined} />;
}
