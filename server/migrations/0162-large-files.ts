// Large files are kept as encrypted objects outside of their rows (D506): in a folder, in a bucket, or here in chunks.
export const up = [
  `alter table files
    alter column content drop not null,
    add column place text check (place in ('database', 'folder', 's3')),
    add column sealed_key bytea,
    add constraint files_have_content check (num_nonnulls(content, place) = 1 and (place is null) = (sealed_key is null))`,
  `create table file_chunks (
    file_id text collate "C" not null,
    number integer not null,
    content bytea not null,
    primary key (file_id, number)
  )`,
  `alter table file_chunks alter column content set storage external`,
  // Objects that no file refers to: not yet, or no longer.
  `create table unreferenced_objects (
    id text collate "C" primary key,
    place text not null,
    delete_at timestamptz not null,
    attempts integer not null default 0
  )`,
  `create index unreferenced_objects_due on unreferenced_objects (delete_at)`,
  `create function note_unreferenced_object() returns trigger language plpgsql as $$
    begin
      insert into unreferenced_objects (id, place, delete_at) values (old.id, old.place, clock_timestamp())
        on conflict (id) do nothing;
      return null;
    end $$`,
  `create trigger files_note_object after delete on files for each row
    when (old.place is not null) execute function note_unreferenced_object()`,
];
