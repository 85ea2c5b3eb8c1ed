// What an operator leaves behind: keys stay with the organization, unless they are deleted with the operator; session
// tokens end with the operator.
export const up = [
  `alter table api_keys add column operator_id text references operators (id) on delete set null`,
  `create index api_keys_by_operator on api_keys (operator_id) where operator_id is not null`,
  `alter table session_tokens add column operator_id text references operators (id) on delete cascade`,
  `create index session_tokens_by_operator on session_tokens (operator_id) where operator_id is not null`,
];
