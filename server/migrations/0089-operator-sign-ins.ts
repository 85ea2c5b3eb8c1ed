// Who was invited and has not come yet is told from who has: a password says nothing of it.
export const up = [
  "alter table operators add column last_sign_in_at timestamptz",
  `update operators set last_sign_in_at = coalesce(
    (select max(created_at) from operator_sessions where operator_id = operators.id),
    case when password_hash is not null then updated_at end)`,
];
