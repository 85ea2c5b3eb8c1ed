import { STORED_VALUE_COLUMN } from "../apps/actions/value-store.ts";
import { CLIENT_SECRET_COLUMN } from "../apps/catalog/application.ts";
import { SHARED_SECRET_COLUMN } from "../apps/catalog/shared-webhook.ts";
import { CHOICE_COLUMN } from "../apps/connections/accounts/connect-account.ts";
import { LINK_SETTINGS_COLUMN } from "../apps/connections/connect-link.ts";
import { CREDENTIAL_COLUMN } from "../apps/connections/credential.ts";
import { STATE_COLUMN } from "../apps/connections/start-consent.ts";
import { YOUR_APP_COLUMN } from "../apps/connections/your-app.ts";
import { KEY_COLUMN } from "../auth/keys/keys.ts";
import { INSTALLATION_SECRETS } from "../auth/organizations/installation.ts";
import { CONFIG_COLUMNS } from "../configs/store.ts";
import { RECEIVE_SECRET_COLUMN } from "../events/receive/webhook-secret.ts";
import { OBJECT_KEY_COLUMN } from "../files/objects/object-store.ts";
import { MAIL_COLUMN } from "../mail/send-queued-mail.ts";
import { CALL_COLUMN } from "../mcp/approvals/sealed-call.ts";
import { RESULT_COLUMN } from "../mcp/calls/redact-call.ts";
import { TOTP_COLUMN } from "../operators/totp.ts";
import type { SealedColumn } from "../platform/root-key/sealed-column.ts";
import { buildRunIdentity } from "../runs/passwords.ts";
import { RUN_COLUMNS, toPlace } from "../runs/sealed-columns.ts";
import { HOOK_SECRETS_COLUMN, SETUP_COLUMN } from "../triggers/secrets.ts";
import { REQUEST_IDENTITY } from "../triggers/shared/sealed-request.ts";
import { CHAT_URL_COLUMN } from "../webhooks/manage/chat-url.ts";
import { HEADERS_COLUMN } from "../webhooks/manage/own-headers.ts";
import { SIGNING_SECRET_COLUMN } from "../webhooks/manage/secret.ts";
import { DELIVERY_COLUMN } from "../webhooks/sealed-notice.ts";

const CALLER = "(select r from runs r where r.id = data->>'parentRun')";

/** What jobs carry: requests of providers (`sealed`), and inputs of called workflows (`sealedInput`). */
const JOB_COLUMN: SealedColumn = {
  table: "pgboss.job",
  key: ["name", "id"],
  column: "data",
  form: "json",
  facts: { account_id: `(${CALLER}).account_id`, config_id: `(${CALLER}).config_id` },
  identify: (row, path) => {
    if (path.at(-1) === "sealed") return REQUEST_IDENTITY;
    return path.at(-1) === "sealedInput" ? buildRunIdentity(toPlace(row)) : undefined;
  },
};

/** Every column with records of the vault; a rotation of the root key walks through them in this order (D542). */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  INSTALLATION_SECRETS,
  KEY_COLUMN,
  TOTP_COLUMN,
  YOUR_APP_COLUMN,
  CLIENT_SECRET_COLUMN,
  SHARED_SECRET_COLUMN,
  CREDENTIAL_COLUMN,
  STATE_COLUMN,
  CHOICE_COLUMN,
  LINK_SETTINGS_COLUMN,
  STORED_VALUE_COLUMN,
  CHAT_URL_COLUMN,
  HEADERS_COLUMN,
  SIGNING_SECRET_COLUMN,
  RECEIVE_SECRET_COLUMN,
  HOOK_SECRETS_COLUMN,
  SETUP_COLUMN,
  OBJECT_KEY_COLUMN,
  CALL_COLUMN,
  MAIL_COLUMN,
  ...CONFIG_COLUMNS,
  ...RUN_COLUMNS,
  DELIVERY_COLUMN,
  RESULT_COLUMN,
  JOB_COLUMN,
];
