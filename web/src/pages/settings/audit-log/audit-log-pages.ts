/** Both pages of the audit log in one file to load: who reads the list opens a record. */
export { Route as EntryRoute } from "./audit-entry.tsx";
export { Route as LogRoute } from "./audit-log-tab.tsx";
