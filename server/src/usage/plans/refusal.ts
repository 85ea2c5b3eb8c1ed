import { ApiError } from "../../platform/errors.ts";
import { CAPS } from "./caps.ts";
import type { CapState } from "./reserve.ts";

/** 429: a linked account has used up what it may; the sentence says of what, and until when. */
export class UsageLimitError extends ApiError {
  override readonly retryAfterS: number | undefined;
  /** The cap that is reached. */
  readonly state: CapState;
  constructor(state: CapState, count: number, now: Date) {
    super("too_many_requests", "USAGE_LIMIT_REACHED", describeRefusal(state, count));
    this.name = "UsageLimitError";
    this.state = state;
    this.retryAfterS = isOfPeriod(state) ? toSeconds(now, state.endsOn) : undefined;
  }
}

function isOfPeriod({ cap }: CapState): boolean {
  return CAPS[cap].period !== null;
}

function toSeconds(now: Date, day: string): number {
  return Math.max(1, Math.ceil((Date.parse(day) - now.getTime()) / 1000));
}

/** Which cap is reached and when it resets, for the organization and its customers. */
function describeRefusal(state: CapState, count: number): string {
  const { cap, plan, hard, used, endsOn } = state;
  const allowed = `${hard.toLocaleString("en")} ${CAPS[cap].units[hard === 1 ? 0 : 1]}`;
  const whose = plan === null ? "This customer may use" : `The plan ${plan} allows`;
  const left = Math.max(0, hard - used);
  const rest =
    left === 0
      ? "which are used up"
      : `of which ${left.toLocaleString("en")} are left, and this needs ${count.toLocaleString("en")}`;
  const reset = isOfPeriod(state) ? ` It resets on ${endsOn} at 00:00 UTC.` : "";
  return `${whose} ${allowed}, ${rest}.${reset}`;
}

/** Says whether an account may use some more, and takes it; otherwise why not. */
export type UsageAdmission = (accountId: string, count: number) => UsageLimitError | undefined;

/** Admits, in order, what the caps of accounts allow: as much as was left when they were read. */
export function createUsageAdmission(states: readonly CapState[], now: Date): UsageAdmission {
  const byAccount = Map.groupBy(states, ({ accountId }) => accountId);
  const taken = new Map<string, number>();
  return (accountId, count) => {
    const before = taken.get(accountId) ?? 0;
    const reached = byAccount.get(accountId)?.find(({ hard, used }) => used + before + count > hard);
    if (reached) return new UsageLimitError({ ...reached, used: reached.used + before }, count, now);
    taken.set(accountId, before + count);
    return undefined;
  };
}
