/** Mutants that make no difference, and why. */
export type Reasons = Readonly<Record<string, string>>;

const SLACK_CHARSET = "Slack takes JSON without a charset as well, and only warns";

const BASIC = "The vendor documents both ways for a client to prove itself";

/**
 * Mutants that no suite can detect because the vendor behaves the same with and without them, by connector: the
 * mutant's name in the mutation test, and the reason. The test also fails if a listed mutant is detected.
 */
export const EQUIVALENT: Readonly<Record<string, Reasons>> = {
  github: {
    "headers.Accept: misspelt": "GitHub recommends its media type, and takes application/json as well",
  },
  "microsoft-teams": { "auth.oauth2.client_auth: the other": BASIC },
  salesforce: { "auth.oauth2.client_auth: the other": BASIC },
  slack: {
    "auth.oauth2.client_auth: the other": BASIC,
    "actions.add_reaction.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.create_channel.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.send_message.request.headers.Content-Type: misspelt": SLACK_CHARSET,
    "actions.update_message.request.headers.Content-Type: misspelt": SLACK_CHARSET,
  },
  stripe: {
    "headers.Stripe-Version: misspelt":
      "Stripe then uses the version of the account, whose answers may be the same",
  },
};
