import type { Generated, Selectable } from "kysely";
import type { Environment } from "../auth/scope.ts";
import type { AlertType, AlertUnit } from "./types.ts";

/** The times in which nobody is notified, in the local time of a zone. */
export interface QuietHours {
  readonly time_zone: string;
  /** `HH:MM`; the end may be on the next day. */
  readonly from: string;
  readonly to: string;
  /** The days on which they begin, 0 for Sunday; all if absent. */
  readonly days?: readonly number[];
}

/** What an alert is about, such as a workflow or a connection. */
export interface AlertSubject {
  readonly id: string;
  /** One line for people: names and numbers, no payloads. */
  readonly text: string;
  /** The organization's id of its customer, if it is one's. */
  readonly linked_account_id?: string;
}

export interface AlertRuleTable {
  id: string;
  org_id: string;
  environment: Environment;
  name: string;
  type: AlertType;
  workflow_id: string | null;
  application: string | null;
  above: number | null;
  unit: AlertUnit | null;
  minutes: number;
  emails: readonly string[];
  repeat_minutes: number;
  quiet_hours: QuietHours | null;
  is_enabled: boolean;
  /** When it is checked next; null while it is disabled. */
  check_at: Date | null;
  created_at: Date;
  updated_at: Date;
  revision: Generated<number>;
}

export interface AlertTable {
  id: string;
  org_id: string;
  environment: Environment;
  rule_id: string;
  /** As the rule was called then. */
  rule_name: string;
  type: AlertType;
  summary: string;
  /** The first ones; `subject_count` counts all. */
  subjects: readonly AlertSubject[];
  subject_count: number;
  fired_at: Date;
  /** Null: it is firing. */
  resolved_at: Date | null;
  /** When people were last told of it; null: never, because of quiet hours. */
  notified_at: Date | null;
  /** The ids of the subjects that they were told of. */
  notified_subjects: Generated<readonly string[]>;
  /** It is resolved, and those who were told that it fires do not know yet. */
  owes_resolution: Generated<boolean>;
}

export type AlertRuleRow = Selectable<AlertRuleTable>;
export type AlertRow = Selectable<AlertTable>;

declare module "../platform/database/database.ts" {
  interface Tables {
    alert_rules: AlertRuleTable;
    alerts: AlertTable;
  }
}
