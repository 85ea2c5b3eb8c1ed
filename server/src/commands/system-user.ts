import { userInfo } from "node:os";

/** The name of the system's user, or its number where it has no name, as in a container that chooses one. */
export function getSystemUser(read: () => { username: string } = userInfo): string {
  try {
    return read().username;
  } catch {
    return `uid ${process.getuid?.() ?? "unknown"}`;
  }
}
