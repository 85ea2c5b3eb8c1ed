import type { SandboxLimits } from "./limits.ts";

const marker = "[further output omitted]";

/** Collects a guest's output, up to the limits of lines and bytes; anything beyond leaves one marker line. */
export interface LogCapture {
  /** Adds a line; returns whether the capture is full. */
  add(line: string): boolean;
  lines(): string[];
}

/** Starts an empty capture. */
export function createLogCapture(limits: Pick<SandboxLimits, "logLines" | "logBytes">): LogCapture {
  const lines: string[] = [];
  let bytes = 0;
  let full = false;
  return {
    add(line) {
      if (full) return true;
      bytes += Buffer.byteLength(line);
      if (lines.length < limits.logLines && bytes <= limits.logBytes) {
        lines.push(line);
        return false;
      }
      full = true;
      if (lines.length === limits.logLines) lines.pop();
      lines.push(marker);
      return true;
    },
    lines: () => lines,
  };
}
