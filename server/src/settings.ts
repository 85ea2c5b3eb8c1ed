import { LOG_LEVELS } from "./platform/log.ts";

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
  /** A secret, which the file that `NAME_FILE` names may have instead. */
  readonly isSecret?: true;
}

/** Variables for tests and tools; a server ignores them. */
export const OTHER_VARIABLES = ["JUNCTOR_TEST_CHROMIUM", "JUNCTOR_TEST_FORM", "JUNCTOR_PICTURES"];

/** The environment variables, in the order of docs/configuration.md, which is generated from them. */
export const SETTINGS: readonly Setting[] = [
  { name: "PORT", fallback: "3000", about: "TCP port to listen on, 0 to 65535; 0 picks a free one." },
  { name: "HOST", fallback: "127.0.0.1", about: "Address to listen on; `0.0.0.0` for all interfaces." },
  {
    name: "JUNCTOR_METRICS_PORT",
    fallback: "",
    about:
      "TCP port, on `HOST`, for the [metrics](metrics.md) and health checks of this process; `work` answers there, too. 0 picks a free one. If unset, there is none.",
  },
  {
    name: "JUNCTOR_METRICS_TOKEN",
    fallback: "",
    isSecret: true,
    about:
      "Token of 16 to 200 visible ASCII characters that reading the metrics takes, as `Authorization: Bearer …`. With it, `/metrics` also answers on `PORT`.",
  },
  {
    name: "OTEL_EXPORTER_OTLP_ENDPOINT",
    fallback: "",
    about:
      "Address of an OpenTelemetry collector that takes OTLP over HTTP, such as `http://localhost:4318`: [traces](traces.md) are sent to `/v1/traces` below it. If unset, there are none.",
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    fallback: "",
    isSecret: true,
    about:
      "Headers that the collector takes, as `name=value,other=value` with values encoded as in addresses.",
  },
  {
    name: "OTEL_SERVICE_NAME",
    fallback: "junctor",
    about: "Name of this service in traces.",
  },
  {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    fallback: "",
    about:
      "What else all spans say about this process, such as `deployment.environment.name=production,service.instance.id=worker-1`.",
  },
  {
    name: "OTEL_TRACES_SAMPLER",
    fallback: "parentbased_always_on",
    about:
      "Which traces are recorded: `always_on`, `always_off`, `traceidratio`, or one of them after `parentbased_`, which follows the [caller](traces.md#sampling) where there is one.",
  },
  {
    name: "OTEL_TRACES_SAMPLER_ARG",
    fallback: "1",
    about: "Share of traces that a sampler with `traceidratio` records, 0 to 1.",
  },
  {
    name: "OTEL_BSP_SCHEDULE_DELAY",
    fallback: "1000",
    about: "Milliseconds for which ended spans are collected before they are sent together, 1 to 60000.",
  },
  {
    name: "JUNCTOR_TRACE_URL",
    fallback: "",
    about:
      "Address of a trace's page with `{trace_id}` in it, such as `https://grafana.example.com/explore?traceID={trace_id}`: executions link to it.",
  },
  {
    name: "JUNCTOR_DATA_DIR",
    fallback: ".junctor",
    about: "Folder of the embedded database and its encryption key.",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    isSecret: true,
    about:
      "`postgres://…`: uses this PostgreSQL server instead of the embedded database. Any number of processes may share it.",
  },
  {
    name: "JUNCTOR_ENCRYPTION_KEY",
    fallback: "",
    isSecret: true,
    about:
      "32 bytes in base64 that encrypt every secret, or such a key encrypted by a [key service](root-key.md#a-key-service). Required with `DATABASE_URL`; otherwise created at the first start and kept in the data folder with mode 0600.",
  },
  {
    name: "JUNCTOR_SECOND_ENCRYPTION_KEY",
    fallback: "",
    isSecret: true,
    about:
      "A second key that decrypts secrets and encrypts none: the next key, then the last one, while the key is [rotated](root-key.md#rotate-it).",
  },
  {
    name: "JUNCTOR_KMS_ENDPOINT",
    fallback: "",
    about:
      "Address of the key service that encrypted the keys above: of Vault, or a private one of AWS KMS or Google Cloud KMS.",
  },
  {
    name: "JUNCTOR_KMS_TOKEN",
    fallback: "",
    isSecret: true,
    about: "Token for Vault's transit engine.",
  },
  {
    name: "JUNCTOR_TEST_API_KEY",
    fallback: "",
    isSecret: true,
    about:
      "Test API key to create at the first start: 20 to 200 visible ASCII characters beginning with `tk`.",
  },
  {
    name: "JUNCTOR_PRODUCTION_API_KEY",
    fallback: "",
    isSecret: true,
    about:
      "Production API key to create at the first start: 20 to 200 visible ASCII characters beginning with `pk`.",
  },
  {
    name: "JUNCTOR_PUBLIC_URL",
    fallback: "",
    about:
      "Address at which browsers and third parties reach this server, such as `https://junctor.example.com`. Defaults to `http://HOST:PORT`, or `http://localhost:PORT` where `HOST` is all interfaces.",
  },
  {
    name: "JUNCTOR_RATE_LIMIT_PER_MINUTE",
    fallback: "10",
    about:
      "Requests per minute for each linked account, unless the organization sets its own limit. 0 disables the limit for all.",
  },
  {
    name: "JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE",
    fallback: "6000",
    about:
      "Highest `rate_limits` that an organization may set (`PUT /api/v2/public/organization`); at least `JUNCTOR_RATE_LIMIT_PER_MINUTE`.",
  },
  {
    name: "JUNCTOR_ACCOUNT_CONCURRENCY",
    fallback: "50",
    about:
      "Maximum number of executions of one linked account that run at once, across all processes; others wait. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_MCP_ACCOUNT_CONCURRENCY",
    fallback: "20",
    about:
      "Maximum number of requests of one linked account to MCP servers that a process answers at once; more get 429 with `Retry-After`. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_FILE_MIB",
    fallback: "10",
    about:
      "Maximum size of a [file](nodes.md#files), of all files of one request together, and of a received [webhook with files](triggers.md#files), in MiB, 1 to 100.",
  },
  {
    name: "JUNCTOR_ACCOUNT_FILES_MIB",
    fallback: "1024",
    about:
      "Maximum total size of a linked account's files in MiB, each counted as at least 4 KiB; beyond it, storing a file fails. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_FILES_DIR",
    fallback: "",
    about:
      "Folder for [files](self-hosting.md#files) of more than 1 MiB, the same for all processes. Defaults to `files` in `JUNCTOR_DATA_DIR`, or with `DATABASE_URL` to none: then they are kept in the database.",
  },
  {
    name: "JUNCTOR_FILES_S3_ENDPOINT",
    fallback: "",
    about:
      "Address of an S3-compatible service for [files](self-hosting.md#files) of more than 1 MiB, such as `https://s3.eu-central-1.amazonaws.com`, with the next four settings. It may be private and over plain http.",
  },
  { name: "JUNCTOR_FILES_S3_BUCKET", fallback: "", about: "Name of the bucket, which must exist." },
  { name: "JUNCTOR_FILES_S3_REGION", fallback: "us-east-1", about: "Region of the bucket." },
  {
    name: "JUNCTOR_FILES_S3_KEY",
    fallback: "",
    about: "Access key id, for reading, writing and deleting objects.",
  },
  { name: "JUNCTOR_FILES_S3_SECRET", fallback: "", isSecret: true, about: "Secret access key." },
  {
    name: "JUNCTOR_EXECUTION_RESULTS_MIB",
    fallback: "64",
    about:
      "Memory in MiB for the step results of one execution; a step that exceeds it fails. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_PROCESS_RESULTS_MIB",
    fallback: "128",
    about:
      "Memory in MiB for the step results of all executions of one process. Above it, executions of the customer that uses the most wait, and resume from stored results when memory is free. Large results are processed a few at a time. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_OUTBOUND_ALLOW",
    fallback: "",
    about:
      "Comma-separated `host`, `host:port` or CIDR that outgoing requests may reach even if private, also over plain http.",
  },
  {
    name: "JUNCTOR_SIMULATOR_URL",
    fallback: "",
    about:
      "Address of a [simulator](simulate.md), such as `http://127.0.0.1:4010`, on this machine or in its private network: requests to the applications that it plays go there. For development and CI: never set it where customers connect their own accounts.",
  },
  {
    name: "JUNCTOR_CONNECTORS_DIR",
    fallback: "",
    about: "Folder of additional connectors, each `<slug>/manifest.yaml`.",
  },
  {
    name: "JUNCTOR_PIECES",
    fallback: "",
    about:
      "Who installs [pieces](pieces.md#who-may-install) besides you in a terminal: `owners` (every organization's owners in production) or `operator` (nobody). Default: owners while the server has exactly one organization. The code of a piece runs with the rights of the server's user.",
  },
  {
    name: "JUNCTOR_CORS_ORIGINS",
    fallback: "*",
    about:
      "Comma-separated origins whose pages may call the API, or `*`; never with operators' cookies. Listed origins may also show the hosted pages in a frame.",
  },
  {
    name: "JUNCTOR_REQUEST_BODY_KIB",
    fallback: "16",
    about:
      "KiB of each request's and response's body that the [log of requests](requests.md) keeps, 0 to 1,024. 0 keeps no bodies.",
  },
  {
    name: "JUNCTOR_PROBE_HOURS",
    fallback: "6",
    about:
      "Hours between checks of each connection with its provider, so that a broken one is found before a workflow needs it. 0 disables the checks.",
  },
  {
    name: "JUNCTOR_RETENTION_DAYS",
    fallback: "30",
    about:
      "Days to keep ended executions ([up to a fifteenth longer](sizing.md#history-in-partitions)), webhook deliveries, received events, calls of MCP tools and requests to third parties; open ones are always kept. 0 keeps everything. Organizations may keep less (`retention` in `PUT /api/v2/public/organization`).",
  },
  {
    name: "JUNCTOR_AUDIT_RETENTION_DAYS",
    fallback: "365",
    about:
      "Days to keep records of the audit log; 0 keeps all. Organizations may keep less, at least 30 days (`audit_retention` in `PUT /api/v2/public/organization`).",
  },
  {
    name: "JUNCTOR_SEARCH_VALUES",
    fallback: "100",
    about:
      "Maximum number of input values by which an execution can be found; each takes about 30 bytes in the database. 0 disables the search by values and errors for new executions.",
  },
  {
    name: "JUNCTOR_MCP_TOKEN_BUDGET",
    fallback: "25000",
    about:
      "Approximate tokens that the tool list of an MCP server may cost an agent; a longer list is replaced by `search_tools`. 0 disables the limit.",
  },
  {
    name: "JUNCTOR_MODEL_URL",
    fallback: "",
    about:
      "Base address of an OpenAI-compatible API (`POST <address>/chat/completions`), such as `https://api.openai.com/v1`, that writes the code of `ai_code_executor` nodes from their prompts when a workflow is saved. A private address must also be in `JUNCTOR_OUTBOUND_ALLOW`. If unset, prompts are stored and no code is written.",
  },
  {
    name: "JUNCTOR_MODEL_NAME",
    fallback: "",
    about: "Name of the model. Required with `JUNCTOR_MODEL_URL`.",
  },
  {
    name: "JUNCTOR_MODEL_API_KEY",
    fallback: "",
    isSecret: true,
    about: "API key of the model, sent as `Authorization: Bearer …`. Optional.",
  },
  {
    name: "JUNCTOR_SMTP_URL",
    fallback: "",
    isSecret: true,
    about:
      "Server for [mail](self-hosting.md#mail): `smtp://user:password@host:587` (STARTTLS, required with a password) or `smtps://user:password@host:465` (TLS), with special characters percent-encoded. If unset, no mail is sent.",
  },
  {
    name: "JUNCTOR_MAIL_FROM",
    fallback: "",
    about: "Sender of mail, such as `Junctor <junctor@example.com>`. Required with `JUNCTOR_SMTP_URL`.",
  },
  {
    name: "JUNCTOR_OIDC_ISSUER",
    fallback: "",
    about:
      "Issuer address of your OpenID Connect provider, with which operators may sign in. A private address must also be in `JUNCTOR_OUTBOUND_ALLOW`.",
  },
  {
    name: "JUNCTOR_OIDC_CLIENT_ID",
    fallback: "",
    about: "Client id at the provider. Required with `JUNCTOR_OIDC_ISSUER`.",
  },
  {
    name: "JUNCTOR_OIDC_CLIENT_SECRET",
    fallback: "",
    isSecret: true,
    about: "Client secret at the provider. Required with `JUNCTOR_OIDC_ISSUER`.",
  },
  {
    name: "JUNCTOR_OIDC_ORGANIZATION",
    fallback: "",
    about:
      "Id of the organization whose operators the provider signs in by their email address. Default: the first organization.",
  },
  {
    name: "JUNCTOR_LOG_LEVEL",
    fallback: "info",
    about: `One of ${LOG_LEVELS.join(", ")}; after a comma, other levels of areas: \`info,queue=debug,webhook=warn\` ([areas](self-hosting.md#logs)).`,
  },
  {
    name: "JUNCTOR_URL",
    fallback: "",
    about:
      "Address of the server that `junctor pull`, `plan` and `apply` work on ([configuration as code](configuration-as-code.md)). A server ignores it.",
  },
  {
    name: "JUNCTOR_API_KEY",
    fallback: "",
    isSecret: true,
    about: "API key with which these commands do, which selects the environment. A server ignores it.",
  },
];
