// The webhook of test that one of production was taken over from: taking it over again changes the same one.
export const up = [
  `alter table webhooks add column promoted_from text collate "C"`,
  `create unique index webhooks_promoted_from on webhooks (promoted_from) where promoted_from is not null`,
];
