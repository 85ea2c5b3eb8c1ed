import { Alert, Button, CopyButton, Group, Skeleton, Text } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconCopy } from "@tabler/icons-react";
import { createLazyRoute, useParams } from "@tanstack/react-router";
import { useRead } from "../../api/use-api.ts";
import { useApplications } from "../../parts/applications/use-building-blocks.ts";
import { Body, Exchange, Headers, Message, RequestLine } from "../../parts/exchange/exchange.tsx";
import { TextLink } from "../../parts/links/text-link.tsx";
import { Page } from "../../parts/page/page.tsx";
import { Problem } from "../../parts/page/problem.tsx";
import {
  getSize,
  getTitle,
  hasFailed,
  stateOfRequest,
  type WholeRequest,
} from "../../parts/requests/request.ts";
import { Duration, Moment } from "../../parts/time/moment.tsx";
import { Identifier } from "../../parts/values/identifier.tsx";
import { State } from "../../parts/values/state.tsx";
import { PARTS } from "../../words/parts/parts.ts";
import { REQUESTS } from "../../words/requests.ts";
import { toCurl } from "./as-curl.ts";

export const Route = createLazyRoute("/$environment/requests/$id")({ component: RequestPage });

/** One request: how it ended, what was sent, and what the third party answered. */
function RequestPage() {
  const { id } = useParams({ from: "/$environment/requests/$id" });
  const { data: request, error, refetch } = useRead("/api/v2/public/requests/{id}", { path: { id } });
  return (
    <Page
      title={request ? getTitle(request) : REQUESTS.request}
      back={{ to: "/$environment/requests", label: REQUESTS.list }}
      facts={request && <Facts request={request} />}
      actions={request?.url !== undefined && <CopyCurl request={request} />}
    >
      {error && <Problem error={error} onRetry={refetch} />}
      {!error && !request && <Skeleton height={200} />}
      {request && (
        <>
          {hasFailed(request) && <Failure request={request} />}
          <Related request={request} />
          {request.url === undefined ? (
            <Text size="sm" className="muted">
              {REQUESTS.unseen}
            </Text>
          ) : (
            <Exchange>
              <Sent request={request} />
              <Received request={request} />
            </Exchange>
          )}
        </>
      )}
    </Page>
  );
}

interface RequestProps {
  readonly request: WholeRequest;
}

function Facts({ request }: RequestProps) {
  return (
    <Group gap="md">
      <State {...stateOfRequest(request)} />
      <Identifier id={request._id} />
      <Duration ms={request.duration_ms} />
      <Moment at={request.createdAt} />
    </Group>
  );
}

function Failure({ request: { status_code: status, error } }: RequestProps) {
  const title = status === undefined ? REQUESTS.failedWithout : REQUESTS.failedWith(status);
  return (
    <Alert color="red" icon={<IconAlertTriangle size={18} />} title={title}>
      {error}
    </Alert>
  );
}

/** Where the request comes from, as links. */
function Related({ request }: RequestProps) {
  const { slug, linked_account_id: account, execution_id: execution, step, cause, subject } = request;
  const name = useApplications(slug !== undefined).find((one) => one.slug === slug)?.name;
  return (
    <Group gap="lg" fz="sm">
      {slug !== undefined && (
        <span>
          <span className="muted">{REQUESTS.application} </span>
          <TextLink fz="sm" to="/$environment/applications/$slug" params={{ slug }}>
            {name ?? slug}
          </TextLink>
        </span>
      )}
      <span>
        <span className="muted">{REQUESTS.customer} </span>
        <TextLink fz="sm" to="/$environment/customers/$id" params={{ id: account }}>
          {account}
        </TextLink>
      </span>
      <span>
        <span className="muted">{REQUESTS.cause} </span>
        {REQUESTS.causes[cause]}
        {subject !== undefined && <span className="mono"> {subject}</span>}
      </span>
      {execution !== undefined && (
        <span>
          <span className="muted">{REQUESTS.execution} </span>
          <TextLink
            fz="sm"
            to="/$environment/executions/$id"
            params={{ id: execution }}
            search={step === undefined ? {} : { step }}
          >
            …{execution.slice(-8)}
            {step !== undefined && `, ${step}`}
          </TextLink>
        </span>
      )}
    </Group>
  );
}

function Sent({ request: { method = "", url = "", request, cause } }: RequestProps) {
  return (
    <Message title={REQUESTS.request}>
      <RequestLine method={method} url={url} />
      {request && <Headers headers={request.headers} />}
      <Content label={REQUESTS.request} body={request?.body} isOfToken={cause === "token"} />
    </Message>
  );
}

function Received({ request }: RequestProps) {
  const { response, cause } = request;
  return (
    <Message title={REQUESTS.response}>
      <State {...stateOfRequest(request)} />
      {response?.url && <Text size="sm">{REQUESTS.redirectedTo(response.url)}</Text>}
      {response && <Headers headers={response.headers} />}
      {response && <Content label={REQUESTS.response} body={response.body} isOfToken={cause === "token"} />}
    </Message>
  );
}

interface ContentProps {
  readonly label: string;
  readonly body: NonNullable<WholeRequest["request"]>["body"];
  readonly isOfToken: boolean;
}

/** A body, or why there is none to show. */
function Content({ label, body, isOfToken }: ContentProps) {
  const note = (text: string) => (
    <Text size="xs" className="muted">
      {text}
    </Text>
  );
  if (isOfToken) return note(REQUESTS.noBodyOfToken);
  if (body === undefined) return note(REQUESTS.noBody);
  const size = getSize(body.bytes);
  if (body.text === undefined) return note(`${REQUESTS.bytes(size, body.type)}. ${REQUESTS.notKept}`);
  return <Body label={label} text={body.text} cut={body.isCut ? REQUESTS.cut(size) : undefined} />;
}

function CopyCurl({ request }: RequestProps) {
  return (
    <CopyButton value={toCurl(request)}>
      {({ copied, copy }) => (
        <Button
          variant="default"
          title={REQUESTS.curlHint}
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          onClick={copy}
        >
          {copied ? PARTS.copied : REQUESTS.copyCurl}
        </Button>
      )}
    </CopyButton>
  );
}
