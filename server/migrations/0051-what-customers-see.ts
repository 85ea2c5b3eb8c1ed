// Whose pages may show ours in a frame, and whether customers read the organization's workflows whole.
export const up = [
  `alter table organizations
    add column frame_origins text[] not null default '{}',
    add column whole_workflows boolean not null default false`,
];
