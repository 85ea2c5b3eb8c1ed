/**
 * What a credential of the simulator says of itself after the vendor's own text: whose it is and, where it was issued,
 * under which grant and until when. So tokens work on when the simulator starts again (D563).
 */
export interface CredentialMark {
  readonly account: string;
  /** Absent in a key, which nobody issued. */
  readonly issued?: { readonly grant: number; readonly number: number; readonly endsAtS: number };
}

/** The tokens of one application, or of those that share theirs: which it issued, and which it no longer accepts. */
export interface TokenBook {
  /** A new grant: the customer gave consent to the application of this slug. */
  openGrant(slug: string): number;
  /** The application to which consent was given, since the start. */
  ownerOf(mark: CredentialMark): string | undefined;
  /** The mark of a new token; without `lastsS`, it has no end. */
  issue(account: string, grant: number, lastsS: number | undefined): string;
  isValid(mark: CredentialMark): boolean;
  /** A refresh token that was replaced. */
  spend(mark: CredentialMark): void;
  /** Ends a grant with all its tokens. */
  endGrant(mark: CredentialMark): void;
  /** Ends all grants and keys of an account, or of all of them. */
  endAccess(account: string | undefined): void;
  reset(): void;
}

// As long as no account's name contains an underscore, a mark is read in one way only.
const MARK = /^-([a-z0-9]+(?:-[a-z0-9]+)*)(?:_([0-9a-z]+)_([0-9a-z]+)_([0-9a-z]+))?(?![\w-])/;

/** The mark at the beginning of `text`, with its length; an empty one is that of `first`. */
export function readMark(text: string, first: string): { mark: CredentialMark; length: number } | undefined {
  const match = MARK.exec(text);
  if (match === null) return /^[\w-]/.test(text) ? undefined : { mark: { account: first }, length: 0 };
  const [whole, account = "", ...numbers] = match;
  if (numbers[0] === undefined) return { mark: { account }, length: whole.length };
  const [grant = 0, number = 0, endsAtS = 0] = numbers.map((digits = "") => Number.parseInt(digits, 36));
  return { mark: { account, issued: { grant, number, endsAtS } }, length: whole.length };
}

/** Opens an empty book; `now` is in milliseconds. */
export function createTokenBook(now: () => number): TokenBook {
  // Numbers go on from those of an earlier start, so that no token is issued twice.
  let last = now();
  let owners = new Map<number, string>();
  let spent = new Set<number>();
  let ended = new Set<number>();
  /** The last grant that no longer counts, by account, and under "" of all. */
  let endedUntil = new Map<string, number>();
  const endOf = (account: string) => Math.max(endedUntil.get(account) ?? 0, endedUntil.get("") ?? 0);
  return {
    openGrant: (slug) => {
      last += 1;
      owners.set(last, slug);
      return last;
    },
    ownerOf: ({ issued }) => (issued === undefined ? undefined : owners.get(issued.grant)),
    issue: (account, grant, lastsS) => {
      last += 1;
      const endsAtS = lastsS === undefined ? 0 : Math.floor(now() / 1000) + lastsS;
      return `-${account}_${[grant, last, endsAtS].map((number) => number.toString(36)).join("_")}`;
    },
    isValid: ({ account, issued }) => {
      if (issued === undefined) return endOf(account) === 0;
      const { grant, number, endsAtS } = issued;
      const isOver = endsAtS > 0 && endsAtS * 1000 <= now();
      return !isOver && !spent.has(number) && !ended.has(grant) && grant > endOf(account);
    },
    spend: ({ issued }) => {
      if (issued !== undefined) spent.add(issued.number);
    },
    endGrant: ({ issued }) => {
      if (issued !== undefined) ended.add(issued.grant);
    },
    endAccess: (account) => {
      endedUntil.set(account ?? "", last);
    },
    reset: () => {
      owners = new Map();
      spent = new Set();
      ended = new Set();
      endedUntil = new Map();
    },
  };
}
