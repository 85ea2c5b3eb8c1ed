// What can verify a credential of an application of one's own, and what its author chose in place of what a document
// says, so that importing it again keeps that (D510).
export const up = [
  `alter table custom_applications
    add column checks jsonb,
    add column choices jsonb not null default '{}'`,
  // Until now a check was always chosen by the importer.
  `update custom_applications set choices = jsonb_build_object('check', 'GET ' || (definition -> 'check' -> 'request' ->> 'path'))
    where provider = 'openapi' and definition -> 'check' -> 'request' ->> 'path' is not null`,
];
