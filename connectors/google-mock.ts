import { type OAuthVendor, standardGrant } from "./mock-oauth.ts";
import { answerFrom, type MockRoutes } from "./mock-routes.ts";
import { bearerOf, type Mock, type MockAnswer, type MockRequest } from "./mock-vendor.ts";

/** Google's error body: `status` is the name of the code, `reason` what the older APIs add. */
export function googleError(
  code: number,
  status: string,
  { message, reason }: { message: string; reason: string },
): MockAnswer {
  const errors = [{ domain: "global", reason, message }];
  return { status: code, body: { error: { code, message, status, errors } } };
}

/** Google's answer to a request with an invalid value. */
export function invalid(message: string): MockAnswer {
  return googleError(400, "INVALID_ARGUMENT", { message, reason: "badRequest" });
}

/** Google's answer for an unknown id. */
export function notFound(message = "Requested entity was not found."): MockAnswer {
  return googleError(404, "NOT_FOUND", { message, reason: "notFound" });
}

/** Credentials that the mocks of Google's APIs accept and refuse. */
export const googleTokens = {
  good: { access_token: "ya29.good-google-token" },
  bad: { access_token: "ya29.bad-google-token-" },
};

/** What the customer types in for a service account, with the token that is minted from it. */
export const serviceAccount = (token: { access_token: string }) => ({
  client_email: "robot@northwind.iam.gserviceaccount.com",
  private_key: "-----BEGIN PRIVATE KEY-----",
  ...token,
});

/** A request that carries an accepted token. */
export function signedIn(request: MockRequest): MockRequest {
  const authorization = `Bearer ${googleTokens.good.access_token}`;
  return { ...request, headers: { ...request.headers, authorization } };
}

/** A Google API that serves `routes` to the accepted token only. */
export function googleApi(routes: MockRoutes): Mock {
  return {
    limited: () =>
      googleError(429, "RESOURCE_EXHAUSTED", {
        message: "Quota exceeded for quota metric 'Read requests'.",
        reason: "rateLimitExceeded",
      }),
    answer: (request) => {
      if (bearerOf(request) !== googleTokens.good.access_token) {
        const message = "Request had invalid authentication credentials.";
        return googleError(401, "UNAUTHENTICATED", { message, reason: "authError" });
      }
      // Google answers a wrong method like a wrong path: with an HTML page.
      return answerFrom(routes, request, { status: 404, body: "<html>404. That’s an error.</html>" });
    },
  };
}

/** Answers that all of Google's APIs document, and how a connector must understand them. */
export const googleAnswers: readonly { answer: MockAnswer; code: string }[] = [
  {
    answer: googleError(403, "PERMISSION_DENIED", { message: "Slow down.", reason: "userRateLimitExceeded" }),
    code: "rateLimit",
  },
  {
    answer: googleError(403, "PERMISSION_DENIED", { message: "Slow down.", reason: "rateLimitExceeded" }),
    code: "rateLimit",
  },
  {
    answer: googleError(403, "PERMISSION_DENIED", {
      message: "Request had insufficient authentication scopes.",
      reason: "insufficientPermissions",
    }),
    code: "auth",
  },
  {
    answer: googleError(403, "PERMISSION_DENIED", {
      message: "The caller does not have permission",
      reason: "forbidden",
    }),
    code: "input",
  },
];

/** One page of a list by Google's page tokens, or the refusal of an invalid token or size. */
export function googlePage(
  { query }: MockRequest,
  list: readonly unknown[],
  sizes: { name: string; standard: number; most: number },
): { items: readonly unknown[]; nextPageToken?: string } | MockAnswer {
  const size = Number(query.get(sizes.name) ?? sizes.standard);
  if (!Number.isInteger(size) || size < 1 || size > sizes.most)
    return invalid(`Invalid value for ${sizes.name}`);
  const token = query.get("pageToken");
  const match = /^~!!~(\d+)$/.exec(token ?? "~!!~0");
  if (match === null) return invalid("Invalid Value for pageToken");
  const end = Number(match[1]) + size;
  const items = list.slice(Number(match[1]), end);
  return end < list.length ? { items, nextPageToken: `~!!~${end}` } : { items };
}

/** Google's authorization server: it issues a refresh token only with these two parameters, and a renewal keeps it. */
export function googleOAuth(scopes: readonly string[]): OAuthVendor {
  return {
    authorize: "https://accounts.google.com/o/oauth2/v2/auth",
    token: "https://oauth2.googleapis.com/token",
    revoke: "https://oauth2.googleapis.com/revoke",
    scopes: { needed: scopes.map((name) => `https://www.googleapis.com/auth/${name}`), separator: " " },
    asks: { access_type: "offline", prompt: "consent" },
    pkce: true,
    clientAuth: ["post"],
    ...standardGrant(3599, { scope: scopes.join(" ") }),
    keepsRefresh: true,
  };
}

/** What stands between the boundaries of a multipart text (RFC 2046); undefined if it is none. */
export function partsIn(type: string, text: string): string[] | undefined {
  const boundary = /^multipart\/\w+; boundary="([^"]+)"$/.exec(type)?.[1];
  if (boundary === undefined) return undefined;
  const [first = "", ...rest] = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (first !== "" || rest.at(-1) !== "--\r\n") return undefined;
  return rest.slice(0, -1).map((part) => part.replace(/^\r\n/, ""));
}
