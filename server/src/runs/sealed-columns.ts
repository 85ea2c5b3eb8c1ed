import type { SealedColumn, SealedRow } from "../platform/root-key/sealed-column.ts";
import { buildRunIdentity } from "./passwords.ts";
import { buildSettingIdentity, OF_APPLICATION, type SettingsPlace } from "./settings/secret-settings.ts";

const TEXT = (value: string | number | null | undefined): string => `${value ?? ""}`;

/** Where executions keep what hides passwords (`RunPasswords.seal`), and the passwords that they start with. */
export const RUN_COLUMNS: readonly SealedColumn[] = [
  {
    table: "runs",
    key: ["id"],
    column: "settings",
    form: "json",
    facts: { account_id: "account_id", slug: "slug", config_id: "config_id", workflow_id: "workflow_id" },
    identify: (row, [member, field = ""]) => {
      const place = toPlace(row);
      if (member === "sealedInput" || member === "sealedContext") return buildRunIdentity(place);
      if (member === "applicationSecrets")
        return buildSettingIdentity({ ...place, workflow_id: OF_APPLICATION }, field);
      return member === "secrets" ? buildSettingIdentity(place, field) : undefined;
    },
  },
  {
    table: "run_steps",
    key: ["run_id", "path", "attempt"],
    column: "sealed",
    form: "base64",
    facts: {
      account_id: "(select account_id from runs where runs.id = run_steps.run_id)",
      config_id: "(select config_id from runs where runs.id = run_steps.run_id)",
    },
    identify: (row) => buildRunIdentity(toPlace(row)),
  },
  {
    table: "runs",
    key: ["id"],
    column: "sealed_response",
    form: "base64",
    facts: { account_id: "account_id", config_id: "config_id" },
    identify: (row) => buildRunIdentity(toPlace(row)),
  },
  {
    table: "run_signals",
    key: ["run_id", "path", "kind"],
    column: "sealed",
    form: "base64",
    facts: {
      account_id: "(select account_id from runs where runs.id = run_signals.run_id)",
      config_id: "(select config_id from runs where runs.id = run_signals.run_id)",
    },
    identify: (row) => buildRunIdentity(toPlace(row)),
  },
];

/** The choices of the config whose columns a row has. */
export function toPlace({ account_id, slug = null, config_id, workflow_id }: SealedRow): SettingsPlace {
  return {
    account_id: TEXT(account_id),
    slug: slug === null ? null : TEXT(slug),
    config_id: TEXT(config_id),
    workflow_id: TEXT(workflow_id),
  };
}
