// What customers see of the company on every hosted page, and the logo that it uploaded: of each organization one, found by
// the hash of its content, which is part of its address.
export const up = [
  `alter table organizations
    add column color text,
    add column background_color text,
    add column support text`,
  `create table organization_logos (
    org_id text primary key references organizations (id) on delete cascade,
    hash text not null,
    media_type text not null,
    content bytea not null,
    created_at timestamptz not null
  )`,
];
