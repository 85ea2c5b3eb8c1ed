// Installed pieces, for the whole server: their code runs with the rights of its user, whichever organization's
// connection calls it, so they belong to none. A row for each version; one of each slug is in use.
export const up = [
  `create table pieces (
    id text collate "C" primary key,
    slug text collate "C" not null,
    package text not null,
    version text not null,
    integrity text not null,
    hash text not null,
    code bytea not null,
    code_bytes integer not null,
    lock text not null,
    description json not null,
    in_use boolean not null,
    installed_at timestamptz not null,
    installed_by jsonb,
    unique (slug, version)
  )`,
  // It is compressed already.
  "alter table pieces alter column code set storage external",
  "create unique index pieces_in_use on pieces (slug) where in_use",

  // The latest installation of each slug, and of which package. It stays when the piece is removed, because its
  // connections do.
  `create table piece_installs (
    slug text collate "C" primary key,
    id text collate "C" not null,
    package text not null,
    version text,
    status text not null check (status in ('installing', 'installed', 'failed', 'removed')),
    stage text,
    problem text,
    requested_by jsonb,
    requested_at timestamptz not null,
    updated_at timestamptz not null
  )`,

  // Every process listens there already, to forget credentials (D501).
  `create function announce_pieces() returns trigger language plpgsql as $$
    begin
      perform pg_notify('junctor_credentials', 'pieces');
      return null;
    end $$`,
  `create trigger pieces_changed after insert or update or delete on pieces
    for each statement execute function announce_pieces()`,
];
