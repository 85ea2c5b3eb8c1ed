// In which language customers read the hosted pages: what is stored with the account, and the organization's default.
export const up = [
  "alter table linked_accounts add column language text",
  "alter table organizations add column language text",
];
