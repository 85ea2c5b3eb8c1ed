/** Both pages of the audit log in one chunk: readers of the list open records. */
export { Route as EntryRoute } from "./audit-entry.tsx";
export { Route as LogRoute } from "./audit-log-tab.tsx";
