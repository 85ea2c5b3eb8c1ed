import { LOG_LEVELS } from "./platform/log.ts";

interface Setting {
  readonly name: string;
  readonly fallback: string;
  readonly about: string;
}

/** Variables that tests and tools read; a server ignores them. */
export const OTHER_VARIABLES = ["JUNCTOR_TEST_CHROMIUM"];

/** The environment variables, in the order in which docs/configuration.md, which is made from them, lists them. */
export const SETTINGS: readonly Setting[] = [
  { name: "PORT", fallback: "3000", about: "TCP port to listen on, 0 to 65535 (0 takes a free one)." },
  { name: "HOST", fallback: "127.0.0.1", about: "Address to listen on; `0.0.0.0` for all." },
  {
    name: "JUNCTOR_DATA_DIR",
    fallback: ".junctor",
    about: "Folder of the embedded database and its encryption key.",
  },
  {
    name: "DATABASE_URL",
    fallback: "",
    about:
      "`postgres://…`: use this PostgreSQL instead of the embedded database; any number of processes may share it.",
  },
  {
    name: "JUNCTOR_ENCRYPTION_KEY",
    fallback: "",
    about:
      "32 bytes in base64 under which every secret is sealed. Required with `DATABASE_URL`; otherwise made at first start and kept in the data folder with mode 0600.",
  },
  {
    name: "JUNCTOR_TEST_API_KEY",
    fallback: "",
    about:
      "Test API key to provision at first start: 20 to 200 visible ASCII characters beginning with `tk`.",
  },
  {
    name: "JUNCTOR_PRODUCTION_API_KEY",
    fallback: "",
    about:
      "Production API key to provision at first start: 20 to 200 visible ASCII characters beginning with `pk`.",
  },
  {
    name: "JUNCTOR_PUBLIC_URL",
    fallback: "",
    about:
      "Address under which browsers and third parties reach this server, for example `https://junctor.example.com`; `http://HOST:PORT` if unset.",
  },
  {
    name: "JUNCTOR_RATE_LIMIT_PER_MINUTE",
    fallback: "10",
    about:
      "Requests per minute for each linked account, where the organization has set no limit of its own; 0 turns the limit off for all.",
  },
  {
    name: "JUNCTOR_RATE_LIMIT_MAX_PER_MINUTE",
    fallback: "6000",
    about:
      "The highest `rate_limits` that an organization may set (`PUT /api/v2/public/organization`); never less than `JUNCTOR_RATE_LIMIT_PER_MINUTE`.",
  },
  {
    name: "JUNCTOR_ACCOUNT_CONCURRENCY",
    fallback: "25",
    about:
      "How many executions of one linked account run at a time, over all processes; what is beyond waits. 0 turns the limit off.",
  },
  {
    name: "JUNCTOR_EXECUTION_RESULTS_MIB",
    fallback: "64",
    about:
      "How many MiB of results of its steps one execution may hold in memory; a step that goes beyond fails. 0 turns the limit off.",
  },
  {
    name: "JUNCTOR_PROCESS_RESULTS_MIB",
    fallback: "128",
    about:
      "How many MiB of results all executions of one process may hold in memory together. Beyond, those of the customer that holds most wait until there is room again, and go on from what is stored; large ones are read, made and written a few at a time. 0 turns the limit off.",
  },
  {
    name: "JUNCTOR_OUTBOUND_ALLOW",
    fallback: "",
    about:
      "Comma list of `host`, `host:port` or CIDR that may be called although private, also over plain http.",
  },
  {
    name: "JUNCTOR_CONNECTORS_DIR",
    fallback: "",
    about: "Folder of further connectors, `<slug>/manifest.yaml` each.",
  },
  {
    name: "JUNCTOR_CORS_ORIGINS",
    fallback: "*",
    about:
      "Comma list of origins whose pages may call the API, or `*`; operators' cookies never count there. Origins that are named here may also show the hosted pages in a frame.",
  },
  {
    name: "JUNCTOR_PROBE_HOURS",
    fallback: "6",
    about:
      "About every how many hours each connection is checked with its provider, so that a dead one is found before a workflow meets it; 0 turns it off.",
  },
  {
    name: "JUNCTOR_RETENTION_DAYS",
    fallback: "30",
    about:
      "How many days ended executions, webhook deliveries, received events and calls of MCP tools are kept; open ones stay. 0 keeps everything for ever. Organizations may keep less (`retention` in `PUT /api/v2/public/organization`).",
  },
  {
    name: "JUNCTOR_AUDIT_RETENTION_DAYS",
    fallback: "365",
    about:
      "How many days records of the audit log are kept; 0 keeps them for ever. Organizations may keep less, at least 30 days (`audit_retention` in `PUT /api/v2/public/organization`).",
  },
  {
    name: "JUNCTOR_SEARCH_VALUES",
    fallback: "100",
    about:
      "How many values of its input an execution can be found by, at most; each takes about 30 bytes of database. 0 turns the search by values and errors off for new executions.",
  },
  {
    name: "JUNCTOR_MCP_TOKEN_BUDGET",
    fallback: "25000",
    about:
      "About how many tokens the list of an MCP server's tools may cost an agent; beyond, tools are found with `search_tools`. 0 turns the limit off.",
  },
  {
    name: "JUNCTOR_MODEL_URL",
    fallback: "",
    about:
      "Where a model writes the code of `ai_code_executor` nodes from their prompts when a workflow is saved: the base address of an API that takes `POST <address>/chat/completions` as OpenAI's does, such as `https://api.openai.com/v1`. A private address must also be in `JUNCTOR_OUTBOUND_ALLOW`. Unset: prompts are kept and nothing is written.",
  },
  {
    name: "JUNCTOR_MODEL_NAME",
    fallback: "",
    about: "Name of that model. Required with `JUNCTOR_MODEL_URL`.",
  },
  {
    name: "JUNCTOR_MODEL_API_KEY",
    fallback: "",
    about: "Sent to that API as `Authorization: Bearer …`, if set.",
  },
  {
    name: "JUNCTOR_OIDC_ISSUER",
    fallback: "",
    about:
      "Address of your identity provider (OpenID Connect), at which operators may then sign in. A private address must also be in `JUNCTOR_OUTBOUND_ALLOW`.",
  },
  {
    name: "JUNCTOR_OIDC_CLIENT_ID",
    fallback: "",
    about: "Junctor's client there. Required with `JUNCTOR_OIDC_ISSUER`.",
  },
  {
    name: "JUNCTOR_OIDC_CLIENT_SECRET",
    fallback: "",
    about: "The client's secret. Required with `JUNCTOR_OIDC_ISSUER`.",
  },
  { name: "JUNCTOR_LOG_LEVEL", fallback: "info", about: `One of ${LOG_LEVELS.join(", ")}.` },
];
