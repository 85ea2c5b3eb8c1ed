// Adds up the sizes of an account's files without reading them.
export const up = [
  `create index files_sizes on files (account_id) include (size)`,
  `drop index files_of_account`,
];
